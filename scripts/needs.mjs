// What each command needs on the machine: how it is recognised, the Debian package that brings it, and how it is
// usually installed elsewhere.
import fs from 'node:fs';
import path from 'node:path';

/** The path of a program on PATH, or null. */
export function onPath(program) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, program);
    try {
      fs.accessSync(file, fs.constants.X_OK);
      if (fs.statSync(file).isFile()) return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

const includeFolders = ['/usr/include', '/usr/local/include', '/opt/homebrew/include', ...prefixFolders('include')];

function prefixFolders(sub) {
  const prefixes = (process.env.CMAKE_PREFIX_PATH ?? '').split(path.delimiter).filter(Boolean);
  return prefixes.map((prefix) => path.join(prefix, sub));
}

const header = (name) => () => includeFolders.some((folder) => fs.existsSync(path.join(folder, name)));
const program = (...names) => () => names.some((name) => onPath(name) !== null);

const emscripten = {
  name: 'Emscripten (emcc)',
  found: program('emcc'),
  packages: ['emscripten'],
  elsewhere: 'emsdk, or brew install emscripten',
};
const xtensor = {
  name: 'xtensor',
  found: header('xtensor/xarray.hpp'),
  packages: ['libxtensor-dev'],
  elsewhere: 'xtensor 0.24 or 0.25 from conda-forge or its sources',
};
const cmake = { name: 'CMake', found: program('cmake'), packages: ['cmake'], elsewhere: 'cmake.org or brew install cmake' };
const ninja = { name: 'Ninja', found: program('ninja'), packages: ['ninja-build'], elsewhere: 'brew install ninja' };
const gxx = {
  name: 'a C++ compiler',
  found: program('g++', 'c++'),
  packages: ['g++'],
  elsewhere: "the system's compiler package, or xcode-select --install",
};
const clang = { name: 'clang++', found: program('clang++'), packages: ['clang'], elsewhere: 'the LLVM package' };
const gtest = {
  name: 'GoogleTest with its sources',
  found: () => header('gtest/gtest.h')() && fs.existsSync('/usr/src/googletest/CMakeLists.txt'),
  packages: ['libgtest-dev', 'googletest'],
  elsewhere: 'its sources in /usr/src/googletest',
};
const benchmark = {
  name: 'Google Benchmark',
  found: header('benchmark/benchmark.h'),
  packages: ['libbenchmark-dev'],
  elsewhere: 'brew install google-benchmark',
};
const chromium = {
  name: 'Chromium',
  found: program('chromium', 'chromium-browser', 'google-chrome'),
  packages: ['chromium'],
  elsewhere: 'chromium.org',
};
const firefox = {
  name: 'Firefox',
  found: program('firefox-esr', 'firefox'),
  packages: ['firefox-esr'],
  elsewhere: 'mozilla.org/firefox',
};

export const needs = {
  start: [emscripten, xtensor, cmake, ninja],
  bench: [emscripten, xtensor, cmake, ninja, gxx, benchmark, chromium],
  test: [emscripten, xtensor, cmake, ninja, gxx, clang, gtest, benchmark, chromium, firefox],
};
