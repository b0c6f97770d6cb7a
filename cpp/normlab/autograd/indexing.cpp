#include "normlab/autograd/indexing.hpp"

#include <algorithm>
#include <numeric>

#include "normlab/autograd/in_place.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/core/elementwise.hpp"
#include "normlab/core/views.hpp"

namespace normlab {

namespace {

using Kind = IndexItem::Kind;

int axes_named_by(const IndexItem& item) {
  if (item.kind == Kind::new_axis || item.kind == Kind::ellipsis) return 0;
  return item.kind == Kind::tensor && item.tensor.dtype() == DType::boolean ? item.tensor.rank() : 1;
}

bool has_tensors(const std::vector<IndexItem>& items) {
  return std::any_of(items.begin(), items.end(), [](const IndexItem& item) { return item.kind == Kind::tensor; });
}

// x after its views, and the index tensors that remain with the axes that they stand for.
struct Advanced {
  Variable x;
  std::vector<Tensor> tensors;
  std::vector<int> axes;
};

// An item acts on its own axis and those behind, so axes noted earlier stay true.
Advanced apply_views(const Variable& x, const std::vector<IndexItem>& items) {
  int named = 0;
  int ellipses = 0;
  for (const IndexItem& item : items) {
    named += axes_named_by(item);
    ellipses += item.kind == Kind::ellipsis;
  }
  const int rank = x.data().rank();
  check(named <= rank, ErrorKind::shape, "index", "expected at most ", rank, " indices for shape ", x.shape(), ", got ",
        named);
  check(ellipses <= 1, ErrorKind::shape, "index", "expected at most one \"...\", got ", ellipses);
  Advanced out{x, {}, {}};
  int axis = 0;
  for (const IndexItem& item : items) {
    switch (item.kind) {
      case Kind::position: out.x = select(out.x, axis, item.start); break;
      case Kind::new_axis: out.x = unsqueeze(out.x, axis++); break;
      case Kind::ellipsis: axis += rank - named; break;
      case Kind::slice:
        if (item.start != 0 || item.stop < out.x.shape()[axis] || item.step != 1) {
          out.x = slice(out.x, axis, item.start, item.stop, item.step);
        }
        ++axis;
        break;
      case Kind::tensor:
        out.tensors.push_back(item.tensor);
        for (int i = 0; i < axes_named_by(item); ++i) out.axes.push_back(axis++);
        break;
    }
  }
  return out;
}

// `axes` in front, then the others.
Shape in_front(const std::vector<int>& axes, int rank) {
  Shape order;
  for (int axis : axes) order.push_back(axis);
  for (int axis = 0; axis < rank; ++axis) {
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) order.push_back(axis);
  }
  return order;
}

}  // namespace

Variable take(const char* op, const Variable& x, Picks picks) {
  Tensor y = take(x.data(), picks);
  return record(op, std::move(y), {x}, [picks = std::move(picks), shape = x.shape()](Backward& pass) {
    Tensor dx = Tensor::zeros(shape, pass.dy().dtype());
    add_at(dx, picks, pass.dy());
    pass.give(0, std::move(dx));
  });
}

Variable index(const Variable& x, const std::vector<IndexItem>& items) {
  Advanced part = apply_views(x, items);
  if (part.tensors.empty()) return part.x;
  const int rank = part.x.data().rank();
  const int indexed = static_cast<int>(part.axes.size());
  const int first = part.axes.front();
  const bool adjacent = part.axes.back() - first + 1 == indexed;
  if (!adjacent || first > 0) part.x = permute(part.x, in_front(part.axes, rank));
  const Variable y = take("IndexBackward0", part.x, pick("index", part.x.shape(), part.tensors));
  if (!adjacent || first == 0) return y;
  const int made = y.data().rank() - (rank - indexed);  // axes that the index tensors brought
  Shape order;
  for (int axis = 0; axis < first; ++axis) order.push_back(made + axis);
  for (int axis = 0; axis < made; ++axis) order.push_back(axis);
  for (int axis = made + first; axis < y.data().rank(); ++axis) order.push_back(axis);
  return permute(y, order);
}

void index_put(Variable& x, const std::vector<IndexItem>& items, const Variable& values) {
  if (!has_tensors(items) && x.is_leaf() && !will_record({x, values})) {
    Tensor part = index(x.detach(), items).data();
    copy_into(part, broadcast_to("index_put", cast(values.data(), x.dtype()), part.shape()));
    part.bump_version();
    return;
  }
  // The same items choose, from the numbers of all places, the places to write.
  std::vector<std::int64_t> all(static_cast<std::size_t>(x.data().numel()));
  std::iota(all.begin(), all.end(), std::int64_t(0));
  const Tensor places = index(Variable(Tensor::from(x.shape(), all)), items).data().contiguous();
  Picks picks;
  picks.shape = places.shape();
  picks.starts.assign(places.data<std::int64_t>(), places.data<std::int64_t>() + places.numel());
  Tensor y = x.data().clone();
  put(y, picks, broadcast_to("index_put", cast(values.data(), x.dtype()), picks.shape));
  const Variable result = record("IndexPutBackward0", std::move(y), {x, values}, [picks](Backward& pass) {
    if (pass.needs(0)) {
      Tensor dx = pass.dy().clone();
      put(dx, picks, Tensor::zeros(picks.shape, dx.dtype()));
      pass.give(0, std::move(dx));
    }
    if (pass.needs(1)) pass.give_reduced(1, take(pass.dy(), picks));
  });
  become("index_put", x, result);
}

Variable gather(const Variable& x, Index axis, const Tensor& index) {
  return take("GatherBackward0", x, pick_along("gather", x.shape(), axis, index));
}

}  // namespace normlab
