#include "arena/toml/toml_table.h"

#include <limits>
#include <sstream>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/quantities.h"
#include "arena/core/suggestion.h"
#include "arena/core/text.h"

namespace arena {

std::string ToText(const toml::node& node) {
  std::ostringstream text;
  node.visit([&](const auto& value) {
    if constexpr (toml::is_table<decltype(value)>) {
      text << "a table";
    } else if constexpr (toml::is_array<decltype(value)>) {
      text << "an array";
    } else if constexpr (toml::is_string<decltype(value)>) {
      text << '"' << *value << '"';
    } else {
      text << value;
    }
  });
  return text.str();
}

TomlTable::TomlTable(const toml::table& table, std::string what,
                     std::string file_name,
                     std::initializer_list<absl::string_view> keys)
    : table_(table), what_(std::move(what)), file_name_(std::move(file_name)) {
  const std::vector<std::string> known(keys.begin(), keys.end());
  // The first in the order of the file, because a table sorts its keys by name.
  const toml::node* first = nullptr;
  std::string message;
  for (const auto& [key, node] : table_) {
    const std::string name(key.str());
    if (absl::c_linear_search(known, name)) continue;
    if (first != nullptr &&
        node.source().begin.line >= first->source().begin.line) {
      continue;
    }
    first = &node;
    message =
        absl::StrCat("unknown key \"", Shortened(name), "\" in ", what_,
                     DidYouMean(name, known), "; the keys are ",
                     absl::StrJoin(known, ", "));
  }
  if (first != nullptr) Fail(*first, message);
}

const toml::node* TomlTable::Find(absl::string_view key) const {
  return table_.get(std::string(key));
}

void TomlTable::Fail(const toml::node& where, absl::string_view message) {
  if (!status_.ok()) return;
  status_ = absl::InvalidArgumentError(
      absl::StrCat(file_name_, ":", where.source().begin.line, ": ", message));
}

void TomlTable::Fail(absl::string_view key, absl::string_view message) {
  const toml::node* node = Find(key);
  Fail(node != nullptr ? *node : table_, message);
}

void TomlTable::FailValue(absl::string_view key, const toml::node& node,
                          absl::string_view expected) {
  Fail(node, absl::StrCat(key, " in ", what_, " is ", ToText(node),
                          "; expected ", expected));
}

std::string TomlTable::Text(absl::string_view key,
                            absl::string_view otherwise) {
  const toml::node* node = Find(key);
  if (node == nullptr) return std::string(otherwise);
  if (const auto text = node->value_exact<std::string>()) return *text;
  FailValue(key, *node, "a text in quotation marks");
  return std::string(otherwise);
}

std::string TomlTable::TextOrNumber(absl::string_view key) {
  const toml::node* node = Find(key);
  if (node != nullptr && node->is_integer()) return ToText(*node);
  return Text(key);
}

uint32_t TomlTable::Count(absl::string_view key, uint32_t most) {
  const toml::node* node = Find(key);
  if (node == nullptr) return 0;
  const auto number = node->value_exact<int64_t>();
  if (number.has_value() && *number >= 1 && *number <= int64_t{most}) {
    return static_cast<uint32_t>(*number);
  }
  FailValue(key, *node, absl::StrCat("a whole number from 1 to ", most));
  return 0;
}

std::optional<int32_t> TomlTable::Number(absl::string_view key) {
  const toml::node* node = Find(key);
  if (node == nullptr) return std::nullopt;
  using Limits = std::numeric_limits<int32_t>;
  const auto number = node->value_exact<int64_t>();
  if (number.has_value() && *number >= Limits::min() &&
      *number <= Limits::max()) {
    return static_cast<int32_t>(*number);
  }
  FailValue(key, *node, "a whole number of 32 bits");
  return std::nullopt;
}

bool TomlTable::Bool(absl::string_view key) {
  const toml::node* node = Find(key);
  if (node == nullptr) return false;
  if (const auto value = node->value_exact<bool>()) return *value;
  FailValue(key, *node, "true or false");
  return false;
}

std::optional<absl::Duration> TomlTable::Duration(absl::string_view key) {
  const toml::node* node = Find(key);
  if (node == nullptr) return std::nullopt;
  const auto text = node->value_exact<std::string>();
  if (text.has_value()) {
    const auto duration = ParseDuration(*text);
    if (duration.ok()) return *duration;
  }
  FailValue(key, *node, "a time with its unit, e.g. \"500ms\" or \"1m30s\"");
  return std::nullopt;
}

const toml::table* TomlTable::Table(absl::string_view key) {
  const toml::node* node = Find(key);
  if (node == nullptr) return nullptr;
  if (!node->is_table()) {
    FailValue(key, *node, absl::StrCat("a table, [", key, "]"));
  }
  return node->as_table();
}

std::vector<const toml::table*> TomlTable::Tables(absl::string_view key) {
  std::vector<const toml::table*> tables;
  const toml::node* node = Find(key);
  const toml::array* array = node == nullptr ? nullptr : node->as_array();
  if (node != nullptr && array == nullptr) {
    FailValue(key, *node, absl::StrCat("tables, [[", key, "]]"));
  }
  if (array == nullptr) return tables;
  for (const toml::node& entry : *array) {
    if (!entry.is_table()) {
      FailValue(key, entry, absl::StrCat("tables, [[", key, "]]"));
      return {};
    }
    tables.push_back(entry.as_table());
  }
  return tables;
}

bool TomlTable::IsArray(absl::string_view key) const {
  const toml::node* node = Find(key);
  return node != nullptr && node->is_array();
}

const toml::array* TomlTable::Array(absl::string_view key) {
  const toml::node* node = Find(key);
  if (node == nullptr) return nullptr;
  if (!node->is_array()) FailValue(key, *node, "a list in brackets");
  return node->as_array();
}

}  // namespace arena
