#include "normlab/core/pool.hpp"

#include <array>
#include <new>
#include <vector>

// The sanitizers find a use after free only where memory really goes back.
#if defined(__SANITIZE_ADDRESS__)
#define NORMLAB_POOL 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NORMLAB_POOL 0
#endif
#endif
#ifndef NORMLAB_POOL
#define NORMLAB_POOL 1
#endif

namespace normlab {

namespace {

constexpr std::size_t largest_kept = std::size_t{1} << 20;
constexpr std::size_t most_waiting = std::size_t{16} << 20;

// Eight classes to each doubling, from 64 bytes: at most an eighth of a block is unused.
struct SizeClass {
  explicit SizeClass(std::size_t bytes) {
    // 2^power is at least bytes.
    const std::size_t power = bytes <= 512 ? 9 : 64 - static_cast<std::size_t>(__builtin_clzll(bytes - 1));
    const std::size_t step = std::size_t{1} << (power - 3);
    const std::size_t steps = bytes == 0 ? 1 : (bytes + step - 1) / step;
    size = steps * step;
    index = (power - 9) * 8 + steps - 1;
  }
  std::size_t size;
  std::size_t index;
};

struct Pool {
  std::array<std::vector<void*>, 12 * 8> waiting;
  std::size_t bytes = 0;
};

// Never destroyed: tensors in static variables are freed after main().
Pool& pool() {
  static Pool& only = *new Pool;
  return only;
}

}  // namespace

void* pool_allocate(std::size_t bytes) {
  if (!NORMLAB_POOL || bytes > largest_kept) return ::operator new(bytes);
  const SizeClass fit(bytes);
  std::vector<void*>& waiting = pool().waiting[fit.index];
  if (waiting.empty()) return ::operator new(fit.size);
  void* block = waiting.back();
  waiting.pop_back();
  pool().bytes -= fit.size;
  return block;
}

void pool_free(void* block, std::size_t bytes) {
  const SizeClass fit(bytes);
  if (!NORMLAB_POOL || bytes > largest_kept || pool().bytes + fit.size > most_waiting) {
    ::operator delete(block);
    return;
  }
  pool().waiting[fit.index].push_back(block);
  pool().bytes += fit.size;
}

}  // namespace normlab
