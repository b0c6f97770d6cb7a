// autograd/linear and nn::Linear: bit for bit the sums over k in order, forward and backward, in float32.
#include "normlab/nn/linear.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect_error.hpp"
#include "normlab/autograd/linear.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/core/random.hpp"
#include "normlab/core/views.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

using Floats = std::vector<float>;

Floats floats(const Tensor& x) {
  const Tensor in = x.contiguous();
  return Floats(in.data<float>(), in.data<float>() + in.numel());
}

Variable random_leaf(const Shape& shape) {
  static Generator generator(11);
  return Variable(randn(shape, DType::float32, generator), true);
}

// c[i, j] = Σ over k of a(i, k) b(k, j), one after another from 0 in float.
template <class A, class B>
Floats sequential(Index rows, Index cols, Index inner, A a, B b) {
  Floats out;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < cols; ++j) {
      float total = 0;
      for (Index k = 0; k < inner; ++k) total += a(i, k) * b(k, j);
      out.push_back(total);
    }
  }
  return out;
}

struct Sizes {
  Index rows, in, out;
};

// Around the four lanes and the register tiles.
const Sizes all_sizes[] = {{1, 1, 1}, {2, 3, 4}, {3, 4, 5},   {5, 7, 3},   {4, 8, 16},  {7, 1, 9},
                           {1, 33, 2}, {9, 2, 1}, {17, 31, 33}, {64, 64, 10}, {5, 64, 100}};

TEST(linear, has_the_bits_of_sequential_loops) {
  for (const auto& [rows, in, out] : all_sizes) {
    SCOPED_TRACE(text(rows, " x ", in, " to ", out));
    const Variable x = random_leaf({rows, in});
    const Variable weight = random_leaf({out, in});
    const Variable bias = random_leaf({out});
    const Tensor dy = random_leaf({rows, out}).data();
    const float* px = x.data().data<float>();
    const float* pw = weight.data().data<float>();
    const float* pb = bias.data().data<float>();
    const float* pdy = dy.data<float>();
    const Index i_in = in;
    const Index i_out = out;

    const Variable y = linear(x, weight, bias);
    Floats expected = sequential(rows, out, in, [=](Index i, Index k) { return px[i * i_in + k]; },
                                 [=](Index k, Index j) { return pw[j * i_in + k]; });
    EXPECT_EQ(floats(linear(x, weight, Variable()).data()), expected);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] += pb[static_cast<Index>(i) % out];
    EXPECT_EQ(floats(y.data()), expected);

    y.backward(dy);
    EXPECT_EQ(floats(x.grad()), sequential(rows, in, out, [=](Index i, Index k) { return pdy[i * i_out + k]; },
                                           [=](Index k, Index j) { return pw[k * i_in + j]; }));
    EXPECT_EQ(floats(weight.grad()), sequential(out, in, rows, [=](Index i, Index k) { return pdy[k * i_out + i]; },
                                                [=](Index k, Index j) { return px[k * i_in + j]; }));
    for (Index j = 0; j < out; ++j) {
      // Any order of `rows` float32 additions stays within rows · ε / 2 · Σ |dy|.
      double total = 0;
      double size = 0;
      for (Index i = 0; i < rows; ++i) {
        total += pdy[i * out + j];
        size += std::fabs(pdy[i * out + j]);
      }
      const double bound = static_cast<double>(rows) * std::numeric_limits<float>::epsilon() / 2 * size;
      EXPECT_NEAR(bias.grad().data<float>()[j], total, bound);
    }
  }
}

TEST(matmul, has_the_bits_of_sequential_loops) {
  for (const auto& [n, k, m] : all_sizes) {
    SCOPED_TRACE(text(n, " x ", k, " x ", m));
    const Variable a = random_leaf({n, k});
    const Variable b = random_leaf({k, m});
    const float* pa = a.data().data<float>();
    const float* pb = b.data().data<float>();
    const Index inner = k;
    const Index cols = m;
    const Floats expected = sequential(n, m, k, [=](Index i, Index l) { return pa[i * inner + l]; },
                                       [=](Index l, Index j) { return pb[l * cols + j]; });
    EXPECT_EQ(floats(matmul(a, b).data()), expected);
    // Strides change no bit.
    const Variable turned_a(transpose(transpose(a.data(), 0, 1).clone(), 0, 1));
    const Variable turned_b(transpose(transpose(b.data(), 0, 1).clone(), 0, 1));
    EXPECT_EQ(floats(matmul(turned_a, turned_b).data()), expected);
  }
}

TEST(linear, takes_any_number_of_leading_axes) {
  const Variable weight = random_leaf({3, 4});
  const Variable bias = random_leaf({3});
  const Variable x = random_leaf({2, 5, 4});
  const Variable y = linear(x, weight, bias);
  EXPECT_EQ(y.shape(), Shape({2, 5, 3}));
  EXPECT_EQ(floats(y.data()), floats(linear(reshape(x, {10, 4}), weight, bias).data()));
  EXPECT_EQ(linear(select(select(x, 0, 0), 0, 0), weight, bias).shape(), Shape({3}));
  const Variable turned(permute(x.data(), {1, 0, 2}));
  EXPECT_EQ(floats(linear(turned, weight, bias).data()), floats(permute(y.data(), {1, 0, 2})));
}

TEST(linear, of_nothing) {
  const Variable weight = random_leaf({3, 4});
  const Variable bias = random_leaf({3});
  const Variable x = random_leaf({0, 4});
  const Variable y = linear(x, weight, bias);
  EXPECT_EQ(y.shape(), Shape({0, 3}));
  y.backward(y.data());
  EXPECT_EQ(numbers(weight.grad()), Numbers(12, 0));
  EXPECT_EQ(numbers(bias.grad()), Numbers(3, 0));
  EXPECT_EQ(floats(linear(random_leaf({2, 0}), random_leaf({3, 0}), bias).data()).size(), 6u);
  EXPECT_EQ(numbers(linear(random_leaf({1, 0}), random_leaf({3, 0}), bias)), numbers(bias));
  EXPECT_EQ(linear(random_leaf({2, 4}), random_leaf({0, 4}), random_leaf({0})).shape(), Shape({2, 0}));
  EXPECT_EQ(numbers(matmul(random_leaf({2, 0}), random_leaf({0, 2}))), Numbers(4, 0));
}

TEST(linear, passes_nan_and_infinity_on) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const Variable weight(tensor({1, 2}, {0, 1}));
  const Numbers y = numbers(linear(Variable(tensor({3, 2}, {nan, 1, infinity, 1, 1, infinity})), weight, Variable()));
  EXPECT_TRUE(std::isnan(y[0])) << "0 · NaN is no 0";
  EXPECT_TRUE(std::isnan(y[1])) << "0 · ∞ is no 0";
  EXPECT_EQ(y[2], infinity);
}

// A gradient is added to in place, but never while the product still reads from it; of a small one the product has
// read all before it writes.
TEST(linear, may_read_the_gradient_that_it_adds_to) {
  for (const int n : {3, 70}) {
    Numbers old;
    Numbers dy;
    for (int r = 0; r < n; ++r) {
      for (int c = 0; c < n; ++c) {
        old.push_back((r * c) % 5);
        dy.push_back((r + c) % 3);
      }
    }
    const auto at = [n](int r, int c) { return static_cast<std::size_t>(r * n + c); };
    Variable weight = random_leaf({n, n});
    weight.set_grad(tensor({n, n}, old));
    linear(Variable(weight.grad()), weight, Variable()).backward(tensor({n, n}, dy));
    // Per entry (o, i): the old gradient + Σ over rows r of dy(r, o) · old(r, i).
    Numbers expected;
    for (int o = 0; o < n; ++o) {
      for (int i = 0; i < n; ++i) {
        double sum = old[at(o, i)];
        for (int r = 0; r < n; ++r) sum += dy[at(r, o)] * old[at(r, i)];
        expected.push_back(sum);
      }
    }
    EXPECT_EQ(numbers(weight.grad()), expected) << n;
  }
}

TEST(linear, names_what_does_not_fit) {
  const Variable x(counting({2, 4}));
  const Variable weight(counting({3, 4}));
  const Variable none;
  EXPECT_ERROR(linear(Variable(counting({2, 5})), weight, none), ErrorKind::shape, "linear", "(…, 4)", "(3, 4)",
               "got (2, 5)");
  EXPECT_ERROR(linear(Variable(counting({})), weight, none), ErrorKind::shape, "linear", "got ()");
  EXPECT_ERROR(linear(x, Variable(counting({4})), none), ErrorKind::shape, "linear", "(out, in)", "got (4)");
  EXPECT_ERROR(linear(x, weight, Variable(counting({4}))), ErrorKind::shape, "linear", "(3)", "got (4)");
  EXPECT_ERROR(linear(x, weight, Variable(counting({1, 3}))), ErrorKind::shape, "linear", "got (1, 3)");
  EXPECT_ERROR(linear(Variable(counting({2, 4}, DType::float64)), weight, none), ErrorKind::argument, "linear",
               "got float64 and float32");
  EXPECT_ERROR(linear(Variable(counting({2, 4}, DType::int64)), weight, none), ErrorKind::argument, "linear",
               "got int64 and float32");
  EXPECT_ERROR(linear(x, weight, Variable(counting({3}, DType::float64))), ErrorKind::argument, "linear",
               "float32 and float64");
  EXPECT_ERROR(matmul(x, weight), ErrorKind::shape, "matmul", "got (2, 4) and (3, 4)");
  EXPECT_ERROR(matmul(x, Variable(counting({3}))), ErrorKind::shape, "matmul", "got (2, 4) and (3)");
  EXPECT_ERROR(matmul(x, Variable(counting({4, 1}, DType::float64))), ErrorKind::argument, "matmul",
               "float32 and float64");
}

TEST(linear, gives_gradients_only_where_needed) {
  const Variable x(counting({2, 4}));
  const Variable weight(counting({3, 4}), true);
  const Variable bias(counting({3}));
  const Variable y = linear(x, weight, bias);
  y.backward(Tensor::full({2, 3}, 1, DType::float32));
  EXPECT_FALSE(x.grad().defined());
  EXPECT_FALSE(bias.grad().defined());
  EXPECT_EQ(numbers(weight.grad()), Numbers({4, 6, 8, 10, 4, 6, 8, 10, 4, 6, 8, 10}));
}

TEST(linear_module, draws_its_weights_from_the_generator) {
  Generator used(5);
  Generator fresh(5);
  nn::Linear layer(4, 3, true, used);
  EXPECT_EQ(layer.weight.shape(), Shape({3, 4}));
  EXPECT_EQ(layer.bias.shape(), Shape({3}));
  Floats expected(12);
  fresh.uniform(expected.data(), 12, -0.5, 0.5);  // ±1 / √4
  EXPECT_EQ(floats(layer.weight.data()), expected);
  expected.resize(3);
  fresh.uniform(expected.data(), 3, -0.5, 0.5);
  EXPECT_EQ(floats(layer.bias.data()), expected);
  EXPECT_EQ(used.state(), fresh.state());

  const Variable x = random_leaf({2, 4});
  EXPECT_EQ(floats(layer.forward(x).data()), floats(linear(x, layer.weight, layer.bias).data()));
}

TEST(linear_module, may_have_no_bias_and_no_features) {
  nn::Linear layer(4, 3, false);
  EXPECT_FALSE(layer.bias.defined());
  EXPECT_EQ(layer.parameters().size(), 1u);
  EXPECT_EQ(layer.forward(random_leaf({2, 4})).shape(), Shape({2, 3}));
  nn::Linear empty(0, 2);
  EXPECT_EQ(numbers(empty.bias), Numbers({0, 0}));
  EXPECT_ERROR(nn::Linear(-1, 2), ErrorKind::argument, "Linear", "at least 0", "got -1 and 2");
}

}  // namespace
}  // namespace normlab
