#include "normlab/autograd/activations.hpp"

#include "normlab/kernels/activations.hpp"

namespace normlab {

namespace {

template <class F>
Variable activation(const char* tag, const char* op, const Variable& x, F kernels) {
  const Tensor in = x.data().contiguous();
  Tensor y = Tensor::empty(in.shape(), in.dtype());
  dispatch_floating(tag, in.dtype(), [&](auto zero) {
    using T = decltype(zero);
    kernels.forward(in.data<T>(), in.numel(), y.data<T>());
  });
  // Every slope here is a function of y, so x need not be kept.
  return record(op, y, {x}, [tag, y = Saved(y), kernels](Backward& pass) {
    Tensor dx = Tensor::empty(pass.dy().shape(), pass.dy().dtype());
    dispatch_floating(tag, dx.dtype(), [&](auto zero) {
      using T = decltype(zero);
      kernels.backward(pass.dy().data<T>(), y.get(tag).data<T>(), dx.numel(), dx.data<T>());
    });
    pass.give(0, std::move(dx));
  });
}

struct TanhKernels {
  template <class T>
  void forward(const T* x, Index n, T* y) const { kernels::tanh_forward(x, n, y); }
  template <class T>
  void backward(const T* dy, const T* y, Index n, T* dx) const { kernels::tanh_backward(dy, y, n, dx); }
};

struct ReluKernels {
  template <class T>
  void forward(const T* x, Index n, T* y) const { kernels::relu_forward(x, n, y); }
  template <class T>
  void backward(const T* dy, const T* y, Index n, T* dx) const { kernels::relu_backward(dy, y, n, dx); }
};

struct SigmoidKernels {
  template <class T>
  void forward(const T* x, Index n, T* y) const { kernels::sigmoid_forward(x, n, y); }
  template <class T>
  void backward(const T* dy, const T* y, Index n, T* dx) const { kernels::sigmoid_backward(dy, y, n, dx); }
};

}  // namespace

Variable tanh(const Variable& x) { return activation("tanh", "TanhBackward0", x, TanhKernels()); }
Variable relu(const Variable& x) { return activation("relu", "ReluBackward0", x, ReluKernels()); }
Variable sigmoid(const Variable& x) { return activation("sigmoid", "SigmoidBackward0", x, SigmoidKernels()); }

}  // namespace normlab
