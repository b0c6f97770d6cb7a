// EXPECT_ERROR(statement, kind, tag, parts…): the statement throws an Error of the kind, whose text starts with "[tag]"
// and holds every part.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "normlab/core/check.hpp"

namespace normlab::testing {

inline const char* kind_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::shape: return "shape";
    case ErrorKind::argument: return "argument";
    case ErrorKind::disposed: return "disposed";
    case ErrorKind::internal: return "internal";
    case ErrorKind::result: return "result";
  }
  return "unknown";
}

// What is wrong with the error that `action` throws; "" if nothing is.
template <class Action>
std::string error_fault(Action action, ErrorKind kind, const std::string& tag,
                        std::initializer_list<std::string> parts) {
  try {
    action();
  } catch (const Error& error) {
    const std::string message = error.what();
    const std::string fault = " of \"" + message + '"';
    if (error.kind() != kind) return std::string("kind ") + kind_name(error.kind()) + fault;
    if (message.rfind('[' + tag + "] ", 0) != 0) return "tag" + fault;
    if (message.find("expected ") == std::string::npos) return "no \"expected\" in the text" + fault;
    for (const std::string& part : parts) {
      if (message.find(part) == std::string::npos) return "no \"" + part + "\" in the text" + fault;
    }
    return "";
  }
  return "nothing was thrown";
}

}  // namespace normlab::testing

#define EXPECT_ERROR(statement, kind, tag, ...) \
  EXPECT_EQ(::normlab::testing::error_fault([&] { static_cast<void>(statement); }, kind, tag, {__VA_ARGS__}), "")
