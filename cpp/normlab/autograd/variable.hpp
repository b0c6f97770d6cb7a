// Variable: a tensor that remembers how it was computed, and the graph that backward() walks.
#pragma once

#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "normlab/core/pool.hpp"
#include "normlab/core/tensor.hpp"

namespace normlab {

struct Node;
struct VariableState;

// What torch calls a tensor: numbers, `grad`, and the operation that made them. Copies are the same variable.
class Variable {
 public:
  Variable() = default;
  explicit Variable(Tensor data, bool requires_grad = false);

  bool defined() const { return state_ != nullptr; }
  const Tensor& data() const;
  const Shape& shape() const { return data().shape(); }
  DType dtype() const { return data().dtype(); }

  bool requires_grad() const;
  // Only for leaves, and only for floating point; throws an argument error otherwise.
  void set_requires_grad(bool requires_grad);
  bool is_leaf() const;
  // "TanhBackward0", or "" for a leaf.
  const char* grad_fn() const;

  // ∂(what backward was called on)/∂(this), summed over calls; undefined before the first.
  const Tensor& grad() const;
  void set_grad(Tensor grad);
  // Sets the gradient to zero where there is one, or removes it.
  void zero_grad(bool set_to_none = false);

  // Fills `grad` of every leaf that this depends on. `gradient` has this variable's shape and may be left out for
  // one element. Frees the graph unless retain_graph. Errors: no graph, a graph already used, a saved value changed
  // in place, a missing or misshapen gradient.
  void backward(Tensor gradient = Tensor(), bool retain_graph = false) const;

  // The same numbers without the graph; shares storage.
  Variable detach() const { return Variable(data()); }

  // Replaces the numbers of a leaf (parameters in optimisers and load_state_dict). No graph records it; one that saved
  // the old numbers will not run backward. Errors: no leaf (argument), another shape (shape) or dtype (argument).
  void assign(const Tensor& values);
  // Gives a leaf, and its gradient, another dtype (Module.double). The storage is a new one. Errors: no leaf (argument).
  void convert(DType dtype);
  // This variable with its own copy of the numbers: what an in-place operation computes from, so that what it saves is
  // not what it changes. This variable itself when nothing is recorded.
  Variable snapshot() const;
  // In-place change by an operation: takes over the numbers of `result` (same shape and dtype) and, in grad mode, its
  // history. Errors: see become() in autograd/in_place.hpp.
  void rebase(const char* tag, const Variable& result);

  bool same_as(const Variable& other) const { return state_ == other.state_; }

 private:
  friend class Recorder;
  friend struct Edge;
  VariableState& state() const;  // throws for an undefined variable

  std::shared_ptr<VariableState> state_;
};

// A tensor kept for backward, with the version that it had: an in-place change in between is an error.
class Saved {
 public:
  Saved() = default;
  explicit Saved(Tensor tensor) : tensor_(std::move(tensor)), version_(tensor_.defined() ? tensor_.version() : 0) {}
  // Throws an argument error named by `tag` when the numbers were changed since.
  const Tensor& get(const char* tag) const;
  // For shape and dtype only, whatever happened to the numbers.
  const Tensor& peek() const { return tensor_; }

 private:
  Tensor tensor_;
  std::uint32_t version_ = 0;
};

// What a backward function sees: dy, and a place for the gradient of each input.
class Backward {
 public:
  Backward(const Tensor& dy, Node& node) : dy_(dy), node_(node) {}
  // Gradient of the result, contiguous, of the result's shape and dtype.
  const Tensor& dy() const { return dy_; }
  bool needs(std::size_t input) const;
  // Adds to the gradient of an input; ignored when the input needs none.
  void give(std::size_t input, Tensor dx);
  // The gradient of a leaf that is there already, for an operation on `a` and `b` that can add its result to it in place
  // (then without give()); null if there is none, or if it looks at the numbers of a or b.
  Tensor* grad_to_add_to(std::size_t input, const Tensor& a, const Tensor& b);
  // As give, for an input that was broadcast or promoted: sums and casts the gradient down to it.
  void give_reduced(std::size_t input, const Tensor& dx);
  // The operation's label, for Saved::get.
  const char* op() const;

 private:
  const Tensor& dy_;
  Node& node_;
};

// A closure that takes a Backward&, moved and never copied: each copy that std::function could make is code and type
// names in the wasm build, for some sixty operations.
class BackwardFunction {
 public:
  template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, BackwardFunction>>>
  BackwardFunction(F closure)
      : closure_(new (pool_allocate(sizeof(F))) F(std::move(closure)), [](void* self) {
          static_cast<F*>(self)->~F();
          pool_free(self, sizeof(F));
        }),
        run_([](void* self, Backward& pass) { (*static_cast<F*>(self))(pass); }) {}

  void operator()(Backward& pass) const { run_(closure_.get(), pass); }
  explicit operator bool() const { return closure_ != nullptr; }
  void reset() { closure_.reset(); }

 private:
  std::unique_ptr<void, void (*)(void*)> closure_;
  void (*run_)(void*, Backward&);
};

// The result of an operation on `inputs`. When grad mode is on and an input requires grad, the graph is recorded:
// `backward` then runs once per backward() pass. `op` must be a string literal.
Variable record(const char* op, Tensor result, std::initializer_list<Variable> inputs, BackwardFunction backward);
Variable record(const char* op, Tensor result, const std::vector<Variable>& inputs, BackwardFunction backward);

// record() for an operation whose result looks at the numbers of `x`: such a result can't be changed in place, since x
// would not know.
Variable record_view(const char* op, Tensor result, const Variable& x, BackwardFunction backward);

// True when record() would build a graph for one of these inputs: lets forward skip what only backward needs.
bool will_record(std::initializer_list<Variable> inputs);

// Switches recording for a scope (torch.no_grad, torch.enable_grad).
class GradMode {
 public:
  explicit GradMode(bool enabled);
  ~GradMode();
  GradMode(const GradMode&) = delete;
  GradMode& operator=(const GradMode&) = delete;
  static bool enabled();
  // Sets the mode without a scope, for callers whose scope is not C++'s.
  static void set(bool enabled);

 private:
  bool before_;
};

// Number of graph nodes alive in this process.
Index live_nodes();

}  // namespace normlab
