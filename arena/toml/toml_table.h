// Reads tables of a TOML file and names every mistake with its line.
#ifndef ARENA_TOML_TOML_TABLE_H_
#define ARENA_TOML_TOML_TABLE_H_

#include <toml++/toml.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace arena {

// One table. A chain of reads does not stop at the first mistake: status()
// keeps the first mistake, and later reads return defaults. Refers to the
// table; not thread-safe.
class TomlTable {
 public:
  // `what` names the table in messages: "[clock]". Every key must be one of
  // `keys`.
  TomlTable(const toml::table& table, std::string what, std::string file_name,
            std::initializer_list<absl::string_view> keys);

  // The value of a key, or `otherwise` if the key is absent.
  std::string Text(absl::string_view key, absl::string_view otherwise = "");
  // A text, or a whole number as text.
  std::string TextOrNumber(absl::string_view key);
  // A whole number from 1 to `most`; 0 if absent.
  uint32_t Count(absl::string_view key, uint32_t most);
  // A whole number of 32 bits; nothing if the key is absent.
  std::optional<int32_t> Number(absl::string_view key);
  bool Bool(absl::string_view key);
  // "500ms" and the like; nothing if the key is absent.
  std::optional<absl::Duration> Duration(absl::string_view key);
  // A table, or null if absent; and all tables of an array of tables.
  const toml::table* Table(absl::string_view key);
  std::vector<const toml::table*> Tables(absl::string_view key);
  bool IsArray(absl::string_view key) const;
  // Null if absent.
  const toml::array* Array(absl::string_view key);

  bool has(absl::string_view key) const { return Find(key) != nullptr; }
  // Notes a mistake at a key (or, if it is absent, at the table).
  void Fail(absl::string_view key, absl::string_view message);
  void Fail(const toml::node& where, absl::string_view message);
  // Takes over the mistake of an inner table, if it has one.
  void Adopt(const TomlTable& inner) { status_.Update(inner.status_); }
  const absl::Status& status() const { return status_; }

 private:
  const toml::node* Find(absl::string_view key) const;
  // "key is VALUE; expected ..."
  void FailValue(absl::string_view key, const toml::node& node,
                 absl::string_view expected);

  const toml::table& table_;
  std::string what_;
  std::string file_name_;
  absl::Status status_;
};

// The value as a file spells it.
std::string ToText(const toml::node& node);

}  // namespace arena

#endif  // ARENA_TOML_TOML_TABLE_H_
