#include "normlab/core/dtype.hpp"

namespace normlab {

const char* dtype_name(DType dtype) {
  switch (dtype) {
    case DType::boolean: return "bool";
    case DType::int32: return "int32";
    case DType::int64: return "int64";
    case DType::float32: return "float32";
    case DType::float64: return "float64";
  }
  return "unknown";
}

DType dtype_from_name(const std::string& name) {
  for (DType dtype : {DType::boolean, DType::int32, DType::int64, DType::float32, DType::float64}) {
    if (name == dtype_name(dtype)) return dtype;
  }
  fail(ErrorKind::argument, "dtype", "expected one of float32, float64, int64, int32, bool, got \"", name, "\"");
}

std::size_t item_size(DType dtype) {
  return dispatch(dtype, [](auto zero) { return sizeof zero; });
}

}  // namespace normlab
