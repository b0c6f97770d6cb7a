#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "normlab/kernels/gemm.hpp"
#include "normlab/kernels/norm_table.hpp"
#include "normlab/kernels/simd.hpp"
#include "task.hpp"

namespace normlab::bench {

namespace {

using Norm = kernels::NormKernel<float>;
using kernels::simd::F32x4;

struct Size {
  Index rows;
  Index cols;
};
// A lesson's layer, a GPT-2 layer's width, and 32 sequences of 128 tokens.
constexpr Size norm_sizes[] = {{64, 64}, {1024, 768}, {32 * 128, 512}};
constexpr Index gemm_sizes[] = {64, 256};

// Somewhere between -1 and 1, from a linear congruential generator: the values only have to be ordinary.
std::vector<float> ordinary_values(Index count) {
  std::uint32_t state = 1;
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(static_cast<std::int32_t>(state)) / 2147483648.0f;
  }
  return values;
}

// Four matrices. Each begins elsewhere in a page of memory: where they begin alike, as large allocations do, a
// processor takes loads for reads of what was just stored, and copies several times slower than it can.
class Matrices {
 public:
  explicit Matrices(Size size) : values_(ordinary_values(4 * (size.rows * size.cols + 4 * stagger))) {
    for (int i = 0; i < 4; ++i) starts_[i] = values_.data() + i * (size.rows * size.cols + 4 * stagger) + i * stagger;
  }
  Matrices(const Matrices&) = delete;
  Matrices& operator=(const Matrices&) = delete;
  float* operator[](int i) { return starts_[i]; }

 private:
  static constexpr Index stagger = 272;  // a bit over a quarter of a page of 1024 floats
  std::vector<float> values_;
  float* starts_[4];
};

struct NormWork {
  NormWork(const Norm& norm, Size size)
      : matrices(size), weight(ordinary_values(size.cols)), bias(weight), dweight(weight.size()), dbias(weight.size()),
        mean(static_cast<std::size_t>(norm.group_count(size.rows, size.cols))), rstd(mean.size()) {}

  Matrices matrices;
  std::vector<float> weight, bias, dweight, dbias;
  std::vector<double> mean, rstd;
};

Task norm_task(const Norm& norm, Size size, const std::string& size_name) {
  Task task;
  task.name = std::string("norm/") + norm.kind + "/" + size_name;
  task.prepare = [&norm, size] {
    return [&norm, size, work = std::make_shared<NormWork>(norm, size)] {
      NormWork& w = *work;
      const float *x = w.matrices[0], *dy = w.matrices[1];
      float *y = w.matrices[2], *dx = w.matrices[3];
      const kernels::NormInputs<float> inputs{size.rows, size.cols, x, w.weight.data(),
                                              norm.has_bias ? w.bias.data() : nullptr, 1e-5};
      const kernels::NormSaved saved{w.mean.data(), w.rstd.data()};
      norm.forward(inputs, y, saved);
      norm.backward(inputs, dy, saved, {dx, w.dweight.data(), norm.has_bias ? w.dbias.data() : nullptr});
      return 0.0;
    };
  };
  // The least that must move, each matrix once per pass: forward reads x and writes y, backward reads dy and x and
  // writes dx. Five matrices of rows * cols floats; the parameters' cols are not counted.
  task.bytes = static_cast<double>(5 * size.rows * size.cols) * sizeof(float);
  return task;
}

// Over the memory that the norm works in: y = x and dx = dy, two matrices read and two written.
Task copy_task(Size size, const std::string& size_name) {
  const auto bytes = static_cast<std::size_t>(size.rows * size.cols) * sizeof(float);
  Task task;
  task.name = "copy/" + size_name;
  task.prepare = [size, bytes] {
    return [bytes, matrices = std::make_shared<Matrices>(size)] {
      Matrices& m = *matrices;
      std::memcpy(m[2], m[0], bytes);
      std::memcpy(m[3], m[1], bytes);
      return 0.0;
    };
  };
  task.bytes = 4 * static_cast<double>(bytes);
  return task;
}

Task gemm_task(Index n) {
  const std::string side = std::to_string(n);
  Task task;
  task.name = "gemm/" + side + "x" + side + "x" + side;
  task.prepare = [n] {
    return [n, a = ordinary_values(n * n), b = ordinary_values(n * n), c = ordinary_values(n * n)]() mutable {
      kernels::gemm(n, n, n, kernels::row_major(a.data(), n), kernels::row_major(b.data(), n), c.data(), n);
      return 0.0;
    };
  };
  // A multiplication and an addition for each of n terms of n * n sums.
  task.flops = 2 * static_cast<double>(n * n * n);
  return task;
}

// Twelve chains of a multiplication and an addition of 4 lanes each, all in registers: enough that neither waits for
// the one before, few enough for 16 registers.
Task peak_task() {
  constexpr int chains = 12;
  constexpr int rounds = 4096;
  Task task;
  task.name = "peak/multiply-add";
  task.prepare = [] {
    return [values = ordinary_values(4 * chains)]() mutable {
      // Towards 1, so that no value grows or becomes subnormal.
      const F32x4 factor = kernels::simd::splat(0.75f), term = kernels::simd::splat(0.25f);
      F32x4 chain[chains];
      for (int i = 0; i < chains; ++i) chain[i] = kernels::simd::load(&values[static_cast<std::size_t>(4 * i)]);
      for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < chains; ++i) chain[i] = chain[i] * factor + term;
      }
      for (int i = 0; i < chains; ++i) kernels::simd::store(&values[static_cast<std::size_t>(4 * i)], chain[i]);
      return 0.0;
    };
  };
  task.flops = 2.0 * 4 * chains * rounds;
  return task;
}

}  // namespace

std::vector<Task> kernel_tasks() {
  std::vector<Task> tasks;
  for (const Size size : norm_sizes) {
    const std::string name = std::to_string(size.rows) + "x" + std::to_string(size.cols);
    for (const Norm& norm : kernels::norm_kernels<float>()) tasks.push_back(norm_task(norm, size, name));
    tasks.push_back(copy_task(size, name));
  }
  for (const Index size : gemm_sizes) tasks.push_back(gemm_task(size));
  tasks.push_back(peak_task());
  return tasks;
}

std::string task_list(const std::vector<Task>& tasks) {
  std::string json;
  for (const Task& task : tasks) {
    json += (json.empty() ? "[" : ",") + ("{\"name\":\"" + task.name) + "\",\"bytes\":" + std::to_string(task.bytes) +
            ",\"flops\":" + std::to_string(task.flops) + "}";
  }
  return json + "]";
}

}  // namespace normlab::bench
