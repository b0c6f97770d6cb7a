// The backward pass: gradients flow from the newest node to the oldest, each node once.
#include <algorithm>

#include "normlab/autograd/node.hpp"
#include "normlab/autograd/tensor_math.hpp"

namespace normlab {

namespace {

Index nodes_alive = 0;
Index nodes_made = 0;

// Every node that `root` depends on, newest first. An input is always older than its user, so this is a
// topological order.
std::vector<Node*> nodes_newest_first(Node* root) {
  std::vector<Node*> found;
  std::vector<Node*> stack{root};
  while (!stack.empty()) {
    Node* node = stack.back();
    stack.pop_back();
    if (node->visited) continue;
    node->visited = true;
    found.push_back(node);
    for (const Edge& edge : node->inputs) {
      if (edge.node && !edge.node->visited) stack.push_back(edge.node.get());
    }
  }
  for (Node* node : found) node->visited = false;
  std::sort(found.begin(), found.end(), [](const Node* a, const Node* b) { return a->order > b->order; });
  return found;
}

// Leaves no half-summed gradients behind when a backward function throws.
class PendingCleared {
 public:
  explicit PendingCleared(const std::vector<Node*>& nodes) : nodes_(nodes) {}
  ~PendingCleared() {
    for (Node* node : nodes_) node->pending = Tensor();
  }

 private:
  const std::vector<Node*>& nodes_;
};

void run_nodes(const std::vector<Node*>& nodes, Tensor gradient) {
  const PendingCleared cleared(nodes);
  nodes.front()->pending = std::move(gradient);
  for (Node* node : nodes) {
    if (!node->pending.defined()) continue;
    const Tensor dy = node->pending.contiguous();
    node->pending = Tensor();
    Backward pass(dy, *node);
    node->backward(pass);
  }
}

}  // namespace

Index live_nodes() { return nodes_alive; }

Edge::Edge(const Variable& input) {
  if (!input.requires_grad()) return;
  shape = input.shape();
  dtype = input.dtype();
  if (input.is_leaf()) {
    leaf = input.state_;
    return;
  }
  node = input.state_->node;
  check(input.data().version() == input.state_->version, ErrorKind::argument, node->op,
        "expected a result whose numbers are as its operation left them, got one changed in place through another "
        "tensor that shares them; use clone() before the change");
}

Node::Node(const char* op_name, Edges edges, BackwardFunction function)
    : op(op_name), inputs(std::move(edges)), backward(std::move(function)), order(nodes_made++) {
  ++nodes_alive;
}

Node::~Node() {
  --nodes_alive;
  // Never destroyed: a node that outlives main() in a static variable may still need it.
  static auto& doomed = *new std::vector<std::shared_ptr<Node>>;
  static bool releasing = false;
  backward.reset();  // it may hold the inputs as well
  for (Edge& edge : inputs) {
    if (edge.node && edge.node.use_count() == 1) doomed.push_back(std::move(edge.node));
  }
  if (releasing) return;
  releasing = true;
  while (!doomed.empty()) {
    const std::shared_ptr<Node> next = std::move(doomed.back());
    doomed.pop_back();
  }
  releasing = false;
}

void accumulate(Tensor& sum, Tensor part) {
  if (!sum.defined()) {
    sum = std::move(part);
    return;
  }
  if (!sum.owns_alone() || !sum.is_contiguous()) sum = sum.clone();
  add_into(sum, part.contiguous());
}

namespace {

// A leaf's grad is the user's to keep and to change, so it never shares storage with the graph.
void add_to_leaf(Tensor& grad, Tensor dx) {
  if (grad.defined()) {
    Tensor target = grad;
    add_into(target, dx.contiguous());
    target.bump_version();
  } else {
    grad = dx.owns_alone() && dx.is_contiguous() ? std::move(dx) : dx.clone();
  }
}

}  // namespace

bool Backward::needs(std::size_t input) const { return node_.inputs[input].needed(); }

const char* Backward::op() const { return node_.op; }

void Backward::give(std::size_t input, Tensor dx) {
  Edge& edge = node_.inputs[input];
  if (!edge.needed()) return;
  check(dx.shape() == edge.shape && dx.dtype() == edge.dtype, ErrorKind::internal, node_.op, "expected a gradient of ",
        edge.dtype, edge.shape, ", got ", dx.dtype(), dx.shape());
  if (edge.node) accumulate(edge.node->pending, std::move(dx));
  else add_to_leaf(edge.leaf->grad, std::move(dx));
}

Tensor* Backward::grad_to_add_to(std::size_t input, const Tensor& a, const Tensor& b) {
  const Edge& edge = node_.inputs[input];
  if (!edge.leaf || !edge.leaf->grad.defined()) return nullptr;
  Tensor& grad = edge.leaf->grad;
  if (grad.shares_storage(a) || grad.shares_storage(b)) return nullptr;
  grad.bump_version();
  return &grad;
}

void Backward::give_reduced(std::size_t input, const Tensor& dx) {
  const Edge& edge = node_.inputs[input];
  if (edge.needed()) give(input, cast(sum_to(dx, edge.shape), edge.dtype));
}

void Variable::backward(Tensor gradient, bool retain_graph) const {
  check(requires_grad(), ErrorKind::argument, "backward",
        "expected a tensor that requires grad or depends on one, got one without a graph");
  if (!gradient.defined()) {
    check(data().numel() == 1, ErrorKind::shape, "backward",
          "expected a tensor with one element (a loss) or a gradient for it, got shape ", shape());
    gradient = Tensor::full(shape(), 1, dtype());
  }
  check(gradient.shape() == shape() && gradient.dtype() == dtype(), ErrorKind::shape, "backward",
        "expected a gradient of ", dtype(), shape(), ", got ", gradient.dtype(), gradient.shape());
  if (is_leaf()) {
    add_to_leaf(state_->grad, std::move(gradient));
    return;
  }

  const GradMode no_recording(false);
  const std::shared_ptr<Node> root = state_->node;
  const std::vector<Node*> nodes = nodes_newest_first(root.get());
  for (const Node* node : nodes) {
    check(static_cast<bool>(node->backward), ErrorKind::argument, "backward",
          "expected a graph that was not used yet, got one whose saved values were freed by an earlier backward(); "
          "pass retain_graph to use it twice");
  }
  run_nodes(nodes, std::move(gradient));
  if (retain_graph) return;
  // Oldest first: a node that goes with its last user was emptied already.
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    (*node)->backward.reset();
    (*node)->inputs.clear();
  }
}

}  // namespace normlab
