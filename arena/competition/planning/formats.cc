#include "arena/competition/planning/formats.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/gauntlet.h"
#include "arena/competition/planning/kinship.h"
#include "arena/competition/planning/knockout.h"
#include "arena/competition/planning/ladder.h"
#include "arena/competition/planning/round_robin.h"
#include "arena/competition/planning/spec.h"
#include "arena/competition/planning/swiss.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

using Encounters = std::vector<std::vector<uint32_t>>;

// The lists of encounters of round robin and gauntlet: that of the beginning,
// and what the changes of the specification have added to it.
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
    return Kinship(spec_, entrants)
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

  // `before`: how many sets these encounters had earlier.
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

}  // namespace

std::unique_ptr<Schedule> MakeSchedule(const v1::CompetitionSpec& spec,
                                       const GameForm& form) {
  const uint32_t factor = SetsPerEncounter(spec, form) / spec.sets();
  switch (spec.format()) {
    case v1::FORMAT_ROUND_ROBIN:
    case v1::FORMAT_GAUNTLET:
      return std::make_unique<ListSchedule>(spec.entrants_size(),
                                            Lists(spec, form).Take());
    case v1::FORMAT_SWISS:
      return std::make_unique<Swiss>(spec, form.side_count(), factor);
    case v1::FORMAT_KNOCKOUT:
      return std::make_unique<Knockout>(spec.entrants_size(), factor,
                                        ChangeLog(spec));
    case v1::FORMAT_LADDER:
      return std::make_unique<Ladder>(spec, form);
    case v1::FORMAT_UNSPECIFIED:
    case v1::Format_INT_MIN_SENTINEL_DO_NOT_USE_:
    case v1::Format_INT_MAX_SENTINEL_DO_NOT_USE_:
      break;
  }
  ARENA_CHECK(false, "format ", static_cast<int>(spec.format()));
}

}  // namespace arena::competition
