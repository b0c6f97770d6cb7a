#include "normlab/nn/module.hpp"

#include <algorithm>

namespace normlab::nn {

namespace {

std::string joined(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

// Adds the entries that are not listed yet: a shared parameter counts once, under its first name.
void add_new(Named<Variable>& out, const std::string& prefix, const Named<Variable>& entries) {
  for (const auto& [name, value] : entries) {
    const bool known = std::any_of(out.begin(), out.end(), [&v = value](const auto& e) { return e.second.same_as(v); });
    if (!known) out.emplace_back(joined(prefix, name), value);
  }
}

std::string indented(const std::string& block) {
  std::string out;
  for (char c : block) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out;
}

}  // namespace

void Module::walk(const std::string& prefix,
                  const std::function<void(const std::string&, const Module&)>& visit) const {
  visit(prefix, *this);
  for (const auto& [name, child] : children_) child->walk(joined(prefix, name), visit);
}

void Module::train(bool on) {
  training_ = on;
  for (const auto& [name, child] : children_) child->train(on);
}

Named<Variable> Module::named_parameters() const {
  Named<Variable> out;
  walk("", [&](const std::string& prefix, const Module& module) { add_new(out, prefix, module.parameters_); });
  return out;
}

Named<Variable> Module::named_buffers() const {
  Named<Variable> out;
  walk("", [&](const std::string& prefix, const Module& module) { add_new(out, prefix, module.buffers_); });
  return out;
}

std::vector<Variable> Module::parameters() const {
  std::vector<Variable> out;
  for (auto& [name, parameter] : named_parameters()) out.push_back(parameter);
  return out;
}

void Module::zero_grad(bool set_to_none) {
  for (Variable& parameter : parameters()) parameter.zero_grad(set_to_none);
}

Named<Tensor> Module::state_dict() const {
  Named<Tensor> out;
  walk("", [&](const std::string& prefix, const Module& module) {
    for (const auto& [name, value] : module.parameters_) out.emplace_back(joined(prefix, name), value.data());
    for (const auto& [name, value] : module.buffers_) out.emplace_back(joined(prefix, name), value.data());
  });
  return out;
}

void Module::load_state_dict(const Named<Tensor>& state) {
  Named<Tensor> own = state_dict();
  const auto find = [](const Named<Tensor>& in, const std::string& key) {
    return std::find_if(in.begin(), in.end(), [&](const auto& entry) { return entry.first == key; });
  };
  for (const auto& [key, value] : own) {
    const auto given = find(state, key);
    check(given != state.end(), ErrorKind::argument, "load_state_dict", "expected the key \"", key, "\", got none");
    check(given->second.shape() == value.shape(), ErrorKind::shape, "load_state_dict", "expected \"", key,
          "\" of shape ", value.shape(), ", got ", given->second.shape());
    check(given->second.dtype() == value.dtype(), ErrorKind::argument, "load_state_dict", "expected \"", key, "\" of ",
          value.dtype(), ", got ", given->second.dtype());
  }
  for (const auto& [key, value] : state) {
    check(find(own, key) != own.end(), ErrorKind::argument, "load_state_dict", "expected no other keys, got \"", key,
          "\"");
  }
  for (auto& [key, value] : own) {
    copy_into(value, find(state, key)->second);
    value.bump_version();
  }
}

std::string Module::to_string() const {
  if (children_.empty()) return class_name() + "(" + extra_repr() + ")";
  std::string out = class_name() + "(";
  if (!extra_repr().empty()) out += "\n  " + extra_repr();
  for (const auto& [name, child] : children_) out += "\n  (" + name + "): " + indented(child->to_string());
  return out + "\n)";
}

Variable Module::register_parameter(const std::string& name, Tensor data) {
  parameters_.emplace_back(name, Variable(std::move(data), true));
  return parameters_.back().second;
}

Variable Module::register_buffer(const std::string& name, Tensor data) {
  buffers_.emplace_back(name, Variable(std::move(data)));
  return buffers_.back().second;
}

Variable Layer::operator()(const Variable& x) {
  Variable y = forward(x);
  if (hooks_.empty()) return y;
  for (const auto& [id, hook] : std::vector(hooks_)) {  // a copy: a hook may remove itself
    Variable replaced = hook(x, y);
    if (replaced.defined()) y = std::move(replaced);
  }
  return y;
}

int Layer::register_forward_hook(ForwardHook hook) {
  hooks_.emplace_back(next_hook_, std::move(hook));
  return next_hook_++;
}

void Layer::remove_forward_hook(int id) {
  hooks_.erase(std::remove_if(hooks_.begin(), hooks_.end(), [id](const auto& entry) { return entry.first == id; }),
               hooks_.end());
}

}  // namespace normlab::nn
