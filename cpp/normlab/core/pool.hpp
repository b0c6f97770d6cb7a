// Memory for storages. Freed blocks wait for the next of their size: a training step asks for the same sizes again and
// again, and a general allocator costs as much as a small kernel.
#pragma once

#include <cstddef>

namespace normlab {

void* pool_allocate(std::size_t bytes);
void pool_free(void* block, std::size_t bytes);

// The pool as an allocator of the standard library.
template <class T>
struct PoolAllocator {
  using value_type = T;

  PoolAllocator() = default;
  template <class U>
  PoolAllocator(const PoolAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(pool_allocate(count * sizeof(T))); }
  void deallocate(T* block, std::size_t count) { pool_free(block, count * sizeof(T)); }

  friend bool operator==(const PoolAllocator&, const PoolAllocator&) { return true; }
  friend bool operator!=(const PoolAllocator&, const PoolAllocator&) { return false; }
};

}  // namespace normlab
