// Errors: one form, tag first, got last: "[layer_norm] expected weight of shape (64), got (32)".
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "normlab/core/text.hpp"

namespace normlab {

// What kind of mistake an error reports; the bindings map it to a JavaScript error type.
enum class ErrorKind {
  shape,     // sizes or ranks do not fit (RangeError)
  argument,  // a value that the function does not take (TypeError)
  disposed,  // use of a value that was freed (ReferenceError)
  internal,  // a fault of this library (Error)
  result,    // numbers that went wrong on the way, such as a loss that is not finite (Error)
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

// Throws "[tag] parts…" as an Error of the given kind.
template <class... Parts>
[[noreturn]] void fail(ErrorKind kind, const char* tag, const Parts&... parts) {
  throw Error(kind, text("[", tag, "] ", parts...));
}

// Throws unless `ok`. The text is built only on failure.
template <class... Parts>
void check(bool ok, ErrorKind kind, const char* tag, const Parts&... parts) {
  if (!ok) fail(kind, tag, parts...);
}

}  // namespace normlab
