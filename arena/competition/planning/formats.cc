#include "arena/competition/planning/formats.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/pairing/relations.h"
#include "arena/competition/pairing/round_robin.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/knockout.h"
#include "arena/competition/planning/ladder.h"
#include "arena/competition/planning/spec.h"
#include "arena/competition/planning/swiss.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

using Encounters = std::vector<std::vector<uint32_t>>;

// The lists of encounters of round robin and gauntlet: the first list, and the
// additions by changes of the specification.
class Lists {
 public:
  Lists(const v1::CompetitionSpec& spec, const GameForm& form)
      : spec_(spec),
        form_(form),
        log_(spec),
        sets_(log_.SetsAt(0)),
        entrants_(spec.entrants_size()),
        factor_(SetsPerEncounter(spec, form) / spec.sets()) {
    for (const v1::CompetitionChange& change : spec.changes()) {
      if (change.has_entered()) --entrants_;
    }
    met_ = EncountersOf(entrants_);
    Add(met_, sets_, 0);
    for (const v1::CompetitionChange& change : spec.changes()) Follow(change);
  }

  std::vector<EncounterList> Take() { return std::move(lists_); }

 private:
  Encounters EncountersOf(int entrants) const {
    const int sides = form_.side_count();
    return Relations(spec_, entrants)
        .WithoutKin(spec_.format() == v1::FORMAT_GAUNTLET
                        ? Gauntlet(entrants, sides)
                        : RoundRobin(entrants, std::min(entrants, sides)));
  }

  void Follow(const v1::CompetitionChange& change) {
    using Change = v1::CompetitionChange;
    if (change.has_number() && change.number().key() == "sets") {
      const uint32_t more = change.number().after() - sets_;
      Add(met_, more, sets_);
      sets_ += more;
    } else if (change.has_entered()) {
      Encounters more = With(EncountersOf(entrants_ + 1), entrants_);
      std::erase_if(more, [this](const auto& encounter) {
        return absl::c_any_of(encounter,
                              [this](uint32_t i) { return out_.contains(i); });
      });
      ++entrants_;
      met_.insert(met_.end(), more.begin(), more.end());
      Add(more, sets_, 0);
    } else if (change.has_disqualified()) {
      const auto out = EntrantNamed(spec_, change.disqualified().entrant());
      out_.insert(*out);
      std::erase_if(met_, [&](const auto& encounter) {
        return absl::c_linear_search(encounter, *out);
      });
    } else if (change.kind_case() == Change::kReplayed) {
      Add(With(met_, *EntrantNamed(spec_, change.replayed())), sets_, 0);
    }
  }

  static Encounters With(const Encounters& all, uint32_t entrant) {
    Encounters some;
    absl::c_copy_if(all, std::back_inserter(some), [&](const auto& encounter) {
      return absl::c_linear_search(encounter, entrant);
    });
    return some;
  }

  // `before`: the number of sets that these encounters had earlier.
  void Add(const Encounters& encounters, uint32_t sets, uint32_t before) {
    const SharedDeals shared(encounters, TablesOf(spec_), FamiliesOf(spec_));
    const size_t tables = shared.deals().size() * TablesOf(spec_);
    lists_.push_back(
        {.encounters = shared.deals(),
         .sets_per_encounter = sets * factor_,
         .variation = before * factor_,
         .missing_tables = sets * factor_ *
                           static_cast<uint32_t>(tables - encounters.size())});
  }

  const v1::CompetitionSpec& spec_;
  const GameForm& form_;
  const ChangeLog log_;
  // As of the last change.
  uint32_t sets_;
  int entrants_;
  std::set<uint32_t> out_;
  // The encounters that further sets would have.
  Encounters met_;
  // Sets of the schedule for one of CompetitionSpec.sets.
  const uint32_t factor_;
  std::vector<EncounterList> lists_;
};

// ---- The table ----

double Choose(double from, int count) {
  double ways = 1;
  for (int i = 0; i < count; ++i) ways *= (from - i) / (count - i);
  return ways;
}

uint32_t Factor(const v1::CompetitionSpec& spec, const GameForm& form) {
  return SetsPerEncounter(spec, form) / spec.sets();
}

std::unique_ptr<Schedule> MakeList(const v1::CompetitionSpec& spec,
                                   const GameForm& form) {
  return std::make_unique<ListSchedule>(spec.entrants_size(),
                                        Lists(spec, form).Take());
}

constexpr FormatInfo kNoFormat = {.format = v1::FORMAT_UNSPECIFIED,
                                  .word = "",
                                  .name = "no format",
                                  .order = v1::STANDINGS_ORDER_RATING,
                                  .order_of_many = v1::STANDINGS_ORDER_RATING,
                                  .encounters = nullptr,
                                  .make = nullptr};

constexpr FormatInfo kFormats[] = {
    {.format = v1::FORMAT_ROUND_ROBIN,
     .word = "round_robin",
     .name = "round robin",
     .order = v1::STANDINGS_ORDER_RANK_POINTS,
     .order_of_many = v1::STANDINGS_ORDER_RATING,
     .encounters =
         [](const v1::CompetitionSpec& spec, const GameForm& form) {
           return Choose(spec.entrants_size(), EncounterSize(spec, form));
         },
     .make = &MakeList,
     .small = true,
     .listed = true,
     .field = true},
    {.format = v1::FORMAT_GAUNTLET,
     .word = "gauntlet",
     .name = "gauntlet",
     .order = v1::STANDINGS_ORDER_RATING,
     .order_of_many = v1::STANDINGS_ORDER_RATING,
     .encounters =
         [](const v1::CompetitionSpec& spec, const GameForm& form) {
           return Choose(spec.entrants_size() - 1, form.side_count() - 1);
         },
     .make = &MakeList,
     .listed = true},
    {.format = v1::FORMAT_SWISS,
     .word = "swiss",
     .name = "Swiss",
     .order = v1::STANDINGS_ORDER_SWISS_POINTS,
     .order_of_many = v1::STANDINGS_ORDER_SWISS_POINTS,
     .encounters =
         [](const v1::CompetitionSpec& spec, const GameForm& form) {
           return double{1} * spec.rounds() * spec.entrants_size() /
                  form.side_count();
         },
     .make = [](const v1::CompetitionSpec& spec,
                const GameForm& form) -> std::unique_ptr<Schedule> {
       return std::make_unique<Swiss>(spec, form.side_count(),
                                      Factor(spec, form));
     },
     .rounds = true,
     .asks_rounds = true,
     .field = true},
    {.format = v1::FORMAT_KNOCKOUT,
     .word = "knockout",
     .name = "knockout",
     .order = v1::STANDINGS_ORDER_ROUND,
     .order_of_many = v1::STANDINGS_ORDER_ROUND,
     .encounters = [](const v1::CompetitionSpec& spec,
                      const GameForm&) { return spec.entrants_size() - 1.0; },
     .make = [](const v1::CompetitionSpec& spec,
                const GameForm& form) -> std::unique_ptr<Schedule> {
       return std::make_unique<Knockout>(spec.entrants_size(),
                                         Factor(spec, form), ChangeLog(spec));
     },
     .closed = "the bracket of a knockout is drawn at its beginning",
     .two_sides = true,
     .rounds = true},
    {.format = v1::FORMAT_LADDER,
     .word = "ladder",
     .name = "ladder",
     .order = v1::STANDINGS_ORDER_RATING,
     .order_of_many = v1::STANDINGS_ORDER_RATING,
     .encounters = [](const v1::CompetitionSpec&,
                      const GameForm&) { return 0.0; },
     .make = [](const v1::CompetitionSpec& spec,
                const GameForm& form) -> std::unique_ptr<Schedule> {
       return std::make_unique<Ladder>(spec, form);
     },
     .closed = "a ladder is entered with `arena ladder enter`",
     .endless = true,
     .field = true},
};

}  // namespace

absl::Span<const FormatInfo> Formats() { return kFormats; }

const FormatInfo& FormatOf(const v1::CompetitionSpec& spec) {
  for (const FormatInfo& info : kFormats) {
    if (info.format == spec.format()) return info;
  }
  return kNoFormat;
}

std::string FormatNames(bool (*holds)(const FormatInfo&)) {
  std::vector<std::string> names;
  for (const FormatInfo& info : kFormats) {
    if (holds(info)) names.push_back(v1::Format_Name(info.format));
  }
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? last
                       : absl::StrCat(absl::StrJoin(names, ", "), " or ", last);
}

std::unique_ptr<Schedule> MakeSchedule(const v1::CompetitionSpec& spec,
                                       const GameForm& form) {
  const FormatInfo& info = FormatOf(spec);
  ARENA_CHECK(info.make != nullptr, "format ", static_cast<int>(spec.format()));
  return info.make(spec, form);
}

}  // namespace arena::competition
