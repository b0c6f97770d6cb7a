// optim/adam, optim/clip and optim/schedules: formulas, sizes, errors. Against PyTorch: optim_golden_test.
#include "normlab/optim/adam.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "expect_error.hpp"
#include "normlab/core/random.hpp"
#include "normlab/core/views.hpp"
#include "normlab/optim/clip.hpp"
#include "normlab/optim/schedules.hpp"
#include "normlab/optim/sgd.hpp"
#include "tensors.hpp"

namespace normlab::optim {
namespace {

using testing::counting;
using testing::leaf;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

constexpr double infinity = std::numeric_limits<double>::infinity();

double epsilon_of(DType dtype) {
  return dtype == DType::float32 ? static_cast<double>(std::numeric_limits<float>::epsilon())
                                 : std::numeric_limits<double>::epsilon();
}

AdamOptions with_rate(double lr) {
  AdamOptions options;
  options.lr = lr;
  return options;
}

// Cases F01a-c (public bug reports about optimisers). Each step rounds some numbers of at most 2 a few times.
TEST(adam, follows_its_formula) {
  struct Case {
    const char* name;
    Numbers gradients;
    Numbers expected;
  };
  const Case cases[] = {
      {"tiny gradients, where the place of eps shows", {1e-8, 2e-8, -1e-8},
       {0.95, 0.8908720105358283, 0.8662637497237414}},
      {"ordinary ones", {0.5, -0.2, 0.3, 1, -2, 0.1, 0.1, 0.1, 0, 0},
       {0.900000002, 0.8654394181165108, 0.8109953836811554, 0.7381281112211739, 0.7540000774527703,
        0.7654164216547681, 0.7731953634759438, 0.7779115490187538, 0.7820982765767526, 0.7858348349217731}},
      {"zero", {0, 0, 0}, {1, 1, 1}},
  };
  for (const Case& each : cases) {
    for (DType dtype : {DType::float32, DType::float64}) {
      Variable p = leaf({1}, {1}, dtype);
      Adam optimizer({p}, with_rate(0.1));
      for (std::size_t i = 0; i < each.gradients.size(); ++i) {
        p.set_grad(tensor({1}, {each.gradients[i]}, dtype));
        optimizer.step();
        const double tolerance = static_cast<double>(i + 1) * 8 * epsilon_of(dtype);
        EXPECT_NEAR(numbers(p)[0], each.expected[i], tolerance) << each.name << ", " << dtype_name(dtype) << ", " << i;
      }
    }
  }
}

TEST(adam, decays_weights_in_two_ways) {
  AdamOptions options = with_rate(0.1);
  options.weight_decay = 0.5;
  // With g = 0 AdamW only shrinks; Adam takes 0.5 p for a gradient, and its first step is lr whatever the size.
  Variable shrunk = leaf({1}, {2});
  Variable pulled = leaf({1}, {2});
  shrunk.set_grad(tensor({1}, {0}, DType::float64));
  pulled.set_grad(tensor({1}, {0}, DType::float64));
  AdamW({shrunk}, options).step();
  Adam({pulled}, options).step();
  EXPECT_NEAR(numbers(shrunk)[0], 2 * (1 - 0.1 * 0.5), 1e-15);
  EXPECT_NEAR(numbers(pulled)[0], 2 - 0.1, 1e-8);
  EXPECT_EQ(AdamW::defaults().weight_decay, 0.01);
  EXPECT_EQ(AdamOptions().weight_decay, 0);
}

// One parameter of n elements, at any address, does what n parameters of one element do: bit for bit.
TEST(optimizers, treat_every_element_alike) {
  using Make = std::unique_ptr<Optimizer> (*)(std::vector<Variable>);
  const Make makers[] = {
      [](std::vector<Variable> p) -> std::unique_ptr<Optimizer> {
        return std::make_unique<SGD>(std::move(p), SGDOptions{0.1});
      },
      [](std::vector<Variable> p) -> std::unique_ptr<Optimizer> {
        return std::make_unique<SGD>(std::move(p), SGDOptions{0.1, 0.9, 0, 0.01, true});
      },
      [](std::vector<Variable> p) -> std::unique_ptr<Optimizer> { return std::make_unique<Adam>(std::move(p)); },
      [](std::vector<Variable> p) -> std::unique_ptr<Optimizer> { return std::make_unique<AdamW>(std::move(p)); },
  };
  for (std::size_t kind = 0; kind < std::size(makers); ++kind) {
    for (DType dtype : {DType::float32, DType::float64}) {
      for (Index n : {1, 3, 4, 5, 31, 32, 33, 768}) {
        Generator generator(static_cast<std::uint64_t>(n));
        const Tensor start = randn({n + 1}, dtype, generator);
        const Variable whole(slice(start.clone(), 0, 1, n + 1, 1), true);
        std::vector<Variable> parts;
        for (Index i = 0; i < n; ++i) parts.emplace_back(slice(start, 0, i + 1, i + 2, 1).clone(), true);
        const std::unique_ptr<Optimizer> one = makers[kind]({whole});
        const std::unique_ptr<Optimizer> many = makers[kind](parts);
        for (int step = 0; step < 3; ++step) {
          const Tensor slopes = randn({n + 1}, dtype, generator);
          Variable(whole).set_grad(slice(slopes, 0, 1, n + 1, 1));
          for (Index i = 0; i < n; ++i) parts[static_cast<std::size_t>(i)].set_grad(slice(slopes, 0, i + 1, i + 2, 1));
          one->step();
          many->step();
        }
        const Numbers got = numbers(whole);
        for (std::size_t i = 0; i < got.size(); ++i) {
          ASSERT_EQ(got[i], numbers(parts[i])[0]) << "optimizer " << kind << ", " << n << " elements, element " << i;
        }
      }
    }
  }
}

TEST(optimizers, count_the_steps_of_each_parameter) {
  Variable early = leaf({1}, {1});
  Variable late = leaf({1}, {1});
  Adam optimizer({early, late}, with_rate(0.1));
  early.set_grad(tensor({1}, {1}, DType::float64));
  optimizer.step();
  EXPECT_EQ(numbers(late), Numbers({1}));
  EXPECT_FALSE(optimizer.state()[1].first.defined());
  early.zero_grad(true);
  late.set_grad(tensor({1}, {1}, DType::float64));
  optimizer.step();
  EXPECT_EQ(numbers(late), numbers(early)) << "its first step is a first step";
  EXPECT_EQ(optimizer.state()[0].steps, 1);
  EXPECT_EQ(optimizer.state()[1].steps, 1);
}

TEST(optimizers, go_on_from_a_loaded_state) {
  const auto run = [](Optimizer& optimizer, Variable& p, int from, int to) {
    for (int i = from; i < to; ++i) {
      p.set_grad(tensor({2}, {1.0 + i, -2.0}, DType::float64));
      optimizer.step();
    }
  };
  Variable broken = leaf({2}, {1, 2});
  Adam begin({broken}, with_rate(0.1));
  run(begin, broken, 0, 3);
  Adam end({broken}, with_rate(0.1));
  end.load_state(begin.state());
  EXPECT_FALSE(end.state()[0].first.shares_storage(begin.state()[0].first)) << "a copy";
  run(end, broken, 3, 6);
  Variable straight = leaf({2}, {1, 2});
  Adam whole({straight}, with_rate(0.1));
  run(whole, straight, 0, 6);
  EXPECT_EQ(numbers(broken), numbers(straight));
  EXPECT_ERROR(end.load_state({}), ErrorKind::argument, "Adam", "1 parameters", "got 0");
  EXPECT_ERROR(end.load_state({{1, counting({3}, DType::float64), Tensor()}}), ErrorKind::shape, "Adam", "(2)", "(3)");
  EXPECT_ERROR(end.load_state({{1, counting({2}), Tensor()}}), ErrorKind::shape, "Adam", "float64", "float32");
}

TEST(adam, names_options_that_it_does_not_take) {
  const auto make = [](double lr, double beta1, double beta2, double eps, double decay) {
    Adam optimizer({leaf(1)}, {lr, beta1, beta2, eps, decay});
  };
  EXPECT_ERROR(make(-1, 0.9, 0.999, 1e-8, 0), ErrorKind::argument, "Adam", "lr", "got -1");
  EXPECT_ERROR(make(1, 1, 0.999, 1e-8, 0), ErrorKind::argument, "Adam", "betas in [0, 1)", "got 1");
  EXPECT_ERROR(make(1, 0.9, -0.1, 1e-8, 0), ErrorKind::argument, "Adam", "betas in [0, 1)", "got -0.1");
  EXPECT_ERROR(make(1, 0.9, std::nan(""), 1e-8, 0), ErrorKind::argument, "Adam", "betas", "got nan");
  EXPECT_ERROR(make(1, 0.9, 0.999, -1e-8, 0), ErrorKind::argument, "Adam", "eps", "got -1e-08");
  EXPECT_ERROR(make(1, 0.9, 0.999, 1e-8, infinity), ErrorKind::argument, "Adam", "weight_decay", "got inf");
  EXPECT_ERROR(AdamW({leaf(1)}, with_rate(-1)), ErrorKind::argument, "AdamW", "lr", "got -1");
  const Variable twice = leaf(1);
  EXPECT_ERROR(Adam({twice, leaf(1), twice}), ErrorKind::argument, "optimizer", "each parameter once", "0 and 2");
}

TEST(clip_grad_norm, scales_only_what_is_too_long) {
  Variable p = leaf({2}, {0, 0});
  p.set_grad(tensor({2}, {3, 4}, DType::float64));
  EXPECT_EQ(clip_grad_norm_({p}, 6), 5);
  EXPECT_EQ(numbers(p.grad()), Numbers({3, 4}));
  EXPECT_EQ(clip_grad_norm_({p}, infinity), 5);
  EXPECT_EQ(clip_grad_norm_({p}, 1), 5);
  EXPECT_NEAR(numbers(p.grad())[0], 3 / (5 + 1e-6), 1e-15);
  EXPECT_NEAR(numbers(p.grad())[1], 4 / (5 + 1e-6), 1e-15);
  EXPECT_EQ(grad_norm({p, leaf(1)}, infinity), numbers(p.grad())[1]);
  EXPECT_EQ(clip_grad_norm_({leaf(1)}, 1), 0) << "no gradients";
}

TEST(clip_grad_norm, sees_what_is_not_finite) {
  for (double bad : {std::nan(""), infinity, -infinity}) {
    for (double norm_type : {2.0, infinity}) {
      Variable p = leaf({7}, Numbers(7, 0), DType::float32);
      p.set_grad(tensor({7}, {1, bad, 2, 3, 4, 5, 6}));
      EXPECT_ERROR(clip_grad_norm_({p}, 1, norm_type, true), ErrorKind::argument, "clip_grad_norm_", "finite norm");
      EXPECT_EQ(numbers(p.grad())[6], 6) << "unchanged";
      const double norm = clip_grad_norm_({p}, 1, norm_type);
      EXPECT_FALSE(std::isfinite(norm));
      EXPECT_EQ(std::isnan(norm), std::isnan(bad));
      EXPECT_TRUE(std::isnan(numbers(p.grad())[1]));
    }
  }
  EXPECT_ERROR(clip_grad_norm_({leaf(1)}, -1), ErrorKind::argument, "clip_grad_norm_", "max_norm", "got -1");
  EXPECT_ERROR(clip_grad_norm_({leaf(1)}, std::nan("")), ErrorKind::argument, "clip_grad_norm_", "max_norm");
  EXPECT_ERROR(clip_grad_norm_({leaf(1)}, 1, 1), ErrorKind::argument, "clip_grad_norm_", "norm_type", "got 1");
}

// Cases F05a-c: the first rate is above 0, none is above the base, and no length is too short.
TEST(schedules, warm_up) {
  const double expected[] = {0.025, 0.05, 0.1 * 0.75, 0.1, 0.1, 0.1};
  for (Index t = 0; t < 6; ++t) {
    EXPECT_EQ(0.1 * warmup_factor(t, 4), expected[t]);
    EXPECT_EQ(warmup_factor(t, 0), 1);
  }
  for (Index t = 0; t < 4; ++t) EXPECT_EQ(0.1 * warmup_cosine_factor(t, 4, 4), expected[t]);
  EXPECT_EQ(warmup_cosine_factor(4, 4, 4), 0);
  EXPECT_EQ(warmup_cosine_factor(4, 4, 14), 1);
  EXPECT_NEAR(warmup_cosine_factor(9, 4, 14), 0.5, epsilon_of(DType::float64));
  EXPECT_EQ(warmup_cosine_factor(14, 4, 14), 0);
  EXPECT_EQ(warmup_cosine_factor(99, 4, 14), 0);
}

}  // namespace
}  // namespace normlab::optim
