#include "normlab/train/probes.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "normlab/core/elementwise.hpp"

namespace normlab::train {

namespace {

constexpr double not_yet = std::numeric_limits<double>::quiet_NaN();

// √Σ (x − shift)², in double.
double norm(const Tensor& tensor, double shift = 0) {
  const Tensor in = cast(tensor.contiguous(), DType::float64);
  double total = 0;
  for (Index i = 0; i < in.numel(); ++i) total += (in.data<double>()[i] - shift) * (in.data<double>()[i] - shift);
  return std::sqrt(total);
}

double mean_of(const Tensor& tensor) {
  const Tensor in = cast(tensor.contiguous(), DType::float64);
  return std::accumulate(in.data<double>(), in.data<double>() + in.numel(), 0.0) / static_cast<double>(in.numel());
}

}  // namespace

LayerProbe::LayerProbe(std::vector<Variable> weights)
    : weights_(std::move(weights)),
      output_(std::make_shared<OutputStatistics>(OutputStatistics{not_yet, not_yet, not_yet, -1})) {}

Variable LayerProbe::observe(const Variable& y) {
  static Index observed = 0;
  before_.clear();
  for (const Variable& weight : weights_) before_.push_back(weight.data().clone());
  output_ = std::make_shared<OutputStatistics>(OutputStatistics{not_yet, not_yet, not_yet, observed++});
  if (!is_floating_point(y.dtype())) return y;
  output_->mean = mean_of(y.data());
  output_->std = norm(y.data(), output_->mean) / std::sqrt(static_cast<double>(y.data().numel() - 1));
  return record("ProbeBackward0", y.data(), {y}, [output = output_](Backward& pass) {
    output->grad_norm = norm(pass.dy());
    pass.give(0, pass.dy());
  });
}

std::vector<WeightStatistics> LayerProbe::weights() const {
  std::vector<WeightStatistics> out;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    const Tensor& now = weights_[i].data();
    const Tensor& grad = weights_[i].grad();
    const double ratio = before_.empty() ? not_yet
                                         : norm(binary("sub", Binary::sub, now, before_[i])) / norm(before_[i]);
    out.push_back({norm(now), grad.defined() ? norm(grad) : not_yet, ratio});
  }
  return out;
}

Probe::Probe(std::shared_ptr<nn::Layer> model) { attach("", model); }

Probe::~Probe() {
  for (const Watched& each : watched_) each.layer->remove_forward_hook(each.hook);
}

void Probe::attach(const std::string& name, const std::shared_ptr<nn::Layer>& layer) {
  if (layer->named_children().empty()) {
    const auto probe = std::make_shared<LayerProbe>(layer->parameters());
    const int hook = layer->register_forward_hook(
        [probe](const Variable&, const Variable& y) { return probe->observe(y); });
    watched_.push_back({name, layer, probe, hook});
  }
  for (const auto& [child_name, child] : layer->named_children()) {
    if (auto below = std::dynamic_pointer_cast<nn::Layer>(child)) {
      attach(name.empty() ? child_name : name + "." + child_name, below);
    }
  }
}

std::vector<LayerReport> Probe::read() const {
  std::vector<LayerReport> out;
  for (const Watched& each : watched_) {
    LayerReport report{each.name, each.layer->class_name(), each.probe->output(), {}};
    const auto parameters = each.layer->named_parameters();
    const std::vector<WeightStatistics> weights = each.probe->weights();
    for (std::size_t i = 0; i < weights.size(); ++i) report.weights.emplace_back(parameters[i].first, weights[i]);
    out.push_back(std::move(report));
  }
  return out;
}

}  // namespace normlab::train
