// A reader for the JSON of the golden files, so that the tests need no library for it, in any build. Member names are
// those of nlohmann::json. Numbers keep their text: integers of 64 bits and doubles arrive exactly.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace normlab::testing {

class Json {
 public:
  using Items = std::vector<std::pair<std::string, Json>>;

  static Json parse(const std::string& source) {
    const char* at = source.c_str();
    Json value = read(at);
    skip_space(at);
    if (*at != '\0') fail("the end", at);
    return value;
  }

  std::size_t size() const { return kind_ == Kind::object ? items_.size() : elements_.size(); }
  std::vector<Json>::const_iterator begin() const { return elements_.begin(); }
  std::vector<Json>::const_iterator end() const { return elements_.end(); }
  // The members of an object, in the order of the file.
  const Items& items() const { return items_; }

  const Json& operator[](std::size_t index) const { return elements_.at(index); }
  const Json& operator[](int index) const { return elements_.at(static_cast<std::size_t>(index)); }
  const Json& operator[](const char* key) const {
    if (const Json* value = find(key)) return *value;
    throw std::runtime_error(std::string("golden file: expected a member \"") + key + '"');
  }
  bool contains(const char* key) const { return find(key) != nullptr; }

  bool is_null() const { return kind_ == Kind::null; }
  bool is_string() const { return kind_ == Kind::string; }
  bool is_number() const { return kind_ == Kind::number; }
  bool is_array() const { return kind_ == Kind::array; }
  bool is_object() const { return kind_ == Kind::object; }

  // A string, bool, number or vector of them.
  template <class T>
  T get() const {
    if constexpr (std::is_same_v<T, std::string>) {
      return get_ref<const std::string&>();
    } else if constexpr (std::is_same_v<T, bool>) {
      expect(Kind::boolean);
      return text_ == "true";
    } else if constexpr (std::is_floating_point_v<T>) {
      expect(Kind::number);
      return static_cast<T>(std::strtod(text_.c_str(), nullptr));
    } else if constexpr (std::is_integral_v<T>) {
      expect(Kind::number);
      return text_[0] == '-' ? static_cast<T>(std::strtoll(text_.c_str(), nullptr, 10))
                             : static_cast<T>(std::strtoull(text_.c_str(), nullptr, 10));
    } else {
      expect(Kind::array);
      T values;
      for (const Json& element : elements_) values.push_back(element.get<typename T::value_type>());
      return values;
    }
  }

  template <class Reference>
  Reference get_ref() const {
    expect(Kind::string);
    return text_;
  }

  friend std::ostream& operator<<(std::ostream& out, const Json& json) {
    if (json.kind_ == Kind::array) {
      for (std::size_t i = 0; i < json.size(); ++i) out << (i == 0 ? "[" : ", ") << json[i];
      return out << (json.size() == 0 ? "[]" : "]");
    }
    if (json.kind_ == Kind::object) {
      for (std::size_t i = 0; i < json.size(); ++i) {
        out << (i == 0 ? "{" : ", ") << json.items_[i].first << ": " << json.items_[i].second;
      }
      return out << (json.size() == 0 ? "{}" : "}");
    }
    return out << json.text_;
  }

 private:
  enum class Kind { null, boolean, number, string, array, object };

  const Json* find(const char* key) const {
    for (const auto& [name, value] : items_) {
      if (name == key) return &value;
    }
    return nullptr;
  }

  void expect(Kind kind) const {
    if (kind_ != kind) throw std::runtime_error("golden file: a value of another type, " + text_);
  }

  [[noreturn]] static void fail(const char* expected, const char* at) {
    throw std::runtime_error(std::string("golden file: expected ") + expected + ", got " +
                             std::string(at).substr(0, 40));
  }

  static void skip_space(const char*& at) {
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') ++at;
  }

  static Json read(const char*& at) {
    skip_space(at);
    Json value;
    if (*at == '"') {
      value.kind_ = Kind::string;
      value.text_ = read_string(at);
    } else if (*at == '[') {
      value.kind_ = Kind::array;
      read_list(at, ']', [&] { value.elements_.push_back(read(at)); });
    } else if (*at == '{') {
      value.kind_ = Kind::object;
      read_list(at, '}', [&] {
        std::string key = read_string(at);
        skip_space(at);
        if (*at++ != ':') fail("a colon", at - 1);
        value.items_.emplace_back(std::move(key), read(at));
      });
    } else {
      while ((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || *at == '-' ||
             *at == '+' || *at == '.') {
        value.text_ += *at++;
      }
      if (value.text_.empty()) fail("a value", at);
      const bool word = value.text_ == "true" || value.text_ == "false";
      value.kind_ = word ? Kind::boolean : value.text_ == "null" ? Kind::null : Kind::number;
    }
    return value;
  }

  // From the opening to the closing bracket; `read_one` reads what stands between two commas.
  template <class ReadOne>
  static void read_list(const char*& at, char closing, ReadOne read_one) {
    ++at;
    skip_space(at);
    if (*at == closing) {
      ++at;
      return;
    }
    for (;;) {
      skip_space(at);
      read_one();
      skip_space(at);
      if (*at == closing) break;
      if (*at++ != ',') fail("a comma", at - 1);
    }
    ++at;
  }

  static std::string read_string(const char*& at) {
    if (*at++ != '"') fail("a string", at - 1);
    std::string text;
    while (*at != '"') {
      if (*at == '\0') fail("a closing quote", at);
      if (*at != '\\') {
        text += *at++;
        continue;
      }
      const char escape = at[1];
      at += 2;
      constexpr std::string_view names = "ntrbf";
      const std::size_t index = names.find(escape);
      if (escape == 'u') {
        append_utf8(text, read_code_point(at));
      } else {
        text += index == std::string_view::npos ? escape : "\n\t\r\b\f"[index];
      }
    }
    ++at;
    return text;
  }

  static std::uint32_t read_hex(const char*& at) {
    const std::string digits(at, 4);
    at += 4;
    return static_cast<std::uint32_t>(std::strtoul(digits.c_str(), nullptr, 16));
  }

  static std::uint32_t read_code_point(const char*& at) {
    const std::uint32_t first = read_hex(at);
    if (first < 0xd800 || first > 0xdbff) return first;
    at += 2;  // the \u of the second half of a surrogate pair
    return 0x10000 + ((first - 0xd800) << 10) + (read_hex(at) - 0xdc00);
  }

  static void append_utf8(std::string& out, std::uint32_t code) {
    const auto trail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3f)); };
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xc0 | code >> 6);
      trail(0);
    } else if (code < 0x10000) {
      out += static_cast<char>(0xe0 | code >> 12);
      trail(6);
      trail(0);
    } else {
      out += static_cast<char>(0xf0 | code >> 18);
      trail(12);
      trail(6);
      trail(0);
    }
  }

  Kind kind_ = Kind::null;
  std::string text_;
  std::vector<Json> elements_;
  Items items_;
};

}  // namespace normlab::testing
