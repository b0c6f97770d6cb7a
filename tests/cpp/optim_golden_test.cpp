// optim against PyTorch 1.13: 200 steps of a small net, clipped gradients, and rates over 25 steps.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "golden.hpp"
#include "normlab/autograd/activations.hpp"
#include "normlab/autograd/linear.hpp"
#include "normlab/autograd/losses.hpp"
#include "normlab/core/elementwise.hpp"
#include "normlab/core/random.hpp"
#include "normlab/nn/linear.hpp"
#include "normlab/optim/adam.hpp"
#include "normlab/optim/clip.hpp"
#include "normlab/optim/schedules.hpp"
#include "normlab/optim/sgd.hpp"
#include "tensors.hpp"

namespace normlab::optim {
namespace {

using testing::golden;
using testing::Json;
using testing::Numbers;
using testing::numbers;
using testing::tensor;

double epsilon_of(DType dtype) {
  return dtype == DType::float32 ? static_cast<double>(std::numeric_limits<float>::epsilon())
                                 : std::numeric_limits<double>::epsilon();
}

double number(const Json& object, const char* key, double otherwise) {
  return object.contains(key) ? object[key].get<double>() : otherwise;
}

Numbers to_numbers(const Json& list) {
  Numbers out;
  for (const Json& item : list) out.push_back(item.get<double>());
  return out;
}

AdamOptions adam_options(const Json& given, AdamOptions options) {
  options.lr = number(given, "lr", options.lr);
  options.eps = number(given, "eps", options.eps);
  options.weight_decay = number(given, "weight_decay", options.weight_decay);
  if (given.contains("betas")) {
    options.beta1 = given["betas"][0].get<double>();
    options.beta2 = given["betas"][1].get<double>();
  }
  return options;
}

std::unique_ptr<Optimizer> make_optimizer(const Json& run, std::vector<Variable> parameters) {
  const Json& given = run["options"];
  const std::string name = run["optimizer"].get<std::string>();
  if (name == "Adam") return std::make_unique<Adam>(std::move(parameters), adam_options(given, {}));
  if (name == "AdamW") return std::make_unique<AdamW>(std::move(parameters), adam_options(given, AdamW::defaults()));
  SGDOptions options{given["lr"].get<double>()};
  options.momentum = number(given, "momentum", 0);
  options.dampening = number(given, "dampening", 0);
  options.weight_decay = number(given, "weight_decay", 0);
  options.nesterov = given.contains("nesterov");
  return std::make_unique<SGD>(std::move(parameters), options);
}

// A step of size r rounds a few numbers of at most r, and Adam divides by √v: a relative error of the gradient stays
// one of the step. The gradient of a mean over 33 examples carries a few of its own. So each step may add
// `lr · 32 · epsilon`, plus the rounding of p itself; the net is no chaotic one, errors add up and do not multiply.
double tolerance(const Json& run, DType dtype, Index steps) {
  const double rate = number(run["options"], "lr", 0.001) / (1 - number(run["options"], "momentum", 0));
  return static_cast<double>(steps) * epsilon_of(dtype) * (rate * 32 + 1);
}

TEST(optim_golden, trains_a_net_as_pytorch) {
  const Json file = golden("golden_optim.json");
  for (const Json& run : file["training"]) {
    const DType dtype = dtype_from_name(run["dtype"].get<std::string>());
    const std::string label = run["optimizer"].get<std::string>() + " " + dtype_name(dtype);
    Generator generator(0);
    const nn::Linear first(5, 7, true, generator);
    const nn::Linear second(7, 3, true, generator);
    const Variable x(cast(randn({33, 5}, DType::float32, generator), dtype));
    const Tensor y = randint(0, 3, {33}, generator);
    std::vector<Variable> weights;
    for (const Variable& from : {first.weight, first.bias, second.weight, second.bias}) {
      weights.emplace_back(cast(from.data(), dtype).clone(), true);
    }
    const std::unique_ptr<Optimizer> optimizer = make_optimizer(run, weights);
    Index steps = 0;
    for (std::size_t i = 0; i < file["kept"].size(); ++i) {
      double loss = 0;
      for (; steps < file["kept"][i].get<Index>(); ++steps) {
        optimizer->zero_grad();
        const Variable hidden = tanh(linear(x, weights[0], weights[1]));
        const Variable out = cross_entropy(linear(hidden, weights[2], weights[3]), Variable(y));
        out.backward();
        optimizer->step();
        loss = item("loss", out.data());
      }
      const double bound = tolerance(run, dtype, steps);
      EXPECT_NEAR(loss, run["losses"][i].get<double>(), bound) << label << ", step " << steps;
      Numbers got;
      for (const Variable& weight : weights) {
        const Numbers part = numbers(weight);
        got.insert(got.end(), part.begin(), part.end());
      }
      const Numbers expected = to_numbers(run["parameters"][i]);
      ASSERT_EQ(got.size(), expected.size());
      for (std::size_t k = 0; k < got.size(); ++k) {
        ASSERT_NEAR(got[k], expected[k], bound) << label << ", step " << steps << ", element " << k;
      }
    }
  }
}

TEST(optim_golden, clips_as_pytorch) {
  const Json file = golden("golden_optim.json");
  for (const Json& each : file["clipping"]) {
    std::vector<Variable> parameters;
    for (const Shape& shape : {Shape({33}), Shape({2}), Shape({3, 5})}) {
      parameters.emplace_back(Tensor::zeros(shape, DType::float32), true);
    }
    parameters[0].set_grad(tensor({33}, to_numbers(each["before"][0])));
    parameters[2].set_grad(tensor({3, 5}, to_numbers(each["before"][1])));
    const bool by_size = each["norm_type"].is_string();
    const double norm = clip_grad_norm_(parameters, each["max_norm"].get<double>(),
                                        by_size ? std::numeric_limits<double>::infinity() : 2);
    // PyTorch adds 48 squares in float, rounding each sum.
    const double relative = 48 * epsilon_of(DType::float32);
    EXPECT_NEAR(norm, each["norm"].get<double>(), relative * norm);
    EXPECT_FALSE(parameters[1].grad().defined());
    for (int part = 0; part < 2; ++part) {
      const Numbers got = numbers(parameters[part == 0 ? 0 : 2].grad());
      const Numbers expected = to_numbers(each["after"][part]);
      for (std::size_t i = 0; i < got.size(); ++i) {
        EXPECT_NEAR(got[i], expected[i], relative * std::fabs(expected[i])) << part << ", " << i;
      }
    }
  }
}

double next_rate(const Json& rule, double lr, Index t, double base) {
  const std::string name = rule["name"].get<std::string>();
  const auto whole = [&](const char* key, Index otherwise) {
    return rule.contains(key) ? rule[key].get<Index>() : otherwise;
  };
  if (name == "ConstantLR") return constant_lr(lr, t, number(rule, "factor", 1.0 / 3), whole("total_iters", 5));
  if (name == "LinearLR") {
    return linear_lr(lr, t, number(rule, "start_factor", 1.0 / 3), number(rule, "end_factor", 1),
                     whole("total_iters", 5));
  }
  if (name == "CosineAnnealingLR") {
    return cosine_annealing_lr(lr, t, base, whole("T_max", 0), number(rule, "eta_min", 0));
  }
  return step_lr(lr, t, whole("step_size", 1), number(rule, "gamma", 0.1));
}

TEST(optim_golden, changes_rates_as_pytorch) {
  const Json file = golden("golden_optim.json");
  for (const Json& each : file["schedules"]) {
    const double base = 0.1;
    double lr = base;
    for (std::size_t t = 0; t < each["rates"].size(); ++t) {
      for (const Json& rule : each["schedules"]) lr = next_rate(rule, lr, static_cast<Index>(t), base);
      // Every step multiplies by a factor that was rounded a few times.
      const double bound = static_cast<double>(t + 1) * 8 * epsilon_of(DType::float64) * base;
      EXPECT_NEAR(lr, each["rates"][t].get<double>(), bound) << each << ", step " << t;
    }
  }
}

}  // namespace
}  // namespace normlab::optim
