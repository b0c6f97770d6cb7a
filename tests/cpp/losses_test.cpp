// cross_entropy and mse_loss: what they refuse, masked and ignored classes, gradients, invariances. The values against
// PyTorch are in golden_layers_test.cpp.
#include "normlab/autograd/losses.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect_error.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/grad_check.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/core/random.hpp"
#include "normlab/core/views.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::leaf;
using testing::numbers;
using testing::Numbers;
using testing::tensor;
using Inputs = std::vector<Variable>;

constexpr double infinity = std::numeric_limits<double>::infinity();

Variable labels(const Numbers& classes) {
  return Variable(tensor({static_cast<Index>(classes.size())}, classes, DType::int64));
}
Variable floats(const Shape& shape, const Numbers& values) { return Variable(tensor(shape, values)); }

class Losses : public ::testing::Test {
 protected:
  Variable randn(const Shape& shape) { return Variable(normlab::randn(shape, DType::float64, generator_)); }
  // Rows of positive numbers that sum to 1.
  Variable probabilities(const Shape& shape) { return Variable(softmax(randn(shape)).data()); }

 private:
  Generator generator_{11};
};

CrossEntropyOptions with(Reduction reduction, double smoothing = 0, Index ignore = -100) {
  return {ignore, smoothing, reduction};
}

TEST_F(Losses, have_the_gradient_of_differences) {
  for (const Reduction reduction : {Reduction::mean, Reduction::sum, Reduction::none}) {
    for (const double smoothing : {0.0, 0.2}) {
      const CrossEntropyOptions options = with(reduction, smoothing, 1);
      const Variable target = labels({2, 1, 0, 3});
      EXPECT_EQ(grad_check([&](const Inputs& in) { return cross_entropy(in[0], target, options); }, {randn({4, 4})}), "");
      const Variable images(tensor({2, 2, 1}, {0, 2, 1, 1}, DType::int64));
      EXPECT_EQ(grad_check([&](const Inputs& in) { return cross_entropy(in[0], images, options); },
                           {randn({2, 3, 2, 1})}),
                "");
      // Probabilities receive gradients too.
      EXPECT_EQ(grad_check([&](const Inputs& in) { return cross_entropy(in[0], in[1], with(reduction, smoothing)); },
                           {randn({3, 4}), probabilities({3, 4})}),
                "");
      EXPECT_EQ(grad_check([&](const Inputs& in) { return cross_entropy(in[0], in[1], with(reduction, smoothing)); },
                           {randn({2, 3, 2}), randn({2, 3, 2})}),
                "");
    }
    EXPECT_EQ(grad_check([&](const Inputs& in) { return mse_loss(in[0], in[1], reduction); },
                         {randn({3, 2}), randn({3, 2})}),
              "");
    EXPECT_EQ(grad_check([&](const Inputs& in) { return mse_loss(transpose(in[0], 0, 1), in[1], reduction); },
                         {randn({3, 2}), randn({2, 3})}),
              "");
  }
}

// Class numbers, their one-hot rows, and smoothing of either are one formula, around the vector width.
TEST_F(Losses, class_numbers_and_their_one_hot_rows_agree) {
  for (const Index classes : {1, 3, 4, 5, 31, 32, 33, 768}) {
    const Variable logits = randn({3, classes});
    const Variable target = labels({0, static_cast<double>(classes - 1), static_cast<double>(classes / 2)});
    Tensor one_hot = Tensor::zeros({3, classes}, DType::float64);
    for (Index r = 0; r < 3; ++r) one_hot.data<double>()[r * classes + target.data().data<std::int64_t>()[r]] = 1;
    for (const double smoothing : {0.0, 0.1, 1.0}) {
      const Numbers by_label = numbers(cross_entropy(logits, target, with(Reduction::none, smoothing)));
      const Numbers by_row = numbers(cross_entropy(logits, Variable(one_hot), with(Reduction::none, smoothing)));
      for (std::size_t r = 0; r < 3; ++r) {
        // A sum over the classes of numbers up to 20, weights adding to 1; t is rounded once on either side.
        EXPECT_NEAR(by_label[r], by_row[r], 20 * (4 + static_cast<double>(classes)) * 0x1p-52) << classes;
      }
    }
  }
}

TEST_F(Losses, shifting_the_logits_of_a_sample_changes_nothing) {
  const Variable logits = randn({3, 5});
  const Variable shifted = add(logits, Variable(tensor({3, 1}, {100, -7, 0.5}, DType::float64)));
  for (const Variable& target : {labels({4, 0, 2}), probabilities({3, 5})}) {
    // 100 costs the logits 7 bits.
    EXPECT_NEAR(item("loss", cross_entropy(logits, target).data()), item("loss", cross_entropy(shifted, target).data()),
                1000 * 0x1p-52);
  }
}

TEST_F(Losses, permuting_classes_or_samples_permutes_the_losses) {
  const Variable logits = randn({4, 3});
  const Numbers all = numbers(cross_entropy(logits, labels({2, 0, 1, 1}), with(Reduction::none)));
  const std::vector<Index> order{3, 1, 0, 2};
  const Variable rows(take_rows(logits.data(), order.data(), 4));
  EXPECT_EQ(numbers(cross_entropy(rows, labels({1, 0, 2, 1}), with(Reduction::none))),
            Numbers({all[3], all[1], all[0], all[2]}));
  const Variable columns(transpose(
      Variable(take_rows(transpose(logits, 0, 1).data(), std::vector<Index>{1, 2, 0}.data(), 3)), 0, 1));
  const Numbers renamed = numbers(cross_entropy(columns, labels({1, 2, 0, 0}), with(Reduction::none)));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(renamed[i], all[i], 8 * 0x1p-52);
}

TEST_F(Losses, a_sample_does_not_depend_on_the_others) {
  const Variable logits = randn({5, 33});
  const Numbers all = numbers(cross_entropy(logits, labels({9, 0, 32, 1, 7}), with(Reduction::none, 0.1)));
  for (Index r = 0; r < 5; ++r) {
    const double label = Numbers{9, 0, 32, 1, 7}[static_cast<std::size_t>(r)];
    EXPECT_EQ(numbers(cross_entropy(slice(logits, 0, r, r + 1, 1), labels({label}), with(Reduction::none, 0.1)))[0],
              all[static_cast<std::size_t>(r)]);
  }
}

// google-deepmind/optax#1762: a masked class; OpenBMB/ModelCenter#14: 0 log 0 in soft targets.
TEST(CrossEntropy, a_masked_class_costs_nothing_unless_it_is_the_target) {
  const double ln2 = 0.6931471805599453;
  for (const DType dtype : {DType::float32, DType::float64}) {
    const double tolerance = dtype == DType::float32 ? 1e-7 : 1e-15;
    const Variable logits(tensor({1, 3}, {-infinity, 0, 0}, dtype));
    for (const Variable& target : {labels({1}), Variable(tensor({1, 3}, {0, 1, 0}, dtype))}) {
      Variable fresh(logits.data(), true);
      const Variable loss = cross_entropy(fresh, target);
      EXPECT_NEAR(item("loss", loss.data()), ln2, tolerance);
      loss.backward();
      EXPECT_EQ(numbers(fresh.grad()), Numbers({0, -0.5, 0.5}));
    }
    const Variable soft(tensor({1, 3}, {0, 0.5, 0.5}, dtype));
    EXPECT_NEAR(item("loss", cross_entropy(logits, soft).data()), ln2, tolerance);
    for (const Variable& target : {labels({0}), Variable(tensor({1, 3}, {1, 0, 0}, dtype))}) {
      EXPECT_EQ(item("loss", cross_entropy(logits, target).data()), infinity);
    }
  }
}

TEST(CrossEntropy, ignored_samples_count_nowhere) {
  const Variable logits = leaf({3, 2}, {0, 0, 1e30, -1e30, std::nan(""), 3});
  const Variable loss = cross_entropy(logits, labels({1, 7, 7}), with(Reduction::mean, 0, 7));
  EXPECT_NEAR(item("loss", loss.data()), std::log(2.0), 1e-15);
  loss.backward();
  EXPECT_EQ(numbers(logits.grad()), Numbers({0.5, -0.5, 0, 0, 0, 0}));
  EXPECT_EQ(numbers(cross_entropy(logits, labels({7, 7, 7}), with(Reduction::sum, 0, 7))), Numbers({0}));
  EXPECT_EQ(numbers(cross_entropy(logits, labels({7, 7, 7}), with(Reduction::none, 0, 7))), Numbers({0, 0, 0}));
  EXPECT_ERROR(cross_entropy(logits, labels({7, 7, 7}), with(Reduction::mean, 0, 7)), ErrorKind::argument,
               "cross_entropy", "other than ignore_index 7", "got none");
}

// pytorch/pytorch#43840: a bad target is named, never read out of bounds or rounded.
TEST(CrossEntropy, names_the_sample_with_a_bad_target) {
  const Variable logits = floats({2, 3}, {2.5, 0, 0, 0, 0, 2.5});
  for (const double bad : {3.0, 1000.0, -1.0, -4.0, 2147483648.0, 4294967297.0}) {
    EXPECT_ERROR(cross_entropy(logits, labels({0, bad})), ErrorKind::argument, "cross_entropy",
                 "expected targets in 0..2, got " + std::to_string(static_cast<std::int64_t>(bad)) + " for sample 1");
    EXPECT_ERROR(cross_entropy(logits, labels({0, bad}), with(Reduction::sum, 0.1)), ErrorKind::argument,
                 "cross_entropy", "for sample 1");
  }
  EXPECT_ERROR(cross_entropy(logits, floats({2}, {0, 1.5})), ErrorKind::argument, "cross_entropy",
               "expected int64 targets (class numbers), got float32: 1.5 for sample 1");
  EXPECT_ERROR(cross_entropy(logits, floats({2}, {0, std::nan("")})), ErrorKind::argument, "cross_entropy", "sample 1");
  EXPECT_ERROR(cross_entropy(logits, floats({2}, {0, 1})), ErrorKind::argument, "cross_entropy", "float32: 0 for sample 0");
  EXPECT_ERROR(cross_entropy(logits, Variable(tensor({2}, {0, 1}, DType::int32))), ErrorKind::argument, "cross_entropy",
               "got int32");
  EXPECT_ERROR(cross_entropy(floats({1, 2, 2}, {0, 0, 0, 0}), Variable(tensor({1, 2}, {0, 5}, DType::int64))),
               ErrorKind::argument, "cross_entropy", "got 5 for sample (0, 1)");
}

TEST(CrossEntropy, refuses_what_does_not_fit) {
  const Variable logits = floats({2, 3}, {2.5, 0, 0, 0, 0, 2.5});
  EXPECT_ERROR(cross_entropy(logits, labels({0, 1, 2})), ErrorKind::shape, "cross_entropy",
               "target of shape (2) (class numbers) or (2, 3)", "got int64 of shape (3)");
  EXPECT_ERROR(cross_entropy(logits, Variable(tensor({2, 3}, {0, 0, 1, 0, 1, 0}, DType::int64))), ErrorKind::shape,
               "cross_entropy", "floating point probabilities", "got int64 of shape (2, 3)");
  EXPECT_ERROR(cross_entropy(logits, Variable(Tensor::zeros({2, 3}, DType::float64))), ErrorKind::argument,
               "cross_entropy", "probabilities of dtype float32, got float64");
  EXPECT_ERROR(cross_entropy(logits, floats({2, 3}, {0, 0, 1, 0, 1, 0}), with(Reduction::mean, 0, 2)),
               ErrorKind::argument, "cross_entropy", "no ignore_index beside class probabilities, got 2");
  for (const double bad : {-0.1, 1.5, std::nan("")}) {
    EXPECT_ERROR(cross_entropy(logits, labels({0, 1}), with(Reduction::mean, bad)), ErrorKind::argument,
                 "cross_entropy", "label_smoothing in 0..1");
  }
  EXPECT_ERROR(cross_entropy(floats({}, {1}), labels({0})), ErrorKind::shape, "cross_entropy", "got ()");
  for (const Reduction reduction : {Reduction::mean, Reduction::sum, Reduction::none}) {
    EXPECT_ERROR(cross_entropy(floats({0, 3}, {}), labels({}), with(reduction)), ErrorKind::argument, "cross_entropy",
                 "at least one sample", "(0, 3)");
  }
  EXPECT_ERROR(cross_entropy(Variable(tensor({1, 2}, {0, 0}, DType::int64)), labels({0})), ErrorKind::argument,
               "cross_entropy", "floating point");
}

TEST(CrossEntropy, nodes_are_named_as_in_pytorch) {
  const Variable logits(Tensor::zeros({2, 3}, DType::float32), true);
  const Variable soft = floats({2, 3}, {0, 0, 1, 0, 1, 0});
  EXPECT_STREQ(cross_entropy(logits, labels({0, 1}), with(Reduction::mean, 0.1)).grad_fn(), "AddBackward0");
  EXPECT_STREQ(cross_entropy(logits, soft).grad_fn(), "DivBackward1");
  EXPECT_STREQ(cross_entropy(logits, soft, with(Reduction::sum)).grad_fn(), "NegBackward0");
  const Variable images(Tensor::zeros({1, 3, 2}, DType::float32), true);
  EXPECT_STREQ(cross_entropy(images, Variable(tensor({1, 2}, {0, 1}, DType::int64))).grad_fn(), "NllLoss2DBackward0");
  EXPECT_STREQ(mse_loss(logits, soft).grad_fn(), "MseLossBackward0");
}

TEST(MseLoss, refuses_shapes_that_pytorch_would_broadcast) {
  EXPECT_ERROR(mse_loss(floats({4, 1}, {1, 2, 3, 4}), floats({4}, {1, 2, 3, 4})), ErrorKind::shape, "mse_loss",
               "expected x and target of one shape, got (4, 1) and (4)");
  EXPECT_ERROR(mse_loss(floats({0}, {}), floats({0}, {})), ErrorKind::argument, "mse_loss", "at least one number",
               "float32(0)");
  EXPECT_ERROR(mse_loss(labels({1}), labels({2})), ErrorKind::argument, "mse_loss", "floating point", "int64(1)");
  EXPECT_EQ(numbers(mse_loss(floats({2}, {1, 5}), labels({3, 2}))), Numbers({6.5}));
}

TEST_F(Losses, mse_sees_differences_only) {
  for (const Index n : {1, 3, 4, 5, 31, 32, 33, 768}) {
    const Variable x = randn({n});
    const Variable target = randn({n});
    double expected = 0;
    for (Index i = 0; i < n; ++i) {
      const double d = numbers(x)[static_cast<std::size_t>(i)] - numbers(target)[static_cast<std::size_t>(i)];
      expected += d * d / static_cast<double>(n);
    }
    const double tolerance = static_cast<double>(n) * expected * 0x1p-52;
    EXPECT_NEAR(item("mse", mse_loss(x, target).data()), expected, tolerance);
    EXPECT_EQ(numbers(mse_loss(target, x)), numbers(mse_loss(x, target)));
    EXPECT_EQ(numbers(mse_loss(mul(x, scalar_like(x, 2, true)), mul(target, scalar_like(x, 2, true)))),
              Numbers({4 * item("mse", mse_loss(x, target).data())}));
  }
}

}  // namespace
}  // namespace normlab
