#include "guard.hpp"

#include <emscripten.h>

namespace normlab::bindings {

// clang-format off
EM_JS(void, normlab_throw, (int kind, const char* message), {
  throw new [RangeError, TypeError, ReferenceError, Error, Error][kind](UTF8ToString(message));
});
// clang-format on

void throw_js(ErrorKind kind, const std::string& message) {
  normlab_throw(static_cast<int>(kind), message.c_str());
  __builtin_unreachable();
}

namespace detail {

Failure describe_current_exception() {
  try {
    throw;
  } catch (const Error& error) {
    return {error.kind(), error.what()};
  } catch (const std::bad_alloc&) {
    return {ErrorKind::shape,
            "[memory] expected room for more numbers in 1 GiB, got none; a loop that never yields frees nothing: "
            "for await over a loader, tidy(() => …) and dispose() do"};
  } catch (const std::exception& error) {
    return {ErrorKind::internal, std::string("internal: ") + error.what()};
  }
}

}  // namespace detail

}  // namespace normlab::bindings
