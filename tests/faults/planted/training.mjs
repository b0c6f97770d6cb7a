// Optimisers, data and starting values.
export const training = [
  [
    'optim/sgd.cpp',
    'the first velocity is damped',
    'const T take = first ? T(1) : static_cast<T>(1 - options.dampening);',
    'const T take = static_cast<T>(1 - options.dampening);',
  ],
  [
    'optim/sgd.cpp',
    'momentum weighs the gradient',
    'v[i] = keep * v[i] + take * slope;',
    'v[i] = keep * v[i] + (1 - keep) * slope;',
  ],
  ['optim/sgd.cpp', 'nesterov looks back', 'slope + momentum * v[i] : v[i]', 'slope - momentum * v[i] : v[i]'],
  [
    'optim/adam.cpp',
    'eps before the correction',
    '(std::sqrt(v[i]) / root2 + eps)',
    '((std::sqrt(v[i]) + eps) / root2)',
  ],
  [
    'optim/adam.cpp',
    'no bias correction',
    'factors.step = learning_rate() / (1 - math::pow(options_.beta1, t));',
    'factors.step = learning_rate();',
  ],
  [
    'optim/adam.cpp',
    'decay goes through the moments',
    'factors.decay = decoupled_ ? 0 : options_.weight_decay;',
    'factors.decay = options_.weight_decay;',
  ],
  [
    'optim/clip.cpp',
    'gradients below the limit are scaled up',
    'if (coefficient >= 1) return norm;',
    'if (coefficient < 0) return norm;',
  ],
  [
    'optim/schedules.cpp',
    'the first step of warm-up is 0',
    'static_cast<double>(t + 1) / static_cast<double>(warmup)',
    'static_cast<double>(t) / static_cast<double>(warmup)',
  ],
  [
    'optim/schedules.cpp',
    'cosine of the wrong step',
    'math::cos(pi * static_cast<double>(t - 1) / period)',
    'math::cos(pi * static_cast<double>(t) / period)',
  ],
  [
    'data/sampler.cpp',
    'no base seed is drawn',
    'generator.random();  // the base seed',
    '// generator.random();  // the base seed',
  ],
  [
    'data/split.cpp',
    'train takes the first part of the order',
    'const std::int64_t* train_begin = order.data() + counts.test;',
    'const std::int64_t* train_begin = order.data() + counts.test - 1;',
  ],
  [
    'nn/init.cpp',
    'uniform bound without √3',
    'double uniform_bound(double std) { return std::sqrt(3.0) * std; }',
    'double uniform_bound(double std) { return std; }',
  ],
];
