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

Variable pow(const Variable& a, const Variable& b) {
  Tensor y = binary("pow", Binary::pow, a.data(), b.data());
  // PyTorch's names: 0 for a number as exponent.
  const char* name = b.data().rank() == 0 && !b.requires_grad() ? "PowBackward0" : "PowBackward1";
  return record(name, y, {a, b},
                [a = Saved(a.data()), b = Saved(b.data()), y = Saved(y)](Backward& pass) {
    const Tensor& base = a.get("pow");
    const Tensor& exponent = b.get("pow");
    const Tensor zero = constant(y.peek(), 0);
    if (pass.needs(0)) {
      const Tensor slope = exponent * binary("pow", Binary::pow, base, exponent - constant(exponent, 1));
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

Variable neg(const Variable& x) {
  return record("NegBackward0", -x.data(), {x}, [](Backward& pass) { pass.give(0, -pass.dy()); });
}

Variable abs(const Variable& x) {
  return record("AbsBackward0", unary("abs", Unary::abs, x.data()), {x}, [x = Saved(x.data())](Backward& pass) {
    pass.give(0, pass.dy() * unary("abs", Unary::sign, x.get("abs")));
  });
}

Variable exp(const Variable& x) {
  Tensor y = unary("exp", Unary::exp, x.data());
  return record("ExpBackward0", y, {x}, [y = Saved(y)](Backward& pass) { pass.give(0, pass.dy() * y.get("exp")); });
}

Variable log(const Variable& x) {
  return record("LogBackward0", unary("log", Unary::log, x.data()), {x},
                [x = Saved(x.data())](Backward& pass) { pass.give(0, pass.dy() / x.get("log")); });
}

Variable sqrt(const Variable& x) {
  Tensor y = unary("sqrt", Unary::sqrt, x.data());
  return record("SqrtBackward0", y, {x}, [y = Saved(y)](Backward& pass) {
    pass.give(0, pass.dy() / (constant(pass.dy(), 2) * y.get("sqrt")));
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
