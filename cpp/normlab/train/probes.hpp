// What goes on inside a model while it trains: sizes of outputs, gradients and weights, layer by layer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "normlab/nn/module.hpp"

namespace normlab::train {

// Of a layer's output in its last use, over all elements. NaN where there is no number yet.
struct OutputStatistics {
  double mean;
  double std;        // with n − 1, as torch.std
  double grad_norm;  // √Σ g² of the loss's gradient with respect to the output; after backward()
  Index order;       // counts the observed outputs of this process: ascending in the order of the forward pass
};

struct WeightStatistics {
  double norm;          // √Σ w²
  double grad_norm;     // of its gradient; NaN without one
  double update_ratio;  // |w − w before| / |w before|, from the layer's last use until now
};

// Looks at one layer; its numbers can be read at any time, best after optimizer.step().
class LayerProbe {
 public:
  explicit LayerProbe(std::vector<Variable> weights);

  // To be called with each output of the layer. Returns the output to go on with: the same numbers, and on their way
  // back its gradient is measured.
  Variable observe(const Variable& y);

  const OutputStatistics& output() const { return *output_; }
  std::vector<WeightStatistics> weights() const;

 private:
  std::vector<Variable> weights_;
  std::vector<Tensor> before_;  // the weights at the last use
  std::shared_ptr<OutputStatistics> output_;
};

struct LayerReport {
  std::string name;  // "0", "block.1", …
  std::string kind;  // "Linear"
  OutputStatistics output;
  nn::Named<WeightStatistics> weights;
};

// Probes on all layers of a model that have no layers below, for as long as this lives.
class Probe {
 public:
  explicit Probe(std::shared_ptr<nn::Layer> model);
  ~Probe();
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  // In the order of the modules.
  std::vector<LayerReport> read() const;

 private:
  struct Watched {
    std::string name;
    std::shared_ptr<nn::Layer> layer;
    std::shared_ptr<LayerProbe> probe;
    int hook;
  };

  void attach(const std::string& name, const std::shared_ptr<nn::Layer>& layer);

  std::vector<Watched> watched_;
};

}  // namespace normlab::train
