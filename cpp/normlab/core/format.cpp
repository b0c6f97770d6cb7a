#include "normlab/core/format.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "normlab/core/decimal.hpp"

namespace normlab {

namespace {

// PyTorch's default print options.
constexpr int precision = 4;
constexpr Index edge_items = 3;
constexpr int line_width = 80;
constexpr Index summary_threshold = 1000;

bool is_whole(double value) {
  constexpr double all_above_are_whole = 9007199254740992;  // 2^53; where Index ends the cast would be undefined
  return std::fabs(value) >= all_above_are_whole || value == static_cast<double>(static_cast<Index>(value));
}

// `value` by a printf conversion such as 'f'; always with a point, whatever locale the program around us has set.
std::string number(double value, char conversion, int digits) {
  if (std::isnan(value)) return "nan";  // C prints "-nan" where the sign bit is set
  const char format[] = {'%', '.', '*', conversion, '\0'};
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, format, digits, value);
  for (char& c : buffer) {
    if (c == ',') c = '.';
  }
  return buffer;
}

// How all floats of one tensor are written.
struct FloatStyle {
  explicit FloatStyle(const std::vector<double>& values) {
    double least = 0, most = 0;
    bool any = false;
    for (double value : values) {
      if (!decides(value)) continue;
      const double size = std::fabs(value);
      least = any ? std::min(least, size) : size;
      most = any ? std::max(most, size) : size;
      any = true;
      whole = whole && is_whole(value);
    }
    scientific = any && (most / least > 1000 || most > 1e8 || least < 1e-4);
  }

  // Zeros, infinities and NaN have no say, neither in the style nor in the width.
  static bool decides(double value) { return std::isfinite(value) && value != 0; }

  std::string write(double value) const {
    if (scientific) return number(value, 'e', precision);
    if (!whole) return number(value, 'f', precision);
    return std::isfinite(value) ? number(value, 'f', 0) + "." : number(value, 'f', 0);
  }

  bool whole = true;
  bool scientific = false;
};

class TensorText {
 public:
  explicit TensorText(const Tensor& x) : shape_(x.shape()), summarize_(x.numel() > summary_threshold) {
    dispatch(x.dtype(), [&](auto zero) {
      using T = decltype(zero);
      if constexpr (std::is_floating_point_v<T>) {
        std::vector<double> values;
        for_each_shown(x, x.data<T>(), 0, [&](T value) { values.push_back(value); });
        const FloatStyle style(values);
        for (double value : values) add(style.write(value), FloatStyle::decides(value));
      } else if constexpr (std::is_same_v<T, bool>) {
        for_each_shown(x, x.data<T>(), 0, [&](T value) { add(value ? "True" : "False", true); });
      } else {
        for_each_shown(x, x.data<T>(), 0, [&](T value) { add(std::to_string(value), true); });
      }
    });
  }

  // The nested brackets; `indent` is the column of the first one. Uses up the items: call once.
  std::string layout(int indent) { return block(0, indent); }

 private:
  bool cut(int axis) const { return summarize_ && shape_[axis] > 2 * edge_items; }
  Index shown(int axis) const { return cut(axis) ? 2 * edge_items : shape_[axis]; }

  // Calls use(value) for every element that is printed, in order.
  template <class T, class Use>
  void for_each_shown(const Tensor& x, const T* first, int axis, const Use& use) const {
    if (axis == shape_.rank()) {
      use(*first);
      return;
    }
    for (Index i = 0; i < shown(axis); ++i) {
      const Index at = i < edge_items || !cut(axis) ? i : shape_[axis] - 2 * edge_items + i;
      for_each_shown(x, first + at * x.strides()[axis], axis + 1, use);
    }
  }

  void add(std::string item, bool widens) {
    if (widens) width_ = std::max(width_, item.size());
    items_.push_back(std::move(item));
  }

  std::string next_item() {
    const std::string& item = items_[used_++];
    return item.size() < width_ ? std::string(width_ - item.size(), ' ') + item : item;
  }

  std::string block(int axis, int indent) {
    if (axis == shape_.rank()) return next_item();
    if (axis == shape_.rank() - 1) return row(axis, indent);
    const std::string break_line =
        "," + std::string(shape_.rank() - axis - 1, '\n') + std::string(static_cast<std::size_t>(indent) + 1, ' ');
    std::string out = "[";
    for (Index i = 0; i < shown(axis); ++i) {
      if (i > 0) out += break_line;
      if (i == edge_items && cut(axis)) out += "..." + break_line;
      out += block(axis + 1, indent + 1);
    }
    return out + "]";
  }

  std::string row(int axis, int indent) {
    const int element_width = static_cast<int>(width_) + 2;
    const int per_line = (line_width - indent) / element_width;  // 3 or more: no number is wider than 20 columns
    std::string out = "[";
    int count = 0;
    const auto put = [&](const std::string& element) {
      if (count > 0) {
        out += count % per_line == 0 ? ",\n" + std::string(static_cast<std::size_t>(indent) + 1, ' ') : ", ";
      }
      out += element;
      ++count;
    };
    for (Index i = 0; i < shown(axis); ++i) {
      if (i == edge_items && cut(axis)) put(" ...");
      put(next_item());
    }
    return out + "]";
  }

  const Shape& shape_;
  const bool summarize_;
  std::vector<std::string> items_;
  std::size_t width_ = 1;  // PyTorch's, where no item has a say
  std::size_t used_ = 0;
};

// Without elements nothing shows the dtype, so only the default one stays unnamed.
bool names_dtype(const Tensor& x) {
  if (x.dtype() == DType::float32) return false;
  return x.numel() == 0 || !(x.dtype() == DType::int64 || x.dtype() == DType::boolean);
}

}  // namespace

std::string to_string(const Tensor& x, const std::string& suffix) {
  if (!x.defined()) return "None";
  std::string out = "tensor(";
  const std::string margin(out.size(), ' ');
  out += x.numel() == 0 ? "[]" : TensorText(x).layout(static_cast<int>(margin.size()));

  // PyTorch counts the last line of numbers two columns longer than it is; npos + 1 is 0, the start of the only line.
  std::size_t column = out.size() - (out.rfind('\n') + 1) + 2;
  const auto append = [&](const std::string& part) {
    const bool breaks = column + part.size() + 2 > line_width;
    out += breaks ? ",\n" + margin + part : ", " + part;
    column = (breaks ? margin.size() : column + 2) + part.size();
  };
  if (x.numel() == 0 && x.rank() != 1) append("size=" + python_shape(x.shape()));
  if (names_dtype(x)) append(text("dtype=torch.", x.dtype()));
  if (!suffix.empty()) append(suffix);
  return out + ")";
}

std::string python_float(double value) {
  if (std::isnan(value)) return "nan";
  const std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value)) return sign + "inf";
  const auto [digits, exponent] = shortest_decimal(std::fabs(value));
  if (exponent < -4 || exponent >= 16) {
    char power[8];
    std::snprintf(power, sizeof power, "e%+03d", exponent);
    return sign + digits[0] + (digits.size() > 1 ? "." + digits.substr(1) : "") + power;
  }
  if (exponent < 0) return sign + "0." + std::string(static_cast<std::size_t>(-exponent) - 1, '0') + digits;
  const auto point = static_cast<std::size_t>(exponent) + 1;
  std::string whole = digits.substr(0, point);
  whole.resize(point, '0');
  return sign + whole + "." + (digits.size() > point ? digits.substr(point) : "0");
}

std::string python_shape(const Shape& shape) {
  std::string out = text(shape);
  if (shape.rank() == 1) out.insert(out.size() - 1, ",");
  return out;
}

}  // namespace normlab
