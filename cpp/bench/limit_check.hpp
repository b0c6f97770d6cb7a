// Before anything is timed: does the limit compute what the engine computes, and does it learn?
#pragma once

#include <optional>
#include <string>

#include "digits.hpp"
#include "limit.hpp"

namespace normlab::bench {

// The limit of a norm of the table (null: no norm); empty where none is written for it.
std::optional<LimitNorm> limit_norm(const nn::NormEntry* norm);

// What is wrong with the limit, in a sentence; empty if nothing is.
std::string limit_trouble();

}  // namespace normlab::bench
