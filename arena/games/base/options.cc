#include "arena/games/base/options.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/core/suggestion.h"
#include "arena/core/text.h"

namespace arena {
namespace {

const OptionSpec* Find(absl::Span<const OptionSpec> specs,
                       absl::string_view name) {
  const auto it = absl::c_find_if(
      specs, [&](const OptionSpec& spec) { return name == spec.name; });
  return it == specs.end() ? nullptr : &*it;
}

absl::Status Bad(const OptionSpec& spec, absl::string_view value) {
  return absl::InvalidArgumentError(
      absl::StrCat("option ", spec.name, "=", Shortened(value), ": expected ",
                   spec.Allowed()));
}

// Returns the canonical spelling of a value.
absl::StatusOr<std::string> Canonical(const OptionSpec& spec,
                                      absl::string_view value) {
  switch (spec.kind) {
    case OptionKind::kBool:
      if (value != "true" && value != "false") return Bad(spec, value);
      return std::string(value);
    case OptionKind::kInt: {
      int64_t number = 0;
      if (!absl::SimpleAtoi(value, &number) || number < spec.min ||
          number > spec.max || absl::StrCat(number) != value) {
        return Bad(spec, value);
      }
      return std::string(value);
    }
    case OptionKind::kChoice: {
      const std::vector<absl::string_view> choices =
          absl::StrSplit(spec.choices, '|');
      if (!absl::c_linear_search(choices, value)) return Bad(spec, value);
      return std::string(value);
    }
  }
  return Bad(spec, value);
}

}  // namespace

std::string OptionSpec::Allowed() const {
  switch (kind) {
    case OptionKind::kBool:
      return "true|false";
    case OptionKind::kInt:
      return absl::StrCat(min, "..", max);
    case OptionKind::kChoice:
      return choices;
  }
  return "";
}

GameOptions::GameOptions(absl::Span<const OptionSpec> specs) : specs_(specs) {}

absl::StatusOr<GameOptions> GameOptions::Parse(
    absl::Span<const OptionSpec> specs, absl::string_view text) {
  GameOptions options(specs);
  for (absl::string_view item : absl::StrSplit(text, ',', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> pair =
        absl::StrSplit(item, absl::MaxSplits('=', 1));
    if (item.find('=') == absl::string_view::npos) {
      return absl::InvalidArgumentError(absl::StrCat(
          "option \"", Shortened(item), "\": expected name=value"));
    }
    if (options.IsSet(pair.first)) {
      return absl::InvalidArgumentError(
          absl::StrCat("option ", pair.first, " is given twice"));
    }
    ARENA_RETURN_IF_ERROR(options.Set(pair.first, pair.second));
  }
  return options;
}

absl::StatusOr<GameOptions> GameOptions::FromMap(
    absl::Span<const OptionSpec> specs,
    const std::map<std::string, std::string>& values) {
  GameOptions options(specs);
  for (const auto& [name, value] : values) {
    ARENA_RETURN_IF_ERROR(options.Set(name, value));
  }
  return options;
}

absl::Status GameOptions::Set(absl::string_view name, absl::string_view value) {
  const OptionSpec* spec = Find(specs_, name);
  if (spec == nullptr) {
    std::vector<std::string> names;
    for (const OptionSpec& known : specs_) names.push_back(known.name);
    return absl::InvalidArgumentError(absl::StrCat(
        "unknown option \"", Shortened(name), "\"", DidYouMean(name, names),
        "; the options are: ", absl::StrJoin(names, ", ")));
  }
  ARENA_ASSIGN_OR_RETURN(std::string canonical, Canonical(*spec, value));
  given_[std::string(name)] = std::move(canonical);
  return absl::OkStatus();
}

absl::string_view GameOptions::Value(absl::string_view name,
                                     OptionKind kind) const {
  const OptionSpec* spec = Find(specs_, name);
  ARENA_CHECK(spec != nullptr && spec->kind == kind, name);
  const auto it = given_.find(std::string(name));
  return it == given_.end() ? absl::string_view(spec->default_value)
                            : absl::string_view(it->second);
}

bool GameOptions::Bool(absl::string_view name) const {
  return Value(name, OptionKind::kBool) == "true";
}

int64_t GameOptions::Int(absl::string_view name) const {
  int64_t number = 0;
  ARENA_CHECK(absl::SimpleAtoi(Value(name, OptionKind::kInt), &number), name);
  return number;
}

absl::string_view GameOptions::Choice(absl::string_view name) const {
  return Value(name, OptionKind::kChoice);
}

bool GameOptions::IsSet(absl::string_view name) const {
  return given_.contains(std::string(name));
}

std::map<std::string, std::string> GameOptions::values() const {
  std::map<std::string, std::string> values = given_;
  for (const OptionSpec& spec : specs_) {
    values.emplace(spec.name, spec.default_value);
  }
  return values;
}

void GameOptions::Give(absl::string_view name, absl::string_view value) {
  const absl::Status status = Set(name, value);
  ARENA_CHECK(status.ok(), status.message());
}

std::string GameOptions::ToString() const {
  return absl::StrJoin(given_, ",", absl::PairFormatter("="));
}

GameOptions WithTextPreset(GameOptions options,
                           absl::Span<const PresetValue> text) {
  if (options.Choice("preset") != "text") return options;
  for (const PresetValue& of_text : text) {
    if (!options.IsSet(of_text.option)) {
      options.Give(of_text.option, of_text.value);
    }
  }
  return options;
}

}  // namespace arena
