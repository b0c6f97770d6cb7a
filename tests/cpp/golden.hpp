// The files of tests/golden. In wasm they are read through Node's file system (-sNODERAWFS).
#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>

#include "json.hpp"

namespace normlab::testing {

inline Json golden(const char* name) {
  const std::string path = std::string(NORMLAB_GOLDEN_DIR) + '/' + name;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error("golden file: cannot read " + path);
  std::string source;
  char buffer[65536];
  while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, file)) source.append(buffer, size);
  std::fclose(file);
  return Json::parse(source);
}

}  // namespace normlab::testing
