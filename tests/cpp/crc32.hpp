// CRC-32 as zlib's crc32(): the golden files hold it for little-endian bytes in C order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace normlab::testing {

inline std::uint32_t crc32(const void* data, std::size_t bytes, std::uint32_t crc = 0) {
  const auto* byte = static_cast<const unsigned char*>(data);
  crc = ~crc;
  for (std::size_t i = 0; i < bytes; ++i) {
    crc ^= byte[i];
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1)));
  }
  return ~crc;
}

template <class T>
std::uint32_t crc32(const std::vector<T>& values) {
  return crc32(values.data(), values.size() * sizeof(T));
}

}  // namespace normlab::testing
