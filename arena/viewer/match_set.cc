#include "arena/viewer/match_set.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/viewer/match_document.h"

namespace arena::viewer {
namespace {

// ---- Whether matches belong together ----

constexpr char kRule[] =
    "; the matches of a set have the same game, rules, seats, options and seed";

using Options = std::map<std::string, std::string>;

// The options in effect; older records know those that were given.
Options OptionsOf(const v1::RecordHeader& header) {
  const auto& known =
      header.options().empty() ? header.given_options() : header.options();
  Options options;
  for (const v1::RecordOption& option : known) {
    options[option.name()] = option.value();
  }
  return options;
}

std::string ValueOf(const Options& options, const std::string& name) {
  const auto found = options.find(name);
  return found == options.end() ? "not set" : found->second;
}

absl::Status Differs(const SetTable& first, const SetTable& other,
                     absl::string_view what, absl::string_view wanted,
                     absl::string_view found) {
  return absl::InvalidArgumentError(
      absl::StrCat(other.name, " does not belong to ", first.name, ": its ",
                   what, " is ", found, ", not ", wanted, kRule));
}

absl::Status CheckOptions(const SetTable& first, const SetTable& other) {
  const Options wanted = OptionsOf(first.record.header);
  const Options found = OptionsOf(other.record.header);
  std::set<std::string> names;
  for (const Options* options : {&wanted, &found}) {
    for (const auto& [name, value] : *options) names.insert(name);
  }
  for (const std::string& name : names) {
    const std::string value = ValueOf(wanted, name);
    if (ValueOf(found, name) == value) continue;
    return Differs(first, other, absl::StrCat("option ", name), value,
                   ValueOf(found, name));
  }
  return absl::OkStatus();
}

absl::Status CheckPair(const SetTable& first, const SetTable& other) {
  const v1::RecordHeader& wanted = first.record.header;
  const v1::RecordHeader& found = other.record.header;
  if (found.game() != wanted.game()) {
    return Differs(first, other, "game", wanted.game(), found.game());
  }
  if (found.rules_version() != wanted.rules_version()) {
    return Differs(first, other, "rules version",
                   absl::StrCat(wanted.rules_version()),
                   absl::StrCat(found.rules_version()));
  }
  if (found.seats() != wanted.seats()) {
    return Differs(first, other, "number of seats",
                   absl::StrCat(wanted.seats()), absl::StrCat(found.seats()));
  }
  ARENA_RETURN_IF_ERROR(CheckOptions(first, other));
  if (found.seed() != wanted.seed()) {
    return Differs(first, other, "seed",
                   absl::BytesToHexString(wanted.seed()),
                   absl::BytesToHexString(found.seed()));
  }
  return absl::OkStatus();
}

// ---- Views ----

// All players, each once.
std::set<std::string> NamesOf(absl::Span<const SetTable> tables) {
  std::set<std::string> names;
  for (const SetTable& table : tables) {
    const auto& players = table.record.header.players();
    names.insert(players.begin(), players.end());
  }
  return names;
}

View ViewAt(const SetTable& table, const SetView& view) {
  if (view.followed.empty()) return view.view;
  const auto& players = table.record.header.players();
  const auto found = std::find(players.begin(), players.end(), view.followed);
  if (found == players.end()) return kSpectator;
  return static_cast<Seat>(found - players.begin());
}

}  // namespace

absl::Status CheckSet(absl::Span<const SetTable> tables) {
  if (tables.size() < 2 || tables.size() > kMostTables) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are ", tables.size(), " matches; expected 2 to ",
                     kMostTables, " that share their deals"));
  }
  std::map<absl::string_view, absl::string_view> names;
  for (const SetTable& table : tables) {
    const auto [same, is_new] = names.emplace(table.bytes, table.name);
    if (!is_new) {
      return absl::InvalidArgumentError(
          absl::StrCat(table.name, " is the same match as ", same->second,
                       "; expected each match once"));
    }
    ARENA_RETURN_IF_ERROR(CheckPair(tables[0], table));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> SetDocuments(
    absl::Span<const SetTable> tables, const SetView& view,
    absl::Span<const Game> games) {
  ARENA_RETURN_IF_ERROR(CheckSet(tables));
  if (!view.followed.empty()) {
    const std::set<std::string> names = NamesOf(tables);
    if (names.count(view.followed) == 0) {
      return absl::NotFoundError(absl::StrCat(
          "no player of these matches is called \"", view.followed,
          "\"; expected one of ", absl::StrJoin(names, ", ")));
    }
  }
  std::vector<std::string> documents;
  for (const SetTable& table : tables) {
    ARENA_ASSIGN_OR_RETURN(documents.emplace_back(),
                           ComparableDocument(table.record, table.bytes,
                                              ViewAt(table, view), games));
  }
  return documents;
}

}  // namespace arena::viewer
