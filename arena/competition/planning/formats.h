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

// What there is to know of a format.
struct FormatInfo {
  v1::Format format;
  // "round_robin", as in tournament files.
  absl::string_view word;
  // "round robin", as people read it.
  absl::string_view name;
  // What decides the places where matches have two sides, each with deals of
  // its own; and elsewhere.
  v1::StandingsOrder order;
  v1::StandingsOrder order_of_many;
  // Encounters of the whole competition; 0 if it has no end.
  double (*encounters)(const v1::CompetitionSpec& spec, const GameForm& form);
  std::unique_ptr<Schedule> (*make)(const v1::CompetitionSpec& spec,
                                    const GameForm& form);
  // Why no entrant can be added to it once it has begun; empty: one can.
  absl::string_view closed = "";
  // Needs matches of two sides.
  bool two_sides = false;
  // Begins with fewer entrants than sides: then all meet in every match.
  bool small = false;
  // Its rounds are played one after another; and CompetitionSpec.rounds says
  // how many.
  bool rounds = false;
  bool asks_rounds = false;
  // Goes on for as long as it is let: CompetitionSpec.max_sets.
  bool endless = false;
  // All encounters are known at the beginning, and more sets of each can be
  // added.
  bool listed = false;
  // Entrants meet different opponents, so tables may share their deals.
  bool field = false;
};

// All of them, in the order of their numbers.
absl::Span<const FormatInfo> Formats();
// Of a specification; for one without a format a row without name or schedule.
const FormatInfo& FormatOf(const v1::CompetitionSpec& spec);

// "FORMAT_SWISS, FORMAT_KNOCKOUT or FORMAT_LADDER": those of which the function
// holds.
std::string FormatNames(bool (*holds)(const FormatInfo&));

// Requires: a completed specification.
std::unique_ptr<Schedule> MakeSchedule(const v1::CompetitionSpec& spec,
                                       const GameForm& form);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_FORMATS_H_
