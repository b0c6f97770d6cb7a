#include "normlab/core/elementwise.hpp"

#include <cmath>
#include <cstring>

#include "normlab/core/expression.hpp"
#include "normlab/core/math.hpp"

namespace normlab {

namespace {

// Contiguous operands of one shape and dtype.
struct Operands {
  Tensor a;
  Tensor b;
};

Operands prepare(const char* tag, const Tensor& a, const Tensor& b, DType dtype) {
  const Shape shape = a.shape() == b.shape() ? a.shape() : broadcast_shapes(tag, a.shape(), b.shape());
  return {broadcast_to(tag, cast(a, dtype), shape).contiguous(), broadcast_to(tag, cast(b, dtype), shape).contiguous()};
}

// Writes an expression of contiguous operands. An assignment to an xtensor container would cover strides and
// broadcasting too, for three times the code.
template <class Expression, class T>
void evaluate(const Expression& expression, T* out) {
  std::copy(expression.linear_cbegin(), expression.linear_cend(), out);
}

template <class T, class Out = T, class F>
Tensor zip(const Operands& in, F f) {
  Tensor out = Tensor::empty(in.a.shape(), dtype_of<Out>);
  const auto a = flat<T>(in.a);
  const auto b = flat<T>(in.b);
  evaluate(f(a, b), out.data<Out>());
  return out;
}

// The same for sums, differences and products: integers wrap around as in PyTorch, which C++ allows unsigned ones only.
template <class T, class F>
Tensor zip_wrapping(const Operands& in, F f) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return zip<T>(in, xt::vectorize([f](T a, T b) {
      return static_cast<T>(f(static_cast<U>(a), static_cast<U>(b)));
    }));
  } else {
    return zip<T>(in, f);
  }
}

template <class T, class F>
Tensor map(const Tensor& x, F f) {
  const Tensor in = x.contiguous();
  Tensor out = Tensor::empty(in.shape(), in.dtype());
  const auto from = flat<T>(in);
  evaluate(f(from), out.data<T>());
  return out;
}

template <class T>
T power(T base, T exponent) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(math::pow(static_cast<double>(base), static_cast<double>(exponent)));
  } else {
    using U = std::make_unsigned_t<T>;
    U product = 1;
    for (U factor = static_cast<U>(base); exponent > 0; exponent /= 2, factor *= factor) {
      if (exponent % 2 == 1) product *= factor;
    }
    return static_cast<T>(product);
  }
}

template <class T>
Tensor arithmetic(const char* tag, Binary op, const Operands& in) {
  // NaN in either operand comes through, and of two equal ones (0 and -0) the first, as in torch.maximum.
  const auto larger = [](T a, T b) { return b != b || a < b ? (a != a ? a : b) : a; };
  const auto smaller = [](T a, T b) { return b != b || a > b ? (a != a ? a : b) : a; };
  switch (op) {
    case Binary::add: return zip_wrapping<T>(in, [](const auto& a, const auto& b) { return a + b; });
    case Binary::sub: return zip_wrapping<T>(in, [](const auto& a, const auto& b) { return a - b; });
    case Binary::mul: return zip_wrapping<T>(in, [](const auto& a, const auto& b) { return a * b; });
    case Binary::maximum: return zip<T>(in, xt::vectorize(larger));
    case Binary::minimum: return zip<T>(in, xt::vectorize(smaller));
    case Binary::pow:
      if constexpr (std::is_integral_v<T>) {
        const auto exponents = flat<T>(in.b);
        for (T exponent : exponents) {
          check(exponent >= 0, ErrorKind::argument, tag, "expected exponents of at least 0 for integers, got ",
                exponent);
        }
      }
      return zip<T>(in, xt::vectorize(power<T>));
    case Binary::div:
      if constexpr (std::is_floating_point_v<T>) return zip<T>(in, [](const auto& a, const auto& b) { return a / b; });
  }
  fail(ErrorKind::internal, tag, "unknown operation");
}

template <class T>
Tensor comparison(const char* tag, Compare op, const Operands& in) {
  switch (op) {
    case Compare::eq: return zip<T, bool>(in, [](const auto& x, const auto& y) { return xt::equal(x, y); });
    case Compare::ne: return zip<T, bool>(in, [](const auto& x, const auto& y) { return xt::not_equal(x, y); });
    case Compare::lt: return zip<T, bool>(in, [](const auto& x, const auto& y) { return x < y; });
    case Compare::le: return zip<T, bool>(in, [](const auto& x, const auto& y) { return x <= y; });
    case Compare::gt: return zip<T, bool>(in, [](const auto& x, const auto& y) { return x > y; });
    case Compare::ge: return zip<T, bool>(in, [](const auto& x, const auto& y) { return x >= y; });
  }
  fail(ErrorKind::internal, tag, "unknown comparison");
}

Tensor logical(const char* tag, Binary op, const Operands& in) {
  check(op != Binary::sub && op != Binary::pow, ErrorKind::argument, tag, "expected numbers, got two bool tensors");
  const bool either = op == Binary::add || op == Binary::maximum;
  return either ? zip<bool>(in, [](const auto& a, const auto& b) { return a || b; })
                : zip<bool>(in, [](const auto& a, const auto& b) { return a && b; });
}

Tensor integer_unary(Unary op, const Tensor& x) {
  using T = std::int64_t;
  const auto negative = [](T v) { return static_cast<T>(std::uint64_t(0) - static_cast<std::uint64_t>(v)); };
  if (op == Unary::neg) return map<T>(x, xt::vectorize(negative));
  if (op == Unary::abs) return map<T>(x, xt::vectorize([negative](T v) { return v < 0 ? negative(v) : v; }));
  return map<T>(x, xt::vectorize([](T v) { return static_cast<T>((v > 0) - (v < 0)); }));
}

}  // namespace

Tensor cast(const Tensor& x, DType dtype) {
  if (x.dtype() == dtype) return x;
  const Tensor in = x.contiguous();
  Tensor out = Tensor::empty(in.shape(), dtype);
  dispatch(x.dtype(), [&](auto from_zero) {
    dispatch(dtype, [&](auto to_zero) {
      using From = decltype(from_zero);
      using To = decltype(to_zero);
      const From* from = in.data<From>();
      std::transform(from, from + in.numel(), out.data<To>(), convert_number<To, From>);
    });
  });
  return out;
}

Tensor broadcast_to(const char* tag, const Tensor& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  for (Index size : shape) {
    check(size >= 0, ErrorKind::shape, tag, "expected sizes of at least 0, got shape ", shape);
  }
  check(broadcast_shapes(tag, x.shape(), shape) == shape, ErrorKind::shape, tag, "expected a shape that broadcasts to ",
        shape, ", got ", x.shape());
  Shape strides = Shape::filled(shape.rank(), 0);
  const int added = shape.rank() - x.rank();
  for (int axis = 0; axis < x.rank(); ++axis) {
    if (x.size(axis) != 1) strides[axis + added] = x.strides()[axis];
  }
  return x.view(shape, strides);
}

DType result_type(const Tensor& a, const Tensor& b) {
  if ((a.rank() == 0) == (b.rank() == 0)) return promote_types(a.dtype(), b.dtype());
  const DType ranked = a.rank() == 0 ? b.dtype() : a.dtype();
  const DType zero_dim = a.rank() == 0 ? a.dtype() : b.dtype();
  return category(zero_dim) > category(ranked) ? promote_types(ranked, zero_dim) : ranked;
}

Tensor binary(const char* tag, Binary op, const Tensor& a, const Tensor& b) {
  DType dtype = result_type(a, b);
  if (op == Binary::div && !is_floating_point(dtype)) dtype = DType::float32;
  // int32 in int64: its low bits are the same, and it needs no code of its own.
  const DType work = dtype == DType::int32 ? DType::int64 : dtype;
  const Operands in = prepare(tag, a, b, work);
  switch (work) {
    case DType::boolean: return logical(tag, op, in);
    case DType::float32: return arithmetic<float>(tag, op, in);
    case DType::float64: return arithmetic<double>(tag, op, in);
    default: return cast(arithmetic<std::int64_t>(tag, op, in), dtype);
  }
}

Tensor compare(const char* tag, Compare op, const Tensor& a, const Tensor& b) {
  // Every number that fits the narrower types fits these two exactly.
  const DType dtype = is_floating_point(result_type(a, b)) ? DType::float64 : DType::int64;
  const Operands in = prepare(tag, cast(a, result_type(a, b)), cast(b, result_type(a, b)), dtype);
  return dtype == DType::float64 ? comparison<double>(tag, op, in) : comparison<std::int64_t>(tag, op, in);
}

Tensor unary(const char* tag, Unary op, const Tensor& x) {
  const bool rounds = op == Unary::floor || op == Unary::ceil || op == Unary::round;
  const bool keeps_integers = op == Unary::neg || op == Unary::abs || op == Unary::sign || rounds;
  check(!((op == Unary::neg || op == Unary::abs) && x.dtype() == DType::boolean), ErrorKind::argument, tag,
        "expected numbers, got a bool tensor");
  if (keeps_integers && !is_floating_point(x.dtype())) {
    return x.dtype() == DType::boolean || rounds ? x : cast(integer_unary(op, cast(x, DType::int64)), x.dtype());
  }
  return dispatch_floating(tag, keeps_integers || is_floating_point(x.dtype()) ? x.dtype() : DType::float32,
                           [&](auto zero) {
    using T = decltype(zero);
    const Tensor in = cast(x, dtype_of<T>);
    // Through double and own functions: the same bits on every platform, correctly rounded but for rare cases.
    const auto through_double = [&](double (*f)(double)) {
      return map<T>(in, xt::vectorize([f](T v) { return static_cast<T>(f(static_cast<double>(v))); }));
    };
    switch (op) {
      case Unary::neg: return map<T>(in, [](const auto& v) { return -v; });
      case Unary::abs: return map<T>(in, [](const auto& v) { return xt::abs(v); });
      case Unary::sqrt: return map<T>(in, [](const auto& v) { return xt::sqrt(v); });
      case Unary::sign: return map<T>(in, xt::vectorize([](T v) -> T { return v != v ? v : T((v > 0) - (v < 0)); }));
      case Unary::floor: return through_double([](double v) { return std::floor(v); });
      case Unary::ceil: return through_double([](double v) { return std::ceil(v); });
      case Unary::round: return through_double([](double v) { return std::nearbyint(v); });  // halves to even
      case Unary::exp: return through_double(math::exp);
      case Unary::log: return through_double(math::log);
      case Unary::sin: return through_double(math::sin);
      case Unary::cos: return through_double(math::cos);
      case Unary::erf: return through_double(math::erf);
    }
    fail(ErrorKind::internal, tag, "unknown function");
  });
}

Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  check(condition.dtype() == DType::boolean, ErrorKind::argument, "where", "expected a bool condition, got ",
        condition.dtype());
  Operands in = prepare("where", a, b, result_type(a, b));
  const Shape shape = broadcast_shapes("where", condition.shape(), in.a.shape());
  in = {broadcast_to("where", in.a, shape).contiguous(), broadcast_to("where", in.b, shape).contiguous()};
  const Tensor chosen = broadcast_to("where", condition, shape).contiguous();
  return dispatch(in.a.dtype(), [&](auto zero) {
    const auto mask = flat<bool>(chosen);
    return zip<decltype(zero)>(in, [&](const auto& x, const auto& y) { return xt::where(mask, x, y); });
  });
}

void add_into(Tensor& target, const Tensor& source) {
  check(target.shape() == source.shape() && target.dtype() == source.dtype(), ErrorKind::internal, "add_into",
        "expected ", target.dtype(), target.shape(), ", got ", source.dtype(), source.shape());
  dispatch(target.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, bool>) {
      fail(ErrorKind::internal, "add_into", "expected numbers, got bool");
    } else {
      // Every gradient passes here, and compilers make lanes of a plain loop only.
      T* to = target.data<T>();
      const T* from = source.data<T>();
      for (Index i = 0, count = target.numel(); i < count; ++i) to[i] += from[i];
    }
  });
}

bool all_finite(const Tensor& x) {
  if (!is_floating_point(x.dtype())) return true;
  const Tensor in = x.contiguous();
  return dispatch_floating("all_finite", in.dtype(), [&](auto zero) {
    using T = decltype(zero);
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr Bits exponent = sizeof(T) == 4 ? Bits(0x7f800000u) : static_cast<Bits>(0x7ff0000000000000ull);
    return std::all_of(in.data<T>(), in.data<T>() + in.numel(), [](T value) {
      Bits bits;
      std::memcpy(&bits, &value, sizeof bits);
      return (bits & exponent) != exponent;
    });
  });
}

}  // namespace normlab
