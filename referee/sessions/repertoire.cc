#include "referee/sessions/repertoire.h"

#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/games/registry.h"
#include "arena/v1/play_service.pb.h"

namespace arena::referee {
namespace {

// The most entries of one hello, and the most constraints and values of each:
// matches are compared with all of them.
constexpr int kMostEntries = 100;
// Bytes of an option's name or value.
constexpr size_t kMaxOption = 64;
// How many games of a bot an error message names.
constexpr int kMostNamed = 8;

template <typename... Text>
absl::Status Wrong(Text&&... text) {
  return absl::InvalidArgumentError(absl::StrCat(text...));
}

absl::Status CheckCount(absl::string_view what, int count) {
  if (count <= kMostEntries) return absl::OkStatus();
  return Wrong(what, " has ", count, " entries; expected at most ",
               kMostEntries);
}

absl::Status CheckConstraint(const std::string& field,
                             const v1::OptionConstraint& option) {
  ARENA_RETURN_IF_ERROR(CheckText(field + ".name", option.name(), kMaxOption));
  ARENA_RETURN_IF_ERROR(CheckCount(field + ".values", option.values_size()));
  for (const std::string& value : option.values()) {
    ARENA_RETURN_IF_ERROR(CheckText(field + ".values", value, kMaxOption));
  }
  if (option.has_min() && option.has_max() && option.min() > option.max()) {
    return Wrong(field, " (", option.name(), ") has min ", option.min(),
                 " and max ", option.max(),
                 "; expected a min that is not above max");
  }
  return absl::OkStatus();
}

absl::Status CheckSupport(const std::string& field,
                          const v1::GameSupport& plays) {
  ARENA_RETURN_IF_ERROR(CheckCount(field + ".seats", plays.seats_size()));
  ARENA_RETURN_IF_ERROR(CheckCount(field + ".options", plays.options_size()));
  for (int i = 0; i < plays.options_size(); ++i) {
    ARENA_RETURN_IF_ERROR(CheckConstraint(
        absl::StrCat(field, ".options[", i, "]"), plays.options(i)));
  }
  return absl::OkStatus();
}

// Null if this referee does not have the game, or not in a rules version that
// the bot knows.
const Game* GameOf(const v1::GameSupport& plays) {
  const absl::StatusOr<const Game*> game = FindGame(plays.game());
  if (!game.ok()) return nullptr;
  const uint32_t version = (*game)->info->rules_version;
  const bool knows = plays.rules_versions().empty() ||
                     absl::c_linear_search(plays.rules_versions(), version);
  return knows ? *game : nullptr;
}

std::string GamesOfReferee() {
  return absl::StrJoin(
      AllGames(), ", ", [](std::string* out, const Game& game) {
        absl::StrAppend(out, game.info->name, " (rules version ",
                        game.info->rules_version, ")");
      });
}

std::string NamesOf(const Repertoire::List& plays) {
  std::vector<std::string> names;
  for (const v1::GameSupport& entry : plays) {
    if (names.size() == kMostNamed) {
      names.push_back("...");
      break;
    }
    std::string& name = names.emplace_back(Shortened(Printable(entry.game())));
    if (entry.rules_versions().empty()) continue;
    absl::StrAppend(&name, " in rules version ",
                    absl::StrJoin(entry.rules_versions(), " or "));
  }
  return absl::StrJoin(names, ", ");
}

bool Meets(const MatchKind& match, const v1::OptionConstraint& constraint) {
  const auto option = match.options.find(constraint.name());
  if (option == match.options.end()) return false;
  if (!constraint.values().empty() &&
      !absl::c_linear_search(constraint.values(), option->second)) {
    return false;
  }
  if (!constraint.has_min() && !constraint.has_max()) return true;
  int64_t number = 0;
  if (!absl::SimpleAtoi(option->second, &number)) return false;
  return (!constraint.has_min() || number >= constraint.min()) &&
         (!constraint.has_max() || number <= constraint.max());
}

bool HasSeats(const v1::GameSupport& plays, uint32_t seats) {
  return plays.seats().empty() || absl::c_linear_search(plays.seats(), seats);
}

}  // namespace

MatchKind KindOf(const v1::Match& match) {
  return {.game = match.game(),
          .seats = match.seats_size(),
          .options = {match.options().begin(), match.options().end()}};
}

absl::StatusOr<Repertoire> Repertoire::Of(const List& plays) {
  if (plays.empty()) {
    return Wrong(
        "the bot names no game that it plays (hello.plays); this referee has ",
        GamesOfReferee());
  }
  ARENA_RETURN_IF_ERROR(CheckCount("hello.plays", plays.size()));
  Repertoire repertoire;
  for (int i = 0; i < plays.size(); ++i) {
    const std::string field = absl::StrCat("hello.plays[", i, "]");
    ARENA_RETURN_IF_ERROR(
        CheckCount(field + ".rules_versions", plays[i].rules_versions_size()));
    const Game* const game = GameOf(plays[i]);
    if (game == nullptr) continue;
    ARENA_RETURN_IF_ERROR(CheckSupport(field, plays[i]));
    v1::GameSupport& accepted = repertoire.accepted_.emplace_back(plays[i]);
    accepted.clear_rules_versions();
    accepted.add_rules_versions(game->info->rules_version);
  }
  if (!repertoire.accepted_.empty()) return repertoire;
  return Wrong("this referee has no game that the bot plays (hello.plays): ",
               NamesOf(plays), "; it has ", GamesOfReferee());
}

bool Repertoire::Plays(const MatchKind& match) const {
  return absl::c_any_of(accepted_, [&](const v1::GameSupport& plays) {
    return plays.game() == match.game && HasSeats(plays, match.seats) &&
           absl::c_all_of(plays.options(), [&](const auto& constraint) {
             return Meets(match, constraint);
           });
  });
}

std::string Repertoire::Missing(const MatchKind& match) const {
  bool game = false;
  std::set<std::string> options;
  for (const v1::GameSupport& plays : accepted_) {
    if (plays.game() != match.game) continue;
    game = true;
    if (!HasSeats(plays, match.seats)) continue;
    for (const v1::OptionConstraint& constraint : plays.options()) {
      if (!Meets(match, constraint)) options.insert(constraint.name());
    }
  }
  if (!game) return match.game;
  if (options.empty()) {
    return absl::StrCat(match.game, " with ", match.seats, " seats");
  }
  return absl::StrCat(
      match.game, " ",
      absl::StrJoin(options, " and ", [&](std::string* out, const auto& name) {
        const auto option = match.options.find(name);
        const bool has = option != match.options.end();
        absl::StrAppend(out, has ? "with " : "without ", name, has ? "=" : "",
                        has ? option->second : "");
      }));
}

std::string Repertoire::ToText() const {
  v1::Welcome welcome;
  welcome.mutable_plays()->Add(accepted_.begin(), accepted_.end());
  return welcome.SerializeAsString();
}

}  // namespace arena::referee
