#include "normlab/autograd/activations.hpp"

#include <tuple>

#include "normlab/kernels/activations.hpp"

namespace normlab {

namespace {

template <class T>
struct Kernels {
  void (*forward)(const T* x, Index n, T* y);
  void (*backward)(const T* dy, const T* kept, Index n, T* dx);
};

struct Activation {
  const char* tag;
  const char* op;
  // What backward's kernel takes: the input, or the output, so that x need not be kept.
  bool keeps_input;
  std::tuple<Kernels<float>, Kernels<double>> kernels;
};

#define NORMLAB_ACTIVATION(name, op, keeps_input)                                                   \
  {#name, op, keeps_input,                                                                          \
   {{kernels::name##_forward<float>, kernels::name##_backward<float>},                              \
    {kernels::name##_forward<double>, kernels::name##_backward<double>}}}
const Activation tanh_activation = NORMLAB_ACTIVATION(tanh, "TanhBackward0", false);
const Activation relu_activation = NORMLAB_ACTIVATION(relu, "ReluBackward0", false);
const Activation sigmoid_activation = NORMLAB_ACTIVATION(sigmoid, "SigmoidBackward0", false);
const Activation silu_activation = NORMLAB_ACTIVATION(silu, "SiluBackward0", true);
const Activation gelu_activation = NORMLAB_ACTIVATION(gelu, "GeluBackward0", true);
const Activation gelu_tanh_activation = NORMLAB_ACTIVATION(gelu_tanh, "GeluBackward0", true);
#undef NORMLAB_ACTIVATION

Variable apply(const Activation& activation, const Variable& x) {
  const Tensor in = x.data().contiguous();
  Tensor y = Tensor::empty(in.shape(), in.dtype());
  dispatch_floating(activation.tag, in.dtype(), [&](auto zero) {
    using T = decltype(zero);
    std::get<Kernels<T>>(activation.kernels).forward(in.data<T>(), in.numel(), y.data<T>());
  });
  return record(activation.op, y, {x},
                [&activation, kept = Saved(activation.keeps_input ? in : y)](Backward& pass) {
    Tensor dx = Tensor::empty(pass.dy().shape(), pass.dy().dtype());
    dispatch_floating(activation.tag, dx.dtype(), [&](auto zero) {
      using T = decltype(zero);
      std::get<Kernels<T>>(activation.kernels)
          .backward(pass.dy().data<T>(), kept.get(activation.tag).data<T>(), dx.numel(), dx.data<T>());
    });
    pass.give(0, std::move(dx));
  });
}

}  // namespace

Variable tanh(const Variable& x) { return apply(tanh_activation, x); }
Variable relu(const Variable& x) { return apply(relu_activation, x); }
Variable sigmoid(const Variable& x) { return apply(sigmoid_activation, x); }
Variable silu(const Variable& x) { return apply(silu_activation, x); }

Variable gelu(const Variable& x, GeluApproximation approximation) {
  return apply(approximation == GeluApproximation::tanh ? gelu_tanh_activation : gelu_activation, x);
}

}  // namespace normlab
