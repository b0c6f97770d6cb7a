// Working memory of a kernel call, kept and grown between calls so that a training step allocates nothing.
#pragma once

#include <cstddef>
#include <vector>

#include "normlab/core/shape.hpp"

namespace normlab::kernels {

// `count` elements with undefined contents, valid until the next call with the same Owner and T on this thread.
// Owner is a tag type of the calling kernel, so that kernels which call each other do not share memory.
template <class Owner, class T>
T* scratch(Index count) {
  static thread_local std::vector<T> memory;
  if (memory.size() < static_cast<std::size_t>(count)) memory.resize(static_cast<std::size_t>(count));
  return memory.data();
}

}  // namespace normlab::kernels
