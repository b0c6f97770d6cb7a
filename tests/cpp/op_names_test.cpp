// The names of graph nodes, which printed tensors show as grad_fn: PyTorch 1.13's.
#include <gtest/gtest.h>

#include "normlab/autograd/extremes.hpp"
#include "normlab/autograd/indexing.hpp"
#include "normlab/autograd/activations.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/dropout.hpp"
#include "normlab/autograd/embedding.hpp"
#include "normlab/autograd/linear.hpp"
#include "normlab/autograd/losses.hpp"
#include "normlab/autograd/norms.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/autograd/shaping.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::tensor;

// python3: x = torch.randn(4, 6, requires_grad=True), then str(y.grad_fn) of each y in the comments.
TEST(op_names, are_pytorchs) {
  const Variable x(counting({4, 6}), true);
  const Variable weight(counting({5, 6}), true);
  const Variable bias(counting({5}), true);
  const Variable undefined;
  const Tensor mask = Tensor::full({4, 6}, 1, DType::boolean);
  const Variable two = scalar_like(x, 2, true);
  const std::pair<Variable, const char*> rows[] = {
      {add(x, x), "AddBackward0"},                                    // x + x
      {sub(x, two), "SubBackward0"},                                  // x - 2
      {mul(x, two), "MulBackward0"},                                  // x * 2
      {div(x, two), "DivBackward0"},                                  // x / 2
      {pow(x, two), "PowBackward0"},                                  // x ** 2
      {pow(two, x), "PowBackward1"},                                  // 2 ** x
      {pow(x, x), "PowBackward1"},                                    // x ** x
      {neg(x), "NegBackward0"},                                       // -x
      {abs(x), "AbsBackward0"},                                       // x.abs()
      {exp(x), "ExpBackward0"},                                       // x.exp()
      {log(x), "LogBackward0"},                                       // x.log()
      {sqrt(x), "SqrtBackward0"},                                     // x.sqrt()
      {maximum(x, x), "MaximumBackward0"},                            // torch.maximum(x, x)
      {minimum(x, x), "MinimumBackward0"},                            // torch.minimum(x, x)
      {where(mask, x, x), "WhereBackward0"},                          // torch.where(x > 0, x, x)
      {to(x, DType::float64), "ToCopyBackward0"},                     // x.double()
      {tanh(x), "TanhBackward0"},                                     // x.tanh()
      {relu(x), "ReluBackward0"},                                     // x.relu()
      {sigmoid(x), "SigmoidBackward0"},                               // x.sigmoid()
      {silu(x), "SiluBackward0"},                                     // F.silu(x)
      {gelu(x), "GeluBackward0"},                                     // F.gelu(x)
      {dropout(x, 0.5, true), "MulBackward0"},                        // F.dropout(x)
      {embedding(tensor({1}, {1}, DType::int64), x), "EmbeddingBackward0"},  // F.embedding(torch.tensor([1]), x)
      {sum(x, {}, false), "SumBackward0"},                            // x.sum()
      {sum(x, {0}, false), "SumBackward1"},                           // x.sum(0)
      {mean(x, {}, false), "MeanBackward0"},                          // x.mean()
      {mean(x, {0, 1}, true), "MeanBackward1"},                       // x.mean((0, 1), keepdim=True)
      {var(x, {0}, 1, false), "VarBackward0"},                        // x.var(0)
      {std(x, {}, 1, false), "StdBackward0"},                         // x.std()
      {max(x), "MaxBackward1"},                                       // x.max()
      {min(x), "MinBackward1"},                                       // x.min()
      {max(x, 1, false).values, "MaxBackward0"},                      // x.max(1)[0]
      {amax(x, {0, 1}, false), "AmaxBackward0"},                      // x.amax((0, 1))
      {norm(x, 2, {}, false), "NormBackward1"},                       // x.norm()
      {rsqrt(x), "RsqrtBackward0"},                                   // x.rsqrt()
      {reciprocal(x), "ReciprocalBackward0"},                         // x.reciprocal()
      {clamp(x, 0.0, {}), "ClampBackward1"},                          // x.clamp(0)
      {masked_fill(x, mask, 1), "MaskedFillBackward0"},               // x.masked_fill(x > 0, 1)
      {unsqueeze(x, 0), "UnsqueezeBackward0"},                        // x.unsqueeze(0)
      {squeeze(x), "SqueezeBackward0"},                               // x.squeeze()
      {squeeze(x, 0), "SqueezeBackward1"},                            // x.squeeze(0)
      {stack({x, x}, 0), "StackBackward0"},                           // torch.stack([x, x])
      {gather(x, 1, tensor({4, 1}, {0, 0, 0, 0}, DType::int64)), "GatherBackward0"},  // x.gather(1, zeros)
      {reshape(x, {24}), "ReshapeAliasBackward0"},                    // x.reshape(24)
      {reshape(transpose(x, 0, 1), {24}), "UnsafeViewBackward0"},     // x.transpose(0, 1).reshape(24)
      {permute(x, {1, 0}), "PermuteBackward0"},                       // x.permute(1, 0)
      {transpose(x, 0, 1), "TransposeBackward0"},                     // x.transpose(0, 1)
      {slice(x, 0, 0, 2, 1), "SliceBackward0"},                       // x[0:2]
      {select(x, 0, 0), "SelectBackward0"},                           // x[0]
      {expand(select(x, 0, 0), {3, 6}), "ExpandBackward0"},           // x[0].expand(3, 6)
      {cat({x, x}, 0), "CatBackward0"},                               // torch.cat([x, x])
      {index_rows(x, tensor({1}, {1}, DType::int64)), "IndexBackward0"},  // x[torch.tensor([1])]
      {matmul(x, transpose(weight, 0, 1)), "MmBackward0"},            // x @ w.t()
      {linear(x, weight, bias), "AddmmBackward0"},                    // F.linear(x, w, b)
      {linear(x, weight, undefined), "MmBackward0"},                  // F.linear(x, w)
      {softmax(x), "SoftmaxBackward0"},                               // x.softmax(1)
      {log_softmax(x), "LogSoftmaxBackward0"},                        // x.log_softmax(1)
      {cross_entropy(x, Variable(counting({4}, DType::int64))), "NllLossBackward0"},  // F.cross_entropy(x, torch.arange(4))
      {layer_norm(x, {6}, undefined, undefined, 1e-5), "NativeLayerNormBackward0"},  // F.layer_norm(x, (6,))
      {batch_norm(x, {}, undefined, undefined, true, 0.1, 1e-5), "NativeBatchNormBackward0"},
  };
  for (const auto& [y, name] : rows) EXPECT_STREQ(y.grad_fn(), name);
}

}  // namespace
}  // namespace normlab
