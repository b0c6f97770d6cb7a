#include "normlab/autograd/arithmetic.hpp"

#include "normlab/autograd/tensor_math.hpp"

namespace normlab {

Variable add(const Variable& a, const Variable& b) {
  Tensor y = a.data() + b.data();
  return record("AddBackward0", std::move(y), {a, b}, [](Backward& pass) {
    if (pass.needs(0)) pass.give_reduced(0, pass.dy());
    if (pass.needs(1)) pass.give_reduced(1, pass.dy());
  });
}

Variable sub(const Variable& a, const Variable& b) {
  Tensor y = a.data() - b.data();
  return record("SubBackward0", std::move(y), {a, b}, [](Backward& pass) {
    if (pass.needs(0)) pass.give_reduced(0, pass.dy());
    if (pass.needs(1)) pass.give_reduced(1, -pass.dy());
  });
}

Variable mul(const Variable& a, const Variable& b) {
  Tensor y = a.data() * b.data();
  return record("MulBackward0", std::move(y), {a, b}, [a = Saved(a.data()), b = Saved(b.data())](Backward& pass) {
    if (pass.needs(0)) pass.give_reduced(0, pass.dy() * b.get("mul"));
    if (pass.needs(1)) pass.give_reduced(1, pass.dy() * a.get("mul"));
  });
}

Variable div(const Variable& a, const Variable& b) {
  Tensor y = a.data() / b.data();
  return record("DivBackward0", std::move(y), {a, b}, [a = Saved(a.data()), b = Saved(b.data())](Backward& pass) {
    if (pass.needs(0)) pass.give_reduced(0, pass.dy() / b.get("div"));
    if (pass.needs(1)) pass.give_reduced(1, -pass.dy() * (a.get("div") / b.get("div") / b.get("div")));
  });
}

namespace {

// base^exponent; the common numbers 1 and 2 without the general function, which gives the same bits.
Tensor power(const Tensor& base, const Tensor& exponent) {
  const bool plain = exponent.rank() == 0 && is_floating_point(base.dtype()) &&
                     result_type(base, exponent) == base.dtype();
  const double number = plain ? item("pow", exponent) : 0;
  if (number == 1) return base;
  return number == 2 ? base * base : binary("pow", Binary::pow, base, exponent);
}

}  // namespace

Variable pow(const Variable& a, const Variable& b) {
  Tensor y = power(a.data(), b.data());
  if (y.shares_storage(a.data())) y = y.clone();
  // PyTorch's names: 0 for a number as exponent.
  const char* name = b.data().rank() == 0 && !b.requires_grad() ? "PowBackward0" : "PowBackward1";
  return record(name, y, {a, b},
                [a = Saved(a.data()), b = Saved(b.data()), y = Saved(y)](Backward& pass) {
    const Tensor& base = a.get("pow");
    const Tensor& exponent = b.get("pow");
    const Tensor zero = constant(y.peek(), 0);
    if (pass.needs(0)) {
      const Tensor slope = exponent * power(base, exponent - constant(exponent, 1));
      // x^0 is flat everywhere, 0 included, where the formula would be 0 · ∞.
      pass.give_reduced(0, pass.dy() * where(compare("pow", Compare::eq, exponent, zero), zero, slope));
    }
    if (pass.needs(1)) {
      // 0^b is flat for b >= 0, where the formula would be 0 · -∞.
      const Tensor slope = y.get("pow") * unary("pow", Unary::log, base);
      const Tensor flat_part = binary("pow", Binary::mul, compare("pow", Compare::eq, base, zero),
                                      compare("pow", Compare::ge, exponent, zero));
      pass.give_reduced(1, pass.dy() * where(flat_part, zero, slope));
    }
  });
}

namespace {

Variable larger_or_smaller(const char* tag, const char* op, Binary which, Compare loses, const Variable& a,
                           const Variable& b) {
  Tensor y = binary(tag, which, a.data(), b.data());
  return record(op, std::move(y), {a, b}, [tag, loses, a = Saved(a.data()), b = Saved(b.data())](Backward& pass) {
    const Tensor& left = a.get(tag);
    const Tensor& right = b.get(tag);
    const Tensor half = pass.dy() * constant(pass.dy(), 0.5);
    const Tensor zero = constant(pass.dy(), 0);
    const Tensor share = where(compare(tag, Compare::eq, left, right), half, pass.dy());
    if (pass.needs(0)) pass.give_reduced(0, where(compare(tag, loses, left, right), zero, share));
    if (pass.needs(1)) pass.give_reduced(1, where(compare(tag, loses, right, left), zero, share));
  });
}

}  // namespace

Variable maximum(const Variable& a, const Variable& b) {
  return larger_or_smaller("maximum", "MaximumBackward0", Binary::maximum, Compare::lt, a, b);
}

Variable minimum(const Variable& a, const Variable& b) {
  return larger_or_smaller("minimum", "MinimumBackward0", Binary::minimum, Compare::gt, a, b);
}

namespace {

// dy, x and y to dx.
using Slope = Tensor (*)(const Tensor& dy, const Tensor& x, const Tensor& y);

// f(x), with a slope from x or from y = f(x); what it does not read need not stay as it was.
Variable map_x(const char* tag, const char* op, Unary f, const Variable& x, Slope slope) {
  return record(op, unary(tag, f, x.data()), {x}, [tag, slope, x = Saved(x.data())](Backward& pass) {
    pass.give(0, slope(pass.dy(), x.get(tag), x.peek()));
  });
}
Variable map_y(const char* tag, const char* op, Unary f, const Variable& x, Slope slope) {
  Tensor result = unary(tag, f, x.data());
  return record(op, result, {x}, [tag, slope, y = Saved(result)](Backward& pass) {
    pass.give(0, slope(pass.dy(), y.peek(), y.get(tag)));
  });
}

Tensor flat_slope(const Tensor& dy, const Tensor&, const Tensor&) { return Tensor::zeros(dy.shape(), dy.dtype()); }

}  // namespace

Variable neg(const Variable& x) {
  return record("NegBackward0", -x.data(), {x}, [](Backward& pass) { pass.give(0, -pass.dy()); });
}

Variable abs(const Variable& x) {
  return map_x("abs", "AbsBackward0", Unary::abs, x,
               [](const Tensor& dy, const Tensor& v, const Tensor&) { return dy * unary("abs", Unary::sign, v); });
}

Variable exp(const Variable& x) {
  return map_y("exp", "ExpBackward0", Unary::exp, x,
               [](const Tensor& dy, const Tensor&, const Tensor& y) { return dy * y; });
}

Variable log(const Variable& x) {
  return map_x("log", "LogBackward0", Unary::log, x,
               [](const Tensor& dy, const Tensor& v, const Tensor&) { return dy / v; });
}

Variable sqrt(const Variable& x) {
  return map_y("sqrt", "SqrtBackward0", Unary::sqrt, x,
               [](const Tensor& dy, const Tensor&, const Tensor& y) { return dy / (constant(dy, 2) * y); });
}

Variable rsqrt(const Variable& x) {
  Tensor result = constant(x.data(), 1) / unary("rsqrt", Unary::sqrt, x.data());
  return record("RsqrtBackward0", result, {x}, [y = Saved(result)](Backward& pass) {
    const Tensor& root = y.get("rsqrt");
    pass.give(0, pass.dy() * constant(root, -0.5) * root * root * root);
  });
}

Variable reciprocal(const Variable& x) {
  Tensor result = constant(x.data(), 1) / x.data();
  return record("ReciprocalBackward0", result, {x}, [y = Saved(result)](Backward& pass) {
    const Tensor& inverse = y.get("reciprocal");
    pass.give(0, -pass.dy() * inverse * inverse);
  });
}

Variable sin(const Variable& x) {
  return map_x("sin", "SinBackward0", Unary::sin, x,
               [](const Tensor& dy, const Tensor& v, const Tensor&) { return dy * unary("sin", Unary::cos, v); });
}

Variable cos(const Variable& x) {
  return map_x("cos", "CosBackward0", Unary::cos, x,
               [](const Tensor& dy, const Tensor& v, const Tensor&) { return -dy * unary("cos", Unary::sin, v); });
}

Variable erf(const Variable& x) {
  return map_x("erf", "ErfBackward0", Unary::erf, x, [](const Tensor& dy, const Tensor& v, const Tensor&) {
    constexpr double two_over_root_pi = 1.1283791670955126;
    return dy * constant(dy, two_over_root_pi) * unary("erf", Unary::exp, -(v * v));
  });
}

Variable sign(const Variable& x) { return map_x("sign", "SignBackward0", Unary::sign, x, flat_slope); }
Variable floor(const Variable& x) { return map_x("floor", "FloorBackward0", Unary::floor, x, flat_slope); }
Variable ceil(const Variable& x) { return map_x("ceil", "CeilBackward0", Unary::ceil, x, flat_slope); }
Variable round(const Variable& x) { return map_x("round", "RoundBackward0", Unary::round, x, flat_slope); }

Variable clamp(const Variable& x, std::optional<double> low, std::optional<double> high) {
  check(low || high, ErrorKind::argument, "clamp", "expected a lower or an upper bound, got none");
  const auto bound = [&](double value) { return scalar_like(x, value, value == static_cast<double>(Index(value))).data(); };
  Tensor y = x.data();
  Tensor inside = compare("clamp", Compare::eq, y, y);  // false for NaN
  if (low) {
    inside = inside * compare("clamp", Compare::ge, x.data(), bound(*low));
    y = binary("clamp", Binary::maximum, y, bound(*low));
  }
  if (high) {
    inside = inside * compare("clamp", Compare::le, x.data(), bound(*high));
    y = binary("clamp", Binary::minimum, y, bound(*high));
  }
  return record("ClampBackward1", std::move(y), {x}, [inside](Backward& pass) {
    pass.give(0, where(inside, pass.dy(), constant(pass.dy(), 0)));
  });
}

Variable where(const Tensor& condition, const Variable& a, const Variable& b) {
  Tensor y = where(condition, a.data(), b.data());
  return record("WhereBackward0", std::move(y), {a, b}, [condition = Saved(condition)](Backward& pass) {
    const Tensor zero = constant(pass.dy(), 0);
    if (pass.needs(0)) pass.give_reduced(0, where(condition.get("where"), pass.dy(), zero));
    if (pass.needs(1)) pass.give_reduced(1, where(condition.get("where"), zero, pass.dy()));
  });
}

Variable masked_fill(const Variable& x, const Tensor& mask, double value) {
  check(broadcast_shapes("masked_fill", mask.shape(), x.shape()) == x.shape(), ErrorKind::shape, "masked_fill",
        "expected a mask that broadcasts to shape ", x.shape(), ", got ", mask.shape());
  Tensor y = where(mask, Tensor::full({}, value, x.dtype()), x.data());
  return record("MaskedFillBackward0", std::move(y), {x}, [mask = Saved(mask)](Backward& pass) {
    pass.give(0, where(mask.get("masked_fill"), constant(pass.dy(), 0), pass.dy()));
  });
}

Variable filled_like(const Variable& x, double value) {
  return record(value == 0 ? "ZeroBackward0" : "FillBackward2", Tensor::full(x.shape(), value, x.dtype()), {x},
                [](Backward& pass) { pass.give(0, Tensor::zeros(pass.dy().shape(), pass.dy().dtype())); });
}

Variable to(const Variable& x, DType dtype) {
  if (x.dtype() == dtype) return x;
  Tensor y = cast(x.data(), dtype);
  if (!is_floating_point(dtype)) return Variable(std::move(y));
  return record("ToCopyBackward0", std::move(y), {x},
                [from = x.dtype()](Backward& pass) { pass.give(0, cast(pass.dy(), from)); });
}

Variable scalar_like(const Variable& other, double value, bool integral) {
  if (integral && !is_floating_point(other.dtype())) {
    const Tensor number = Tensor::full({}, value, DType::int64);
    return Variable(other.dtype() == DType::int32 ? cast(number, DType::int32) : number);
  }
  return Variable(Tensor::full({}, value, other.dtype() == DType::float64 ? DType::float64 : DType::float32));
}

}  // namespace normlab
