#include "arena/competition/planning/change_text.h"

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "arena/core/text.h"
#include "arena/match/clock.h"

namespace arena::competition {
namespace {

std::string ClockText(const v1::Clock& message) {
  const absl::StatusOr<ClockSettings> clock = ClockFromMessage(message);
  if (!clock.ok()) return "(not valid)";
  const std::string start =
      absl::StrCat("start ", absl::FormatDuration(clock->start_budget));
  if (clock->untimed) return absl::StrCat(start, ", untimed");
  return absl::StrCat(start, ", allowance ",
                      absl::FormatDuration(clock->allowance), ", bank ",
                      absl::FormatDuration(clock->bank), ", increment ",
                      absl::FormatDuration(clock->increment));
}

}  // namespace

std::string EntrantText(const v1::Entrant& entrant) {
  std::vector<std::string> players;
  for (const v1::SeatSpec& player : entrant.players()) {
    players.push_back(absl::StrCat(
        player.has_bot() ? player.bot() : "built-in:" + player.built_in(),
        player.version().empty() ? "" : "@" + player.version()));
  }
  return absl::StrJoin(players, " and ");
}

std::string ChangeText(const v1::CompetitionChange& change) {
  using Change = v1::CompetitionChange;
  switch (change.kind_case()) {
    case Change::kDisqualified:
      return absl::StrCat(
          change.disqualified().entrant(), " is disqualified, and ",
          change.disqualified().ruling() == Change::RULING_FORFEIT
              ? "has lost all its matches"
              : "its results count for nothing",
          ": ", Printable(change.reason()));
    case Change::kStruck:
      return absl::StrCat("the sets of ", change.struck().entrant(),
                          " against ", change.struck().opponent(),
                          " count for nothing: ", Printable(change.reason()));
    case Change::kEntered:
      return absl::StrCat("one more entrant: ", change.entered().name());
    case Change::kReplaced: {
      const Change::Replacement& replaced = change.replaced();
      const std::string before = EntrantText(replaced.before());
      const std::string after = EntrantText(replaced.after());
      return before == after ? absl::StrCat(replaced.after().name(),
                                            " is another program (command)")
                             : absl::StrCat(replaced.after().name(), ": ",
                                            before, " → ", after);
    }
    case Change::kNumber:
      return absl::StrCat(change.number().key(), " ", change.number().before(),
                          " → ", change.number().after());
    case Change::kClock:
      return change.clock().has_before()
                 ? absl::StrCat("clock ", ClockText(change.clock().before()),
                                " → ", ClockText(change.clock().after()))
                 : absl::StrCat("clock ", ClockText(change.clock().after()));
    case Change::kReplayed:
      return absl::StrCat("all matches of ", change.replayed(),
                          " are played again; those so far count for nothing");
    case Change::KIND_NOT_SET:
      break;
  }
  return "a change that this program does not know";
}

}  // namespace arena::competition
