#include "arena/core/command_words.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena {
namespace {

// Reads one character after the other.
class Splitter {
 public:
  explicit Splitter(bool at_commas) : at_commas_(at_commas) {}
  void Add(char c) {
    if (escaped_) return Take(c, /*ends_escape=*/true);
    if (quote_ != '\'' && c == '\\') {
      escaped_ = in_word_ = true;
    } else if (quote_ != '\0') {
      if (c == quote_) {
        quote_ = '\0';
      } else {
        word_ += c;
      }
    } else if (c == '\'' || c == '"') {
      quote_ = c;
      in_word_ = true;
    } else if (at_commas_ && c == ',') {
      EndCommand();
    } else if (absl::ascii_isspace(static_cast<unsigned char>(c))) {
      EndWord();
    } else {
      Take(c, /*ends_escape=*/false);
    }
  }
  void EndCommand() {
    EndWord();
    commands_.push_back(std::exchange(words_, {}));
  }
  bool open() const { return quote_ != '\0' || escaped_; }
  std::vector<std::vector<std::string>> commands() && {
    return std::move(commands_);
  }

 private:
  void Take(char c, bool ends_escape) {
    if (ends_escape) escaped_ = false;
    word_ += c;
    in_word_ = true;
  }
  void EndWord() {
    if (in_word_) words_.push_back(std::exchange(word_, ""));
    in_word_ = false;
  }

  const bool at_commas_;
  std::vector<std::vector<std::string>> commands_;
  std::vector<std::string> words_;
  std::string word_;
  bool in_word_ = false;
  bool escaped_ = false;
  char quote_ = '\0';
};

absl::StatusOr<std::vector<std::vector<std::string>>> Split(
    absl::string_view text, bool at_commas) {
  Splitter splitter(at_commas);
  for (const char c : text) splitter.Add(c);
  if (splitter.open()) {
    return absl::InvalidArgumentError(
        absl::StrCat("a quote or backslash is left open in \"", text, "\""));
  }
  splitter.EndCommand();
  auto commands = std::move(splitter).commands();
  for (const auto& command : commands) {
    if (command.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is an empty command in \"", text, "\""));
    }
  }
  return commands;
}

}  // namespace

absl::StatusOr<std::vector<std::vector<std::string>>> SplitCommands(
    absl::string_view text) {
  return Split(text, /*at_commas=*/true);
}

absl::StatusOr<std::vector<std::string>> SplitWords(absl::string_view text) {
  ARENA_ASSIGN_OR_RETURN(auto commands, Split(text, /*at_commas=*/false));
  return std::move(commands[0]);
}

}  // namespace arena
