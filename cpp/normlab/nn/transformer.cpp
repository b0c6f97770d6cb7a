#include "normlab/nn/transformer.hpp"

#include "normlab/autograd/activations.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/nn/norms.hpp"

namespace normlab::nn {

namespace {

// "layers" in the names of an encoder's weights.
class ModuleList : public Module {
 public:
  explicit ModuleList(const std::vector<std::shared_ptr<TransformerEncoderLayer>>& layers) {
    for (std::size_t i = 0; i < layers.size(); ++i) register_module(std::to_string(i), layers[i]);
  }
  std::string class_name() const override { return "ModuleList"; }
};

}  // namespace

TransformerEncoderLayer::TransformerEncoderLayer(Index d_model, Index nhead,
                                                 const TransformerEncoderLayerOptions& options, Generator& generator)
    : d_model_(d_model), nhead_(nhead), options_(options) {
  const auto norm = [&]() -> std::shared_ptr<Layer> {
    if (options.norm) return options.norm(d_model);
    return std::make_shared<LayerNorm>(Shape{d_model}, LayerNormOptions{options.layer_norm_eps, true, true});
  };
  const auto dropout = [&] { return std::make_shared<Dropout>(options.dropout); };
  self_attn_ = register_module("self_attn", std::make_shared<MultiheadAttention>(
      d_model, nhead, MultiheadAttentionOptions{options.dropout, true, options.batch_first}, generator));
  linear1_ = register_module("linear1", std::make_shared<Linear>(d_model, options.dim_feedforward, true, generator));
  dropout_ = register_module("dropout", dropout());
  linear2_ = register_module("linear2", std::make_shared<Linear>(options.dim_feedforward, d_model, true, generator));
  norm1_ = register_module("norm1", norm());
  norm2_ = register_module("norm2", norm());
  dropout1_ = register_module("dropout1", dropout());
  dropout2_ = register_module("dropout2", dropout());
}

Variable TransformerEncoderLayer::attention(const Variable& x, const AttentionMasks& masks) {
  return (*dropout1_)(self_attn_->forward(x, x, x, masks));
}

Variable TransformerEncoderLayer::feed_forward(const Variable& x) {
  const Variable hidden = (*linear1_)(x);
  return (*dropout2_)((*linear2_)((*dropout_)(options_.activation ? options_.activation(hidden) : relu(hidden))));
}

Variable TransformerEncoderLayer::forward(const Variable& x, const AttentionMasks& masks) {
  if (options_.norm_first) {
    const Variable middle = add(x, attention((*norm1_)(x), masks));
    return add(middle, feed_forward((*norm2_)(middle)));
  }
  const Variable middle = (*norm1_)(add(x, attention(x, masks)));
  return (*norm2_)(add(middle, feed_forward(middle)));
}

std::shared_ptr<TransformerEncoderLayer> TransformerEncoderLayer::clone() const {
  Generator unused;
  auto out = std::make_shared<TransformerEncoderLayer>(d_model_, nhead_, options_, unused);
  const std::vector<Variable> own = parameters();
  std::vector<Variable> copies = out->parameters();
  for (std::size_t i = 0; i < own.size(); ++i) {
    copies[i].convert(own[i].dtype());
    copies[i].set_requires_grad(own[i].requires_grad());
  }
  out->load_state_dict(state_dict());
  out->train(training());
  return out;
}

TransformerEncoder::TransformerEncoder(const TransformerEncoderLayer& layer, Index num_layers,
                                       std::shared_ptr<Layer> norm) {
  for (Index i = 0; i < num_layers; ++i) layers_.push_back(layer.clone());
  register_module("layers", std::make_shared<ModuleList>(layers_));
  if (norm) norm_ = register_module("norm", std::move(norm));
}

Variable TransformerEncoder::forward(const Variable& x, const AttentionMasks& masks) {
  Variable y = x;
  for (const auto& layer : layers_) y = layer->forward(y, masks);
  return norm_ ? (*norm_)(y) : y;
}

}  // namespace normlab::nn
