#include "arena/competition/course/scheduler.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/planning/duplicate.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "google/protobuf/util/message_differencer.h"

namespace arena::competition {
namespace {

bool HasAny(const std::vector<uint32_t>& entrants,
            const std::set<uint32_t>& wanted) {
  return !wanted.empty() && absl::c_any_of(entrants, [&](uint32_t entrant) {
    return wanted.contains(entrant);
  });
}

// A bot may have been registered since it entered.
bool IsSame(const v1::Entrant& a, v1::Entrant b) {
  *b.mutable_authors() = a.authors();
  return google::protobuf::util::MessageDifferencer::Equals(a, b);
}

}  // namespace

v1::CompetitionMatch PlannedMatch::ToMessage() const {
  v1::CompetitionMatch message;
  message.set_set(set);
  message.set_match(match);
  message.set_attempt(attempt);
  for (const uint32_t entrant : entrants) message.add_entrants(entrant);
  return message;
}

absl::StatusOr<Scheduler> Scheduler::Create(v1::CompetitionSpec spec) {
  ARENA_ASSIGN_OR_RETURN(spec, Complete(std::move(spec)));
  if (spec.seed().empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("seed is empty; expected ", sizeof(Seed), " bytes"));
  }
  ARENA_ASSIGN_OR_RETURN(GameForm form, FormOf(spec));
  Scheduler scheduler(std::move(spec), std::move(form));
  ARENA_RETURN_IF_ERROR(scheduler.CatchUp(/*room=*/false));
  return scheduler;
}

Scheduler::Scheduler(v1::CompetitionSpec spec, GameForm form)
    : spec_(std::move(spec)),
      form_(std::move(form)),
      results_(Results::Of(spec_, form_)),
      course_(spec_, form_) {}

absl::Status Scheduler::Add(const v1::CompetitionMatch& match) {
  ARENA_RETURN_IF_ERROR(CheckSeating(form_, spec_.entrants_size(), match));
  ARENA_ASSIGN_OR_RETURN(const bool news, results_.Add(match));
  if (!news) return absl::OkStatus();
  if (match.has_result()) course_.schedule().Log(match);
  const auto planned = sets_.find(match.set());
  if (planned != sets_.end()) {
    ARENA_RETURN_IF_ERROR(Update(planned->second));
  } else if (course_.schedule().complete()) {
    return absl::DataLossError(absl::StrCat("the schedule of \"", spec_.name(),
                                            "\" has no set ", match.set()));
  } else {
    unplaced_.insert(match.set());
  }
  return CatchUp(/*room=*/false);
}

absl::Status Scheduler::CatchUp(bool room) {
  for (;;) {
    const absl::StatusOr<std::vector<ScheduledSet>> sets =
        course_.Extend(results_, room);
    if (absl::IsInvalidArgument(sets.status())) {
      return absl::DataLossError(absl::StrCat(
          "the schedule of \"", spec_.name(), "\": ", sets.status().message()));
    }
    ARENA_RETURN_IF_ERROR(sets.status());
    for (const ScheduledSet& set : *sets) {
      const auto [planned, added] = sets_.emplace(set.number, PlannedSet{set});
      ARENA_CHECK(added, "set ", set.number, " is scheduled twice");
      waiting_.insert(set.number);
      unplaced_.erase(set.number);
      ARENA_RETURN_IF_ERROR(Update(planned->second));
    }
    for (const uint32_t number : course_.TakeJudged()) {
      ARENA_RETURN_IF_ERROR(Update(sets_.at(number)));
    }
    // One more encounter is enough.
    if (sets->empty() || room) return absl::OkStatus();
  }
}

absl::Status Scheduler::Update(PlannedSet& planned) {
  const uint32_t number = planned.set.number;
  const SetFacts* facts = results_.Find(number);
  if (facts == nullptr || (!facts->begun() && !facts->over())) {
    return absl::OkStatus();
  }
  const auto matches = MatchesOf(spec_, form_, planned.set);
  uint32_t missing = 0;
  for (size_t i = 0; i < matches.size(); ++i) {
    const MatchFacts& match = facts->matches[i];
    if (match.played() == nullptr &&
        (match.exhausted() || match.forfeit.has_value() || facts->is_void())) {
      ++missing;
    }
    if (match.entrants.empty() || match.entrants == matches[i]) continue;
    return absl::DataLossError(
        absl::StrCat("match ", i, " of set ", number, " has entrants ",
                     absl::StrJoin(match.entrants, ","), "; the schedule of \"",
                     spec_.name(), "\" has ", absl::StrJoin(matches[i], ",")));
  }
  Count(planned, -1);
  planned.stage = facts->over() ? Stage::kOver : Stage::kOpen;
  planned.missing = missing;
  Count(planned, 1);
  if (facts->wants_matches()) needing_.insert(number);
  return absl::OkStatus();
}

void Scheduler::Count(const PlannedSet& planned, int sign) {
  // Unsigned arithmetic wraps around, so -1 subtracts.
  const auto step = static_cast<uint32_t>(sign);
  const uint32_t number = planned.set.number;
  if (sign < 0) {
    waiting_.erase(number);
    open_.erase(number);
    needing_.erase(number);
  } else if (planned.stage == Stage::kOpen) {
    open_.insert(number);
  }
  missing_matches_ += step * planned.missing;
}

std::vector<uint32_t> Scheduler::FirstWaiting(
    size_t count, const std::set<uint32_t>& unable) const {
  std::vector<uint32_t> first;
  std::vector<uint32_t> others;
  for (const uint32_t number : waiting_) {
    if (first.size() == count) return first;
    if (!HasAny(sets_.at(number).set.entrants, unable)) {
      first.push_back(number);
    } else if (others.size() < count) {
      others.push_back(number);
    }
  }
  const size_t more = std::min(count - first.size(), others.size());
  first.insert(first.end(), others.begin(), others.begin() + more);
  return first;
}

size_t Scheduler::OpenWithout(const std::set<uint32_t>& stalled) const {
  if (stalled.empty()) return open_.size();
  return absl::c_count_if(open_, [&](uint32_t number) {
    return !HasAny(sets_.at(number).set.entrants, stalled);
  });
}

absl::StatusOr<std::vector<PlannedMatch>> Scheduler::Next(
    int max_open_sets, const Hindrance& hindrance) {
  // Sets that were under way before a restart are found again first, however
  // little room there is now.
  bool found = true;
  while (found && !unplaced_.empty()) {
    const size_t known = sets_.size();
    ARENA_RETURN_IF_ERROR(CatchUp(/*room=*/true));
    found = sets_.size() > known;
  }
  std::vector<PlannedMatch> matches;
  const std::set<uint32_t> needing = needing_;
  for (const uint32_t number : needing) Plan(number, matches);
  const size_t most =
      std::min<size_t>(std::max(max_open_sets, 0), spec_.concurrent_sets());
  for (;;) {
    const size_t counted = OpenWithout(hindrance.stalled);
    if (counted >= most || open_.size() >= 2 * most) break;
    const size_t room = std::min(most - counted, 2 * most - open_.size());
    if (waiting_.empty()) ARENA_RETURN_IF_ERROR(CatchUp(/*room=*/true));
    if (waiting_.empty()) break;
    for (const uint32_t number : FirstWaiting(room, hindrance.unable)) {
      Plan(number, matches);
    }
  }
  return matches;
}

void Scheduler::Plan(uint32_t number, std::vector<PlannedMatch>& matches) {
  PlannedSet& planned = sets_.at(number);
  const auto seatings = MatchesOf(spec_, form_, planned.set);
  const Seed seed = SeedOfSet(spec_, number);
  for (uint32_t i = 0; i < seatings.size(); ++i) {
    const SetFacts* facts = results_.Find(number);
    if (facts != nullptr && !facts->matches[i].wanted()) continue;
    const uint32_t attempt =
        facts == nullptr ? 0 : facts->matches[i].next_attempt();
    matches.push_back({number, i, attempt, seatings[i], seed});
    ARENA_CHECK(results_.Add(matches.back().ToMessage()).ok(), number);
  }
  ARENA_CHECK(Update(planned).ok(), number);
}

uint32_t Scheduler::first_untouched_set() const {
  uint32_t first = 0;
  for (const auto& [number, facts] : results_.sets()) {
    if (facts.begun()) first = number + 1;
  }
  return first;
}

bool Scheduler::finished() const {
  return course_.schedule().complete() && waiting_.empty() && open_.empty();
}

v1::Progress Scheduler::progress() const {
  v1::Progress progress;
  progress.set_matches_over(results_.matches_over());
  progress.set_matches_open(results_.matches_open());
  progress.set_sets_total(course_.schedule().sets_total());
  if (course_.schedule().sets_total() != 0) {
    progress.set_matches_total(
        course_.schedule().sets_total() * MatchesPerSet(spec_, form_) -
        course_.schedule().missing_tables() - missing_matches_);
  }
  progress.set_sets_over(results_.sets_over());
  progress.set_faults(results_.faults());
  progress.set_repeated_matches(results_.repeated());
  progress.set_void_sets(results_.void_sets());
  progress.set_cancelled_matches(results_.cancelled());
  return progress;
}

std::vector<Standing> Scheduler::standings() const {
  return course_.schedule().Standings(results_);
}

absl::StatusOr<uint32_t> Scheduler::Enter(const v1::Entrant& entrant) {
  if (bench() == nullptr || finished()) {
    return absl::FailedPreconditionError(
        absl::StrCat("\"", spec_.name(), "\" ",
                     bench() == nullptr ? "is not a ladder" : "is over",
                     "; entrants are added only to a ladder that is running"));
  }
  for (int i = 0; i < spec_.entrants_size(); ++i) {
    if (!IsSame(spec_.entrants(i), entrant)) continue;
    bench()->Return(static_cast<uint32_t>(i));
    return static_cast<uint32_t>(i);
  }
  ARENA_RETURN_IF_ERROR(CheckEntrant(spec_, form_, entrant, "entrant"));
  *spec_.add_entrants() = entrant;
  course_.schedule().AddEntrant(entrant);
  return static_cast<uint32_t>(spec_.entrants_size() - 1);
}

}  // namespace arena::competition
