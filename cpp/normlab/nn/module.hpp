// Modules: named parameters, buffers and children, as torch.nn.Module.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "normlab/autograd/variable.hpp"

namespace normlab::nn {

template <class T>
using Named = std::vector<std::pair<std::string, T>>;

class Module {
 public:
  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  virtual ~Module() = default;

  // PyTorch's class name, for example "LayerNorm".
  virtual std::string class_name() const = 0;
  // What PyTorch prints inside the brackets, for example "(64,), eps=1e-05, elementwise_affine=True".
  virtual std::string extra_repr() const { return ""; }

  // Training or evaluation mode for this module and all below.
  virtual void train(bool on = true);
  void eval() { train(false); }
  bool training() const { return training_; }

  // Own and nested entries in registration order, named with dots ("0.weight"). A shared one is listed once.
  Named<Variable> named_parameters() const;
  Named<Variable> named_buffers() const;
  std::vector<Variable> parameters() const;
  const Named<std::shared_ptr<Module>>& named_children() const { return children_; }

  // Sets every gradient to zero, or removes it.
  void zero_grad(bool set_to_none = false);

  // Parameters, then buffers, module by module: PyTorch's keys and order. The tensors share storage.
  Named<Tensor> state_dict() const;
  // Copies values in. Errors: missing or unexpected keys, other shapes (nothing is changed then).
  void load_state_dict(const Named<Tensor>& state);

  // The tree that print(model) shows in PyTorch.
  std::string to_string() const;

 protected:
  Variable register_parameter(const std::string& name, Tensor data);
  Variable register_buffer(const std::string& name, Tensor data);
  template <class M>
  std::shared_ptr<M> register_module(const std::string& name, std::shared_ptr<M> child) {
    check(child != nullptr, ErrorKind::argument, "module", "expected a module for \"", name, "\", got none");
    children_.emplace_back(name, child);
    return child;
  }

 private:
  void walk(const std::string& prefix, const std::function<void(const std::string&, const Module&)>& visit) const;

  Named<Variable> parameters_;
  Named<Variable> buffers_;
  Named<std::shared_ptr<Module>> children_;
  bool training_ = true;
};

// Called after forward with its input and output. A defined result takes the output's place.
using ForwardHook = std::function<Variable(const Variable& x, const Variable& y)>;

// A module from one tensor to one tensor: what Sequential chains.
class Layer : public Module {
 public:
  virtual Variable forward(const Variable& x) = 0;
  // forward, then the hooks in the order of their registration. Containers call their layers so.
  Variable operator()(const Variable& x);

  // Returns a number for remove_forward_hook.
  int register_forward_hook(ForwardHook hook);
  void remove_forward_hook(int id);

 private:
  std::vector<std::pair<int, ForwardHook>> hooks_;
  int next_hook_ = 0;
};

}  // namespace normlab::nn
