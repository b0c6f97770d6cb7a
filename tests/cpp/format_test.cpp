// core/format and autograd/format: every text of golden_format.json, which PyTorch and Python printed.
#include "normlab/autograd/format.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "golden.hpp"
#include "normlab/core/decimal.hpp"
#include "normlab/core/format.hpp"

namespace normlab {
namespace {

using testing::Json;

const Json& golden() {
  static const Json file = testing::golden("golden_format.json");
  return file;
}

Shape shape_of(const Json& sizes) { return Shape(sizes.get<std::vector<Index>>()); }

// One stored element: the bits of a float in hex, an integer in decimal.
template <class T>
T element(const char* word, char** end) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const Bits bits = static_cast<Bits>(std::strtoull(word, end, 16));
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  } else {
    return static_cast<T>(std::strtoll(word, end, 10));
  }
}

// The tensor of a case: "values" repeated over a storage of "count" elements, seen with shape, strides and offset.
Tensor tensor_of(const Json& entry) {
  const std::string words = entry["values"].get<std::string>();
  const Index count = entry["count"].get<Index>();
  Tensor storage = Tensor::empty({count}, dtype_from_name(entry["dtype"].get<std::string>()));
  dispatch(storage.dtype(), [&](auto zero) {
    using T = decltype(zero);
    char* word = const_cast<char*>(words.c_str());
    for (Index i = 0; i < count; ++i) {
      if (*word == '\0') word = const_cast<char*>(words.c_str());
      storage.data<T>()[i] = element<T>(word, &word);
    }
  });
  const Shape shape = shape_of(entry["shape"]);
  if (!entry.contains("strides")) return storage.view(shape, contiguous_strides(shape));
  return storage.view(shape, shape_of(entry["strides"]), entry["offset"].get<Index>());
}

// The same numbers as a leaf or as the result of the operation that the case names.
Variable variable_of(const Json& entry) {
  const Tensor x = tensor_of(entry);
  if (!entry.contains("grad_fn")) return Variable(x, entry.contains("requires_grad"));
  const Variable leaf(Tensor::zeros({}, DType::float32), true);
  return record(entry["grad_fn"].get_ref<const std::string&>().c_str(), x, {leaf}, [](Backward&) {});
}

TEST(format, prints_tensors_as_pytorch) {
  const Json& tensors = golden()["tensors"];
  ASSERT_GE(tensors.size(), 250u);
  for (const Json& entry : tensors) {
    EXPECT_EQ(to_string(variable_of(entry)), entry["text"].get<std::string>()) << entry["name"];
  }
}

TEST(format, prints_what_a_variable_holds) {
  for (const Json& entry : golden()["tensors"]) {
    if (entry.contains("grad_fn") || entry.contains("requires_grad")) continue;
    EXPECT_EQ(to_string(tensor_of(entry)), entry["text"].get<std::string>()) << entry["name"];
  }
}

TEST(format, adds_a_suffix_of_the_caller) {
  EXPECT_EQ(to_string(Tensor::full({2}, 1, DType::float64), "mine"), "tensor([1., 1.], dtype=torch.float64, mine)");
}

TEST(format, prints_undefined_as_none) {
  EXPECT_EQ(to_string(Tensor()), "None");
  EXPECT_EQ(to_string(Variable()), "None");
}

TEST(format, writes_floats_as_python) {
  const Json& floats = golden()["floats"];
  ASSERT_GE(floats.size(), 100u);
  for (const Json& pair : floats) {
    EXPECT_EQ(python_float(element<double>(pair[0].get_ref<const std::string&>().c_str(), nullptr)),
              pair[1].get<std::string>());
  }
}

TEST(format, finds_the_shortest_decimal) {
  EXPECT_EQ(shortest_decimal(0).digits, "0");
  EXPECT_EQ(shortest_decimal(1e-5).digits, "1");
  EXPECT_EQ(shortest_decimal(1e-5).exponent, -5);
}

TEST(format, writes_shapes_as_python) {
  const Json& shapes = golden()["shapes"];
  ASSERT_GE(shapes.size(), 5u);
  for (const Json& pair : shapes) EXPECT_EQ(python_shape(shape_of(pair[0])), pair[1].get<std::string>());
}

}  // namespace
}  // namespace normlab
