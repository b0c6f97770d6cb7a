// Blocks of every size hold what they should, do not overlap, and come back.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "normlab/core/pool.hpp"

namespace normlab {
namespace {

std::vector<std::size_t> sizes() {
  std::vector<std::size_t> out{0, 1, 8, 63, 64, 65, 511, 512, 513, 575, 576, 577, 1000, 1024, 1025};
  for (std::size_t size = 2048; size <= (std::size_t{1} << 21); size *= 2) {
    for (std::size_t near : {size - 1, size, size + 1, size + size / 8, size + size / 8 + 1}) out.push_back(near);
  }
  return out;
}

TEST(pool, gives_blocks_that_do_not_overlap) {
  for (int round = 0; round < 3; ++round) {
    std::vector<unsigned char*> blocks;
    for (std::size_t size : sizes()) {
      blocks.push_back(static_cast<unsigned char*>(pool_allocate(size)));
      std::memset(blocks.back(), static_cast<int>(blocks.size() % 251), size);
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const std::size_t size = sizes()[i];
      const auto mark = static_cast<unsigned char>((i + 1) % 251);
      if (size > 0) {
        EXPECT_EQ(blocks[i][0], mark) << size;
        EXPECT_EQ(blocks[i][size - 1], mark) << size;
      }
      pool_free(blocks[i], size);
    }
  }
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(pool, gives_a_freed_block_again) {
  void* block = pool_allocate(16384);
  pool_free(block, 16384);
  void* again = pool_allocate(16300);  // of the same class
  EXPECT_EQ(again, block);
  pool_free(again, 16300);
}
#endif

}  // namespace
}  // namespace normlab
