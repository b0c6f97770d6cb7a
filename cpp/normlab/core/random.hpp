// Tensors from random streams, and the generator that is drawn from when none is named.
#pragma once

#include "normlab/core/rng.hpp"
#include "normlab/core/tensor.hpp"

namespace normlab {

// What torch calls the default generator; manual_seed of torch seeds it. It starts with Generator::default_seed: a
// caller who wants other numbers each time seeds it so. A kernel or a widget run has its own: see GeneratorScope.
Generator& default_generator();

// Makes `generator` the default one for a scope.
class GeneratorScope {
 public:
  explicit GeneratorScope(Generator& generator);
  ~GeneratorScope();
  GeneratorScope(const GeneratorScope&) = delete;
  GeneratorScope& operator=(const GeneratorScope&) = delete;

 private:
  Generator* before_;
};

// Uniform in [low, high) and normal numbers; float32 or float64. Errors: see Generator::uniform and normal.
Tensor uniform(const Shape& shape, DType dtype, double low, double high, Generator& generator = default_generator());
Tensor normal(const Shape& shape, DType dtype, double mean, double std, Generator& generator = default_generator());
// Uniform in [0, 1), and standard normal.
Tensor rand(const Shape& shape, DType dtype = DType::float32, Generator& generator = default_generator());
Tensor randn(const Shape& shape, DType dtype = DType::float32, Generator& generator = default_generator());
// int64 in low..high−1. Errors: high not above low (argument).
Tensor randint(Index low, Index high, const Shape& shape, Generator& generator = default_generator());
// 0..n−1 in random order, int64.
Tensor randperm(Index n, Generator& generator = default_generator());

}  // namespace normlab
