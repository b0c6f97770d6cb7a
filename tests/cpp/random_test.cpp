// core/random: tensors from a generator, and which generator is the default one. The numbers themselves: rng_test.
#include "normlab/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "expect_error.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::numbers;
using testing::Numbers;

TEST(random, fills_in_row_major_order) {
  Generator used(3);
  const Tensor x = rand({2, 3}, DType::float32, used);
  Generator fresh(3);
  float expected[6];
  fresh.uniform(expected, 6);
  EXPECT_EQ(x.shape(), Shape({2, 3}));
  EXPECT_TRUE(std::equal(expected, expected + 6, x.data<float>()));
  const Tensor y = randn({20}, DType::float64, used);
  double normal[20];
  fresh.normal(normal, 20);
  EXPECT_TRUE(std::equal(normal, normal + 20, y.data<double>()));
  EXPECT_EQ(used.state(), fresh.state());
}

TEST(random, draws_integers) {
  Generator generator(0);
  const Tensor x = randint(-2, 3, {100}, generator);
  EXPECT_EQ(x.dtype(), DType::int64);
  const Numbers drawn = numbers(x);
  EXPECT_EQ(*std::min_element(drawn.begin(), drawn.end()), -2);
  EXPECT_EQ(*std::max_element(drawn.begin(), drawn.end()), 2);
  Numbers order = numbers(randperm(5, generator));
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, Numbers({0, 1, 2, 3, 4}));
  EXPECT_EQ(randperm(0, generator).shape(), Shape({0}));
}

TEST(random, names_what_it_does_not_take) {
  EXPECT_ERROR(rand({2}, DType::int64), ErrorKind::argument, "rand", "floating point", "got int64");
  EXPECT_ERROR(randn({2}, DType::boolean), ErrorKind::argument, "randn", "got bool");
  EXPECT_ERROR(randint(3, 3, {2}), ErrorKind::argument, "randint", "high above low", "low 3 and high 3");
  EXPECT_ERROR(randperm(-1), ErrorKind::argument, "randperm", "got -1");
  EXPECT_ERROR(randn({-1}), ErrorKind::shape, "tensor", "got shape (-1)");
}

TEST(random, a_scope_has_a_default_generator_of_its_own) {
  Generator outer(1);
  Generator inner(2);
  const GeneratorScope scope(outer);
  const Tensor first = rand({4});
  {
    const GeneratorScope nested(inner);
    EXPECT_EQ(&default_generator(), &inner);
    EXPECT_EQ(numbers(rand({4})), [] {
      Generator fresh(2);
      return numbers(rand({4}, DType::float32, fresh));
    }());
  }
  EXPECT_EQ(&default_generator(), &outer);
  Generator fresh(1);
  EXPECT_EQ(numbers(first), numbers(rand({4}, DType::float32, fresh)));
  EXPECT_EQ(numbers(rand({4})), numbers(rand({4}, DType::float32, fresh))) << "the inner scope drew from its own";
}

}  // namespace
}  // namespace normlab
