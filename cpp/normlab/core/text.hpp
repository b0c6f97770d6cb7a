// Text from parts without <iostream>, which would cost the wasm build 100 kB.
#pragma once

#include <cstdio>
#include <string>
#include <type_traits>

namespace normlab {

inline void append_text(std::string& out, const std::string& part) { out += part; }
inline void append_text(std::string& out, const char* part) { out += part; }
inline void append_text(std::string& out, char part) { out += part; }
inline void append_text(std::string& out, bool part) { out += part ? "true" : "false"; }

template <class T>
std::enable_if_t<std::is_arithmetic_v<T>> append_text(std::string& out, T part) {
  if constexpr (std::is_floating_point_v<T>) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.9g", static_cast<double>(part));
    out += part != part ? "nan" : buffer;  // never "-nan": the sign of a NaN depends on the machine
  } else {
    out += std::to_string(part);
  }
}

// Joins any number of strings, characters and numbers. Types with an
// `append_text(std::string&, const T&)` in their namespace may be parts too.
template <class... Parts>
std::string text(const Parts&... parts) {
  std::string out;
  (append_text(out, parts), ...);
  return out;
}

}  // namespace normlab
