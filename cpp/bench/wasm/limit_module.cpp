// The limit as a wasm module of its own: plain functions over memory that the caller gets by malloc. The page or
// process ends with its limits, so nothing deletes one.
#include "../limit.hpp"

using normlab::bench::Limit;
using normlab::bench::LimitNorm;

extern "C" {

// norm: 0 none, 1 batch, 2 layer, 3 rms
Limit* limit_new(int norm) { return new Limit(static_cast<LimitNorm>(norm)); }
int limit_parameter_count(const Limit* limit) { return static_cast<int>(limit->parameter_count()); }
void limit_load(Limit* limit, const float* parameters) { limit->load(parameters); }
float limit_step(Limit* limit, const float* x, const unsigned char* labels, float learning_rate) {
  return limit->step(x, labels, learning_rate);
}

}  // extern "C"
