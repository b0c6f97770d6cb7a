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
    if (pass.needs(1)) pass.give_reduced(1, -pass.dy() * (a.get("div") / b.get("div")) / b.get("div"));
  });
}

Variable pow(const Variable& a, const Variable& b) {
  Tensor y = binary("pow", Binary::pow, a.data(), b.data());
  return record("PowBackward0", y, {a, b},
                [a = Saved(a.data()), b = Saved(b.data()), y = Saved(y)](Backward& pass) {
    const Tensor& base = a.get("pow");
    const Tensor& exponent = b.get("pow");
    if (pass.needs(0)) {
      const Tensor slope = exponent * binary("pow", Binary::pow, base, exponent - constant(exponent, 1));
      // x^0 is flat everywhere, 0 included, where the formula would be 0 · ∞.
      const Tensor zero = constant(y.peek(), 0);
      pass.give_reduced(0, pass.dy() * where(compare("pow", Compare::eq, exponent, zero), zero, slope));
    }
    if (pass.needs(1)) pass.give_reduced(1, pass.dy() * y.get("pow") * unary("pow", Unary::log, base));
  });
}

namespace {

Variable larger_or_smaller(const char* op, Binary which, Compare wins, const Variable& a, const Variable& b) {
  Tensor y = binary(op, which, a.data(), b.data());
  return record(op, std::move(y), {a, b}, [wins, a = Saved(a.data()), b = Saved(b.data())](Backward& pass) {
    const Tensor& left = a.get(pass.op());
    const Tensor& right = b.get(pass.op());
    const Tensor half = pass.dy() * constant(pass.dy(), 0.5);
    const Tensor zero = constant(pass.dy(), 0);
    const Tensor tied = where(compare(pass.op(), Compare::eq, left, right), half, zero);
    if (pass.needs(0)) pass.give_reduced(0, where(compare(pass.op(), wins, left, right), pass.dy(), tied));
    if (pass.needs(1)) pass.give_reduced(1, where(compare(pass.op(), wins, right, left), pass.dy(), tied));
  });
}

}  // namespace

Variable maximum(const Variable& a, const Variable& b) {
  return larger_or_smaller("MaximumBackward0", Binary::maximum, Compare::gt, a, b);
}

Variable minimum(const Variable& a, const Variable& b) {
  return larger_or_smaller("MinimumBackward0", Binary::minimum, Compare::lt, a, b);
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
  return record("WhereBackward0", std::move(y), {a, b}, [condition](Backward& pass) {
    const Tensor zero = constant(pass.dy(), 0);
    if (pass.needs(0)) pass.give_reduced(0, where(condition, pass.dy(), zero));
    if (pass.needs(1)) pass.give_reduced(1, where(condition, zero, pass.dy()));
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
  const DType floating = other.dtype() == DType::float64 ? DType::float64 : DType::float32;
  return Variable(Tensor::full({}, value, integral && !is_floating_point(other.dtype()) ? DType::int64 : floating));
}

}  // namespace normlab
