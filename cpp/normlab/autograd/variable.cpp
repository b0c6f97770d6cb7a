#include "normlab/autograd/variable.hpp"

#include "normlab/autograd/node.hpp"
#include "normlab/core/elementwise.hpp"
#include "normlab/core/pool.hpp"

namespace normlab {

namespace {

bool grad_enabled = true;
const Tensor undefined_tensor;

}  // namespace

GradMode::GradMode(bool enabled) : before_(grad_enabled) { grad_enabled = enabled; }
GradMode::~GradMode() { grad_enabled = before_; }
bool GradMode::enabled() { return grad_enabled; }
void GradMode::set(bool enabled) { grad_enabled = enabled; }

Variable::Variable(Tensor data, bool requires_grad)
    : state_(std::allocate_shared<VariableState>(PoolAllocator<VariableState>())) {
  state_->data = std::move(data);
  if (requires_grad) set_requires_grad(true);
}

VariableState& Variable::state() const {
  check(defined(), ErrorKind::internal, "variable", "expected a variable with data, got an undefined one");
  return *state_;
}

const Tensor& Variable::data() const { return state().data; }

bool Variable::requires_grad() const { return defined() && (state_->requires_grad || state_->node != nullptr); }

void Variable::set_requires_grad(bool requires_grad) {
  check(is_leaf() || requires_grad, ErrorKind::argument, "requires_grad",
        "expected a leaf, got the result of ", grad_fn(), "; use detach() for a copy without its history");
  check(!requires_grad || is_floating_point(dtype()), ErrorKind::argument, "requires_grad",
        "expected a floating point tensor, got ", dtype());
  state().requires_grad = requires_grad;
}

bool Variable::is_leaf() const { return !defined() || state_->node == nullptr; }
const char* Variable::grad_fn() const { return is_leaf() ? "" : state_->node->op; }

const Tensor& Variable::grad() const { return defined() ? state_->grad : undefined_tensor; }

void Variable::set_grad(Tensor grad) {
  check(!grad.defined() || (grad.shape() == shape() && grad.dtype() == dtype()), ErrorKind::shape, "grad",
        "expected a gradient of ", dtype(), shape(), ", got ", grad.dtype(), grad.shape());
  state().grad = grad.defined() ? grad.contiguous() : grad;
}

void Variable::zero_grad(bool set_to_none) {
  Tensor& grad = state().grad;
  if (set_to_none) {
    grad = Tensor();
  } else if (grad.defined()) {
    dispatch(grad.dtype(), [&](auto zero) { std::fill_n(grad.data<decltype(zero)>(), grad.numel(), zero); });
    grad.bump_version();
  }
}

void Variable::assign(const Tensor& values) {
  check(is_leaf(), ErrorKind::argument, "assign", "expected a leaf, got the result of ", grad_fn());
  check(values.shape() == shape(), ErrorKind::shape, "assign", "expected values of shape ", shape(), ", got ",
        values.shape());
  check(values.dtype() == dtype(), ErrorKind::argument, "assign", "expected ", dtype(), " values, got ",
        values.dtype());
  copy_into(state_->data, values);
  state_->data.bump_version();
}

void Variable::convert(DType dtype) {
  check(is_leaf(), ErrorKind::argument, "to", "expected a leaf, got the result of ", grad_fn());
  state_->data = cast(state_->data, dtype);
  if (state_->grad.defined()) state_->grad = cast(state_->grad, dtype);
}

Variable Variable::snapshot() const {
  if (!will_record({*this}) || is_leaf()) return *this;
  Variable out(data().clone());
  out.state_->node = state().node;
  out.state_->version = out.data().version();
  return out;
}

void Variable::rebase(const char* tag, const Variable& result) {
  VariableState& own = state();
  check(!(grad_enabled && own.requires_grad && is_leaf()), ErrorKind::argument, tag,
        "expected a tensor that may be changed in place, got a leaf that requires grad; change it without gradients "
        "(noGrad, torch.no_grad)");
  check(!(grad_enabled && own.is_view), ErrorKind::argument, tag,
        "expected a tensor with its own numbers, got a view made by ", grad_fn(),
        "; change the whole tensor (by index), or a clone() of the view");
  copy_into(own.data, result.data());
  own.data.bump_version();
  own.version = own.data.version();
  if (grad_enabled) own.node = result.state().node;
}

const Tensor& Saved::get(const char* tag) const {
  check(!tensor_.defined() || tensor_.version() == version_, ErrorKind::argument, tag,
        "expected the values saved for backward as they were, got values changed in place (version ",
        tensor_.defined() ? tensor_.version() : 0, ", saved at version ", version_, ")");
  return tensor_;
}

bool will_record(std::initializer_list<Variable> inputs) {
  if (!grad_enabled) return false;
  for (const Variable& input : inputs) {
    if (input.requires_grad()) return true;
  }
  return false;
}

class Recorder {
 public:
  static void mark_view(const Variable& out, const Variable& x) {
    out.state_->is_view = out.state_->node != nullptr && out.data().shares_storage(x.data());
  }

  template <class Inputs>
  static Variable record(const char* op, Tensor result, const Inputs& inputs, BackwardFunction backward) {
    Variable out(std::move(result));
    if (!grad_enabled) return out;
    bool needed = false;
    for (const Variable& input : inputs) needed = needed || input.requires_grad();
    if (!needed) return out;
    Edges edges;
    edges.reserve(inputs.size());
    for (const Variable& input : inputs) edges.emplace_back(input);
    out.state_->node = std::allocate_shared<Node>(PoolAllocator<Node>(), op, std::move(edges), std::move(backward));
    out.state_->version = out.state_->data.version();
    return out;
  }
};

Variable record(const char* op, Tensor result, std::initializer_list<Variable> inputs, BackwardFunction backward) {
  return Recorder::record(op, std::move(result), inputs, std::move(backward));
}
Variable record(const char* op, Tensor result, const std::vector<Variable>& inputs, BackwardFunction backward) {
  return Recorder::record(op, std::move(result), inputs, std::move(backward));
}

Variable record_view(const char* op, Tensor result, const Variable& x, BackwardFunction backward) {
  Variable out = Recorder::record(op, std::move(result), std::initializer_list<Variable>{x}, std::move(backward));
  Recorder::mark_view(out, x);
  return out;
}

}  // namespace normlab
