// Every bound function goes through guarded(): a C++ error reaches JavaScript as an Error of the right type with its
// text, never as a bare number.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "normlab/core/check.hpp"

namespace normlab::bindings {

// Throws a JavaScript RangeError, TypeError, ReferenceError or Error.
[[noreturn]] void throw_js(ErrorKind kind, const std::string& message);

namespace detail {

// What went wrong inside a bound function, kept until the C++ exception is gone.
struct Failure {
  ErrorKind kind;
  std::string message;
};

Failure describe_current_exception();

template <class F, class Signature>
struct Guarded;

template <class F, class R, class... Args>
struct Guarded<F, R (F::*)(Args...) const> {
  inline static const F* function = nullptr;

  static R call(Args... args) {
    Failure failure;
    try {
      return (*function)(std::forward<Args>(args)...);
    } catch (...) {
      failure = describe_current_exception();
    }
    throw_js(failure.kind, failure.message);
  }
};

}  // namespace detail

// A plain function pointer for Embind that runs the captureless lambda `f` and turns its exceptions into JS errors.
template <class F>
auto guarded(F f) {
  using Wrapper = detail::Guarded<F, decltype(&F::operator())>;
  static const F kept = f;
  Wrapper::function = &kept;
  return &Wrapper::call;
}

}  // namespace normlab::bindings
