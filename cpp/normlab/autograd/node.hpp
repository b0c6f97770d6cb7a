// The graph behind Variable: private to autograd.
#pragma once

#include "normlab/autograd/variable.hpp"

namespace normlab {

// Where the gradient of an input goes: on to the node that made it, or into a leaf's grad.
struct Edge {
  Edge() = default;
  explicit Edge(const Variable& input);
  bool needed() const { return node || leaf; }

  std::shared_ptr<Node> node;
  std::shared_ptr<VariableState> leaf;
  Shape shape;
  DType dtype = DType::float32;
};

using Edges = std::vector<Edge, PoolAllocator<Edge>>;

struct Node {
  Node(const char* op, Edges inputs, BackwardFunction backward);
  // Releases chains of nodes one after another: a recursion would overflow the 64 kB stack in wasm.
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  const char* op;
  Edges inputs;
  BackwardFunction backward;  // empty once the graph was used and freed
  Tensor pending;             // sum of the gradients that arrived in this pass
  Index order;                // creation number: an input always has a smaller one
  bool visited = false;       // mark of the walk that is under way
};

struct VariableState {
  Tensor data;
  Tensor grad;
  bool requires_grad = false;
  std::shared_ptr<Node> node;  // null for a leaf
  std::uint32_t version = 0;   // of data's storage when `node` made these numbers
  bool is_view = false;        // of an input of `node`
};

// sum += part, taking over `part` when nothing else looks at it.
void accumulate(Tensor& sum, Tensor part);

}  // namespace normlab
