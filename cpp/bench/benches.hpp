// What normlab_bench measures, by subject; scripts/bench.mjs shows each row under the name that it has here.
#pragma once

namespace normlab::bench {

void register_step_benches();
void register_norm_benches();
void register_gemm_benches();

}  // namespace normlab::bench
