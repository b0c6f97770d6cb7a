// Every operation with a gradient against central differences in float64, over awkward shapes.
#include <gtest/gtest.h>

#include <functional>

#include "normlab/autograd/activations.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/grad_check.hpp"
#include "normlab/autograd/linear.hpp"
#include "normlab/autograd/losses.hpp"
#include "normlab/autograd/norms.hpp"
#include "normlab/autograd/extremes.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/core/random.hpp"
#include "normlab/core/views.hpp"
#include "normlab/nn/norm_table.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::tensor;

using Inputs = std::vector<Variable>;
using Function = std::function<Variable(const Inputs&)>;

const Shape awkward_shapes[] = {{}, {1}, {3}, {2, 3}, {1, 4}, {3, 1, 2}, {0, 2}};

class gradient_of : public ::testing::Test {
 protected:
  // Uniform in [low, high), from one seed for each test: no element comes within a step of a kink (0, or a tie), nor
  // where third derivatives are in the hundreds, which the tolerance of grad_check has no room for.
  Variable numbers_in(double low, double high, const Shape& shape) {
    Tensor x = Tensor::empty(shape, DType::float64);
    generator_.uniform(x.data<double>(), x.numel(), low, high);
    return Variable(x);
  }

 private:
  Generator generator_{7};
};

void expect_gradient(const std::string& name, const Function& function, const Inputs& inputs) {
  std::string shapes;
  for (const Variable& input : inputs) shapes += " " + text(input.shape());
  EXPECT_EQ(grad_check(function, inputs), "") << name << " of" << shapes;
}

TEST_F(gradient_of, unary_operations) {
  struct Operation {
    const char* name;
    Variable (*function)(const Variable&);
    double low, high;
  };
  const Operation operations[] = {
      {"neg", neg, -2, 2},   {"abs", abs, -2, 2},   {"exp", exp, -2, 2},   {"log", log, 0.3, 3},
      {"sqrt", sqrt, 0.3, 3}, {"tanh", tanh, -3, 3}, {"relu", relu, -2, 2}, {"sigmoid", sigmoid, -4, 4},
      {"silu", silu, -4, 4}, {"gelu", [](const Variable& x) { return gelu(x); }, -3, 3},
      {"gelu by tanh", [](const Variable& x) { return gelu(x, GeluApproximation::tanh); }, -3, 3},
  };
  for (const Operation& each : operations) {
    for (const Shape& shape : awkward_shapes) {
      const Variable x = numbers_in(each.low, each.high, shape);
      expect_gradient(each.name, [&](const Inputs& in) { return each.function(in[0]); }, {x});
    }
    const Variable x = numbers_in(each.low, each.high, {2, 3, 2});
    expect_gradient(each.name, [&](const Inputs& in) { return each.function(permute(in[0], {2, 0, 1})); }, {x});
  }
}

TEST_F(gradient_of, binary_operations_with_broadcasting) {
  struct Operation {
    const char* name;
    Variable (*function)(const Variable&, const Variable&);
  };
  const Operation operations[] = {{"add", add}, {"sub", sub}, {"mul", mul},         {"div", div},
                                  {"pow", pow}, {"maximum", maximum}, {"minimum", minimum}};
  const std::pair<Shape, Shape> pairs[] = {
      {{}, {}},         {{}, {2, 3}},     {{2, 3}, {}},       {{3}, {2, 3}},          {{2, 3}, {3}},
      {{2, 1}, {1, 3}}, {{1, 1}, {3, 2}}, {{2, 1, 2}, {3, 1}}, {{3, 1}, {2, 1, 2}}, {{0, 3}, {3}},
  };
  for (const Operation& each : operations) {
    const Function function = [&](const Inputs& in) { return each.function(in[0], in[1]); };
    for (const auto& [a, b] : pairs) {
      expect_gradient(each.name, function, {numbers_in(0.4, 2.5, a), numbers_in(0.4, 2.5, b)});
    }
    expect_gradient(each.name, [&](const Inputs& in) { return each.function(transpose(in[0], 0, 1), in[1]); },
                    {numbers_in(0.4, 2.5, {2, 3}), numbers_in(0.4, 2.5, {3, 2})});
    expect_gradient(each.name, [&](const Inputs& in) { return each.function(in[0], in[0]); },
                    {numbers_in(0.4, 2.5, {3})});
  }
}

TEST_F(gradient_of, operations_with_a_number) {
  for (const Shape& shape : awkward_shapes) {
    const Variable x = numbers_in(-2, 2, shape);
    expect_gradient("x^3", [](const Inputs& in) { return pow(in[0], scalar_like(in[0], 3, true)); }, {x});
    expect_gradient("1.5^x", [](const Inputs& in) { return pow(scalar_like(in[0], 1.5, false), in[0]); }, {x});
    expect_gradient("2 / x", [](const Inputs& in) { return div(scalar_like(in[0], 2, true), in[0]); },
                    {numbers_in(0.7, 2, shape)});
  }
  const Tensor mask = tensor({2, 1}, {1, 0}, DType::boolean);
  expect_gradient("where", [&](const Inputs& in) { return where(mask, in[0], in[1]); },
                  {numbers_in(-1, 1, {2, 3}), numbers_in(-1, 1, {3})});
  expect_gradient("where", [&](const Inputs& in) { return where(mask, in[0], in[1]); },
                  {numbers_in(-1, 1, {}), numbers_in(-1, 1, {4, 1, 1})});
}

TEST_F(gradient_of, reductions) {
  struct Reduction {
    Shape shape;
    std::vector<Index> dims;
  };
  const Reduction reductions[] = {
      {{}, {}},     {{}, {0}},        {{4}, {0}},          {{2, 3}, {}},     {{2, 3}, {0}},  {{2, 3}, {-1}},
      {{3, 1}, {1}}, {{2, 3, 2}, {1}}, {{2, 3, 2}, {0, 2}}, {{2, 3, 2}, {-1, 1}}, {{0, 2}, {1}}, {{1, 3}, {0}},
  };
  for (const Reduction& each : reductions) {
    const Variable x = numbers_in(-2, 2, each.shape);
    for (bool keepdim : {false, true}) {
      expect_gradient("sum", [&](const Inputs& in) { return sum(in[0], each.dims, keepdim); }, {x});
      expect_gradient("mean", [&](const Inputs& in) { return mean(in[0], each.dims, keepdim); }, {x});
      expect_gradient("var", [&](const Inputs& in) { return var(in[0], each.dims, 0, keepdim); }, {x});
    }
    expect_gradient("sum of a permutation", [&](const Inputs& in) {
      return sum(transpose(in[0], 0, -1), each.dims, false);
    }, {x});
  }
  const Variable x = numbers_in(-2, 2, {3, 4});
  for (const std::vector<Index>& dims : {std::vector<Index>{}, {0}, {1}}) {
    expect_gradient("var", [&](const Inputs& in) { return var(in[0], dims, 1, false); }, {x});
    expect_gradient("std", [&](const Inputs& in) { return std(in[0], dims, 1, true); }, {x});
    expect_gradient("std", [&](const Inputs& in) { return std(transpose(in[0], 0, 1), dims, 0.5, false); }, {x});
  }
  expect_gradient("max", [](const Inputs& in) { return max(in[0]); }, {x});
  expect_gradient("min", [](const Inputs& in) { return min(transpose(in[0], 0, 1)); }, {x});
  const Variable z = numbers_in(-2, 2, {2, 3, 4});
  for (bool keepdim : {false, true}) {
    expect_gradient("amax", [&](const Inputs& in) { return amax(in[0], {0, 2}, keepdim); }, {z});
    expect_gradient("amin", [&](const Inputs& in) { return amin(in[0], {1}, keepdim); }, {z});
    expect_gradient("max along", [&](const Inputs& in) { return max(in[0], 1, keepdim).values; }, {z});
    expect_gradient("min along", [&](const Inputs& in) { return min(in[0], -1, keepdim).values; }, {z});
    for (double p : {1.0, 1.5, 2.0, 3.0, std::numeric_limits<double>::infinity()}) {
      expect_gradient("norm", [&](const Inputs& in) { return norm(in[0], p, {0, 2}, keepdim); }, {z});
    }
  }
}

TEST_F(gradient_of, more_functions_of_one_number) {
  const Variable x = numbers_in(0.5, 2, {3, 4});
  const Function functions[] = {
      [](const Inputs& in) { return rsqrt(in[0]); },
      [](const Inputs& in) { return reciprocal(in[0]); },
      [](const Inputs& in) { return sin(in[0]); },
      [](const Inputs& in) { return cos(in[0]); },
      [](const Inputs& in) { return erf(in[0]); },
      [](const Inputs& in) { return clamp(in[0], 1.0, {}); },
      [](const Inputs& in) { return clamp(in[0], 0.75, 1.25); },
      [](const Inputs& in) { return mul(in[0], sign(in[0])); },
      [](const Inputs& in) { return add(in[0], floor(in[0])); },
      [](const Inputs& in) { return add(in[0], ceil(in[0])); },
      [](const Inputs& in) { return add(in[0], round(in[0])); },
      [](const Inputs& in) { return masked_fill(in[0], tensor({4}, {1, 0, 0, 1}, DType::boolean), 3); },
      [](const Inputs& in) { return add(in[0], filled_like(in[0], 2)); },
  };
  for (const Function& function : functions) expect_gradient("function", function, {x});
}

TEST_F(gradient_of, products_of_many_matrices) {
  const Variable a = numbers_in(-1, 1, {2, 3, 4});
  const Variable b = numbers_in(-1, 1, {4, 2});
  const Variable c = numbers_in(-1, 1, {2, 4, 2});
  const Variable v = numbers_in(-1, 1, {4});
  const Function product = [](const Inputs& in) { return matmul(in[0], in[1]); };
  expect_gradient("batched and plain", product, {a, b});
  expect_gradient("batched", product, {a, c});
  expect_gradient("matrix and vector", product, {a, v});
  expect_gradient("vector and matrix", product, {v, c});
  expect_gradient("vectors", product, {v, numbers_in(-1, 1, {4})});
  expect_gradient("broadcast", [](const Inputs& in) { return matmul(unsqueeze(in[0], 1), in[1]); }, {a, c});
  expect_gradient("transposed", [](const Inputs& in) { return matmul(transpose(in[0], 1, 2), in[0]); }, {a});
}

TEST_F(gradient_of, shapings) {
  const Variable x = numbers_in(-1, 1, {2, 3, 4});
  const Function functions[] = {
      [](const Inputs& in) { return reshape(in[0], {4, -1}); },
      [](const Inputs& in) { return unsqueeze(in[0], 1); },
      [](const Inputs& in) { return squeeze(unsqueeze(in[0], -1)); },
      [](const Inputs& in) { return stack({in[0], mul(in[0], in[0])}, 1); },
      [](const Inputs& in) { return reshape(transpose(in[0], 0, 2), {24}); },
      [](const Inputs& in) { return permute(in[0], {2, 0, 1}); },
      [](const Inputs& in) { return permute(in[0], {-1, -3, -2}); },
      [](const Inputs& in) { return transpose(in[0], -1, 0); },
      [](const Inputs& in) { return slice(in[0], 2, 1, 4, 2); },
      [](const Inputs& in) { return slice(in[0], 1, -2, 100, 1); },
      [](const Inputs& in) { return slice(in[0], 0, 1, 1, 1); },
      [](const Inputs& in) { return select(in[0], 1, -1); },
      [](const Inputs& in) { return expand(select(in[0], 0, 0), {5, 3, 4}); },
      [](const Inputs& in) { return expand(slice(in[0], 2, 0, 1, 1), {2, -1, 6}); },
      [](const Inputs& in) { return cat({in[0], transpose(transpose(in[0], 0, 1), 0, 1), in[0]}, 1); },
      [](const Inputs& in) { return cat({slice(in[0], 2, 0, 1, 1), slice(in[0], 2, 0, 0, 1), in[0]}, -1); },
      [](const Inputs& in) { return index_rows(in[0], tensor({4}, {1, 0, 1, 1}, DType::int64)); },
      [](const Inputs& in) { return index_rows(transpose(in[0], 0, 2), tensor({0}, {}, DType::int64)); },
      [](const Inputs& in) { return to(in[0], DType::float64); },
  };
  for (std::size_t i = 0; i < std::size(functions); ++i) expect_gradient(text("shaping ", i), functions[i], {x});
  expect_gradient("expand", [](const Inputs& in) { return expand(in[0], {2, 3}); }, {numbers_in(-1, 1, {})});
}

TEST_F(gradient_of, matrix_products) {
  const Function product = [](const Inputs& in) { return matmul(in[0], in[1]); };
  expect_gradient("matmul", product, {numbers_in(-1, 1, {3, 4}), numbers_in(-1, 1, {4, 2})});
  expect_gradient("matmul", product, {numbers_in(-1, 1, {1, 1}), numbers_in(-1, 1, {1, 5})});
  expect_gradient("matmul", product, {numbers_in(-1, 1, {2, 0}), numbers_in(-1, 1, {0, 3})});
  expect_gradient("matmul", [](const Inputs& in) { return matmul(transpose(in[0], 0, 1), transpose(in[1], 0, 1)); },
                  {numbers_in(-1, 1, {4, 3}), numbers_in(-1, 1, {2, 4})});
  expect_gradient("matmul", [](const Inputs& in) { return matmul(in[0], in[0]); }, {numbers_in(-1, 1, {3, 3})});

  const Function with_bias = [](const Inputs& in) { return linear(in[0], in[1], in[2]); };
  const Variable weight = numbers_in(-1, 1, {2, 3});
  const Variable bias = numbers_in(-1, 1, {2});
  for (const Shape& shape : {Shape{3}, Shape{4, 3}, Shape{2, 1, 3}, Shape{0, 3}}) {
    expect_gradient("linear", with_bias, {numbers_in(-1, 1, shape), weight, bias});
    expect_gradient("linear", [](const Inputs& in) { return linear(in[0], in[1], Variable()); },
                    {numbers_in(-1, 1, shape), weight});
  }
  expect_gradient("linear", [](const Inputs& in) {
    return linear(permute(in[0], {1, 2, 0}), transpose(in[1], 0, 1), expand(in[2], {2}));
  }, {numbers_in(-1, 1, {3, 2, 2}), numbers_in(-1, 1, {3, 2}), numbers_in(-1, 1, {1})});
}

TEST_F(gradient_of, losses) {
  for (const Shape& shape : {Shape{4}, Shape{2, 3}, Shape{2, 1}, Shape{2, 2, 3}}) {
    const Variable x = numbers_in(-3, 3, shape);
    expect_gradient("softmax", [](const Inputs& in) { return softmax(in[0]); }, {x});
    expect_gradient("log_softmax", [](const Inputs& in) { return log_softmax(in[0]); }, {x});
    expect_gradient("softmax", [](const Inputs& in) { return softmax(transpose(in[0], 0, -1)); }, {x});
  }
  const Tensor target = tensor({3}, {2, 0, 2}, DType::int64);
  expect_gradient("cross_entropy", [&](const Inputs& in) { return cross_entropy(in[0], Variable(target)); },
                  {numbers_in(-3, 3, {3, 4})});
  expect_gradient("cross_entropy",
                  [&](const Inputs& in) { return cross_entropy(transpose(in[0], 0, 1), Variable(target)); },
                  {numbers_in(-3, 3, {4, 3})});
}

TEST_F(gradient_of, norms) {
  for (const nn::NormEntry& norm : nn::norm_table()) {
    for (const auto function : {norm.fused, norm.composed}) {
      const Inputs inputs{numbers_in(-2, 2, {6, 5}), numbers_in(0.5, 1.5, {5}), numbers_in(-1, 1, {5})};
      expect_gradient(norm.function, [&](const Inputs& in) {
        return function(in[0], in[1], in[2], 1e-5);
      }, inputs);
      expect_gradient(norm.function, [&](const Inputs& in) {
        return function(transpose(in[0], 0, 1), Variable(), Variable(), 1e-5);
      }, {numbers_in(-2, 2, {5, 6})});
    }
  }
}

}  // namespace
}  // namespace normlab
