// The formats of competitions, each a row of one table.
#ifndef ARENA_COMPETITION_PLANNING_FORMATS_H_
#define ARENA_COMPETITION_PLANNING_FORMATS_H_

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/competition/planning/schedule.h"
#include "arena/v1/competition.pb.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// The properties of a format.
struct FormatInfo {
  v1::Format format;
  // "round_robin", as in tournament files.
  absl::string_view word;
  // "round robin", as people read it.
  absl::string_view name;
  // The order that decides the places: if matches have two sides and each has
  // its own deals, and in all other cases.
  v1::StandingsOrder order;
  v1::StandingsOrder order_of_many;
  // Encounters of the whole competition; 0 if it has no end.
  double (*encounters)(const v1::CompetitionSpec& spec, const GameForm& form);
  std::unique_ptr<Schedule> (*make)(const v1::CompetitionSpec& spec,
                                    const GameForm& form);
  // The reason why no entrant can be added after the beginning; empty: entrants
  // can be added.
  absl::string_view closed = "";
  // Needs matches of two sides.
  bool two_sides = false;
  // Begins with fewer entrants than sides: then all meet in every match.
  bool small = false;
  // Rounds are played one after another; and CompetitionSpec.rounds is their
  // number.
  bool rounds = false;
  bool asks_rounds = false;
  // Has no end of its own; CompetitionSpec.max_sets may limit it.
  bool endless = false;
  // All encounters are known at the beginning, and sets can be added to each.
  bool listed = false;
  // Entrants meet different opponents, so tables may share their deals.
  bool field = false;
};

// All formats, in the order of their numbers.
absl::Span<const FormatInfo> Formats();
// The format of a specification; for a specification without a format, a row
// without name or schedule.
const FormatInfo& FormatOf(const v1::CompetitionSpec& spec);

// "FORMAT_SWISS, FORMAT_KNOCKOUT or FORMAT_LADDER": the formats for which
// `holds` is true.
std::string FormatNames(bool (*holds)(const FormatInfo&));

// Requires: a completed specification.
std::unique_ptr<Schedule> MakeSchedule(const v1::CompetitionSpec& spec,
                                       const GameForm& form);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_FORMATS_H_
