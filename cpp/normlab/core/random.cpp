#include "normlab/core/random.hpp"

namespace normlab {

namespace {

Generator& process_generator() {
  static Generator generator;
  return generator;
}

Generator* scoped_generator = nullptr;

}  // namespace

Generator& default_generator() { return scoped_generator != nullptr ? *scoped_generator : process_generator(); }

GeneratorScope::GeneratorScope(Generator& generator) : before_(scoped_generator) { scoped_generator = &generator; }
GeneratorScope::~GeneratorScope() { scoped_generator = before_; }

namespace {

Tensor uniform_named(const char* tag, const Shape& shape, DType dtype, double low, double high, Generator& generator) {
  Tensor out = Tensor::empty(shape, dtype);
  dispatch_floating(tag, dtype, [&](auto zero) {
    generator.uniform(out.data<decltype(zero)>(), out.numel(), low, high);
  });
  return out;
}

Tensor normal_named(const char* tag, const Shape& shape, DType dtype, double mean, double std, Generator& generator) {
  Tensor out = Tensor::empty(shape, dtype);
  dispatch_floating(tag, dtype, [&](auto zero) {
    generator.normal(out.data<decltype(zero)>(), out.numel(), mean, std);
  });
  return out;
}

}  // namespace

Tensor uniform(const Shape& shape, DType dtype, double low, double high, Generator& generator) {
  return uniform_named("uniform_", shape, dtype, low, high, generator);
}

Tensor normal(const Shape& shape, DType dtype, double mean, double std, Generator& generator) {
  return normal_named("normal_", shape, dtype, mean, std, generator);
}

Tensor rand(const Shape& shape, DType dtype, Generator& generator) {
  return uniform_named("rand", shape, dtype, 0, 1, generator);
}

Tensor randn(const Shape& shape, DType dtype, Generator& generator) {
  return normal_named("randn", shape, dtype, 0, 1, generator);
}

Tensor randint(Index low, Index high, const Shape& shape, Generator& generator) {
  check(high > low, ErrorKind::argument, "randint", "expected high above low, got low ", low, " and high ", high);
  Tensor out = Tensor::empty(shape, DType::int64);
  generator.randint(out.data<std::int64_t>(), out.numel(), low, high);
  return out;
}

Tensor randperm(Index n, Generator& generator) {
  check(n >= 0, ErrorKind::argument, "randperm", "expected n of at least 0, got ", n);
  Tensor out = Tensor::empty({n}, DType::int64);
  generator.randperm(out.data<std::int64_t>(), n);
  return out;
}

}  // namespace normlab
