// The gradient check finds wrong gradients, says where, and leaves its inputs alone.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "expect_error.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/grad_check.hpp"
#include "normlab/core/views.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::leaf;
using testing::tensor;

using Inputs = std::vector<Variable>;
using Function = std::function<Variable(const Inputs&)>;

// An operation on two (2, 2) inputs with a product's value and the given gradients.
std::string check_of_wrong_product(const std::function<void(Backward&)>& backward) {
  return grad_check([&](const Inputs& in) {
    return record("WrongBackward0", binary("mul", Binary::mul, in[0].data(), in[1].data()), {in[0], in[1]}, backward);
  }, {leaf({2, 2}, {0.3, -0.7, 1.1, 0.9}), leaf({2, 2}, {0.5, 0.8, -0.4, 1.3})});
}

Tensor times(const Tensor& a, const Tensor& b) { return binary("mul", Binary::mul, a, b); }

TEST(gradient_check, finds_wrong_gradients) {
  const Tensor a = tensor({2, 2}, {0.3, -0.7, 1.1, 0.9}, DType::float64);
  const Tensor b = tensor({2, 2}, {0.5, 0.8, -0.4, 1.3}, DType::float64);
  const Tensor almost_one = tensor({}, {1.00001}, DType::float64);
  const auto give = [](const Tensor& to_a, const Tensor& to_b) {
    return check_of_wrong_product([=](Backward& pass) {
      if (to_a.defined()) pass.give(0, times(pass.dy(), to_a));
      if (to_b.defined()) pass.give(1, times(pass.dy(), to_b));
    });
  };
  EXPECT_EQ(give(b, a), "");
  EXPECT_NE(give(times(b, almost_one), a), "") << "1e-5 too large";
  EXPECT_NE(give(a, b), "") << "given to the other input";
  EXPECT_NE(give(b, Tensor()), "") << "one forgotten";
  EXPECT_NE(give(transpose(b, 0, 1), a), "") << "transposed";
  // Right if dy were 1 everywhere, as for a plain sum of the outputs.
  EXPECT_NE(check_of_wrong_product([=](Backward& pass) {
    pass.give(0, b.clone());
    pass.give(1, a.clone());
  }), "");
  EXPECT_NE(give(times(b, tensor({}, {std::nan("")}, DType::float64)), a), "");
}

TEST(gradient_check, says_where_and_how_much) {
  const std::string report = check_of_wrong_product([](Backward& pass) {
    pass.give(0, times(pass.dy(), tensor({2, 2}, {0.5, 0.8, -0.4, 1.3}, DType::float64)));
  });
  EXPECT_NE(report.find("input 1, element 0: backward gives 0, differences give "), std::string::npos) << report;
}

TEST(gradient_check, needs_contiguous_float64) {
  const Function same = [](const Inputs& in) { return in[0]; };
  EXPECT_ERROR(grad_check(same, {Variable(counting({2}))}), ErrorKind::argument, "grad_check", "got float32(2)");
  EXPECT_ERROR(grad_check(same, {Variable(counting({2, 2}, DType::float64).view({2, 2}, {1, 2}))}),
               ErrorKind::argument, "grad_check", "contiguous");
}

TEST(gradient_check, leaves_its_inputs_as_they_were) {
  const Variable x = leaf({3}, {0.1, 0.2, 0.3});
  EXPECT_EQ(grad_check([](const Inputs& in) { return mul(in[0], in[0]); }, {x}), "");
  EXPECT_EQ(testing::numbers(x), testing::Numbers({0.1, 0.2, 0.3}));
  EXPECT_FALSE(x.grad().defined());
}

}  // namespace
}  // namespace normlab
