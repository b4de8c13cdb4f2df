#include "referee/competitions/standings_cache.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/report/pairs.h"
#include "arena/competition/report/standings.h"
#include "arena/core/check.h"
#include "referee/access/replies.h"
#include "referee/competitions/competition_results.h"

namespace arena::referee {
namespace {

bool IsOver(const v1::Competition& competition) {
  return competition.state() == v1::Competition::STATE_FINISHED;
}

// Names a competition. A later competition of the same name, after this one has
// been deleted, has another creation time.
std::string SheetOf(const v1::Competition& competition) {
  return absl::StrCat(competition.spec().name(), " ",
                      competition.create_time().seconds(), ".",
                      competition.create_time().nanos());
}

// Everything that changes a competition's standings, except results.
std::string KeyOf(const v1::Competition& competition) {
  return absl::StrCat(static_cast<int>(competition.state()), " ",
                      competition.spec().entrants_size(), " ",
                      competition.spec().changes_size(), " ",
                      absl::StrJoin(competition.benched(), ","));
}

bool HaveAllResults(const v1::Standings& standings,
                    const v1::Progress& progress) {
  return standings.matches() == progress.matches_over() &&
         standings.repeated_matches() == progress.repeated_matches() &&
         standings.faults() == progress.faults();
}

absl::Status TooLarge(const v1::Competition& competition,
                      absl::string_view what) {
  return absl::ResourceExhaustedError(absl::StrCat(
      "competition ", competition.spec().name(), " has ", what,
      ", too many for GetStandings; `arena standings`, or any program that "
      "reads ListResults, can compute them"));
}

absl::Status TooBusy() {
  return absl::ResourceExhaustedError(absl::StrCat(
      "standings of ", kMostStandingsWanted,
      " other competitions are being computed; try again in a few seconds"));
}

absl::Status CheckCanCompute(const v1::Competition& competition) {
  if (!competition.quarantine().empty()) {
    return absl::DataLossError(
        absl::StrCat("competition ", competition.spec().name(),
                     " is quarantined: ", competition.quarantine()));
  }
  const int entrants = competition.spec().entrants_size();
  if (entrants <= kMostStandingsEntrants) return absl::OkStatus();
  return TooLarge(competition, absl::StrCat(entrants, " entrants"));
}

}  // namespace

StandingsCache::StandingsCache(StoreExecutor& store, Executor& executor)
    : store_(store), executor_(executor), strand_(executor.NewStrand()) {}

void StandingsCache::Get(v1::Competition competition, Answer answer) {
  const absl::Status can = CheckCanCompute(competition);
  if (!can.ok()) return answer(can);
  std::shared_ptr<const absl::StatusOr<v1::Standings>> kept;
  bool begin = false;
  {
    MutexLock lock(mutex_);
    const std::string name = SheetOf(competition);
    const auto sheet = sheets_.find(name);
    if (sheet != sheets_.end()) kept = Kept(sheet->second, competition);
    const bool waits = sheet != sheets_.end() && !sheet->second.waiting.empty();
    if (kept == nullptr && !waits && wanted_.size() >= kMostStandingsWanted) {
      kept = std::make_shared<const absl::StatusOr<v1::Standings>>(TooBusy());
    }
    if (kept == nullptr) {
      sheets_[name].waiting.push_back(std::move(answer));
      if (waits) return;
      wanted_.push_back(std::make_shared<Work>());
      wanted_.back()->competition = std::move(competition);
      begin = !std::exchange(busy_, true);
    }
  }
  if (kept != nullptr) return answer(*kept);
  if (begin) strand_->Post([this] { GoOn(); });
}

std::shared_ptr<const absl::StatusOr<v1::Standings>> StandingsCache::Kept(
    const Sheet& sheet, const v1::Competition& competition) const {
  if (sheet.standings == nullptr) return nullptr;
  const bool rests = executor_.Now() < sheet.fresh_until;
  if (!sheet.standings->ok()) return rests ? sheet.standings : nullptr;
  const bool complete =
      sheet.competition == KeyOf(competition) &&
      HaveAllResults(**sheet.standings, competition.progress());
  return complete || (rests && !IsOver(competition)) ? sheet.standings
                                                     : nullptr;
}

void StandingsCache::GoOn() {
  SharedWork work;
  {
    MutexLock lock(mutex_);
    busy_ = !wanted_.empty();
    if (!busy_) return;
    work = std::move(wanted_.front());
    wanted_.pop_front();
  }
  work->began = executor_.Now();
  ReadNext(work);
}

void StandingsCache::ReadNext(const SharedWork& work) {
  const std::string& name = work->competition.spec().name();
  store_.Read(
      strand_.get(),
      [name, after = work->last](Store& store) {
        return store.competitions().ReadResults(name, after, kResultsAtOnce);
      },
      [this, work](absl::StatusOr<ResultPage> page) {
        if (!page.ok()) return Finish(work, page.status());
        work->last = page->last;
        std::move(page->matches.begin(), page->matches.end(),
                  std::back_inserter(work->results));
        if (work->results.size() > kMostStandingsResults) {
          const absl::Status too_large = TooLarge(
              work->competition,
              absl::StrCat("more than ", kMostStandingsResults, " results"));
          return Finish(work, too_large);
        }
        if (page->matches.size() == kResultsAtOnce) return ReadNext(work);
        Finish(work, Compute(*work));
      });
}

absl::StatusOr<v1::Standings> StandingsCache::Compute(const Work& work) const {
  ARENA_ASSIGN_OR_RETURN(
      v1::Standings standings,
      competition::ComputeStandings(work.competition, work.results));
  competition::OmitPairs(kMaxResponseBytes, standings);
  standings.set_cursor(ResultCursor(work.competition.spec().name(), work.last));
  return standings;
}

void StandingsCache::Finish(const SharedWork& work,
                            absl::StatusOr<v1::Standings> computed) {
  const absl::Time now = executor_.Now();
  const absl::Duration took = now - work->began;
  std::vector<Answer> waiting;
  {
    MutexLock lock(mutex_);
    Sheet& sheet = sheets_[SheetOf(work->competition)];
    waiting = std::exchange(sheet.waiting, {});
    bytes_ -= sheet.bytes;
    sheet.bytes = computed.ok() ? computed->ByteSizeLong() : 0;
    bytes_ += sheet.bytes;
    sheet.standings =
        std::make_shared<const absl::StatusOr<v1::Standings>>(computed);
    sheet.competition = KeyOf(work->competition);
    sheet.fresh_until =
        now + std::max(kLeastStandingsRest, took * kStandingsRest);
    ForgetOldest();
  }
  for (const Answer& answer : waiting) answer(computed);
  if (took <= absl::ZeroDuration()) return strand_->Post([this] { GoOn(); });
  strand_->WakeAt(now + took, [this] { GoOn(); });
}

void StandingsCache::ForgetOldest() {
  const auto last = [](const auto& a, const auto& b) {
    return std::pair(!a.second.waiting.empty(), a.second.fresh_until) <
           std::pair(!b.second.waiting.empty(), b.second.fresh_until);
  };
  while (sheets_.size() > kMostSheets || bytes_ > kMostSheetBytes) {
    const auto oldest = std::min_element(sheets_.begin(), sheets_.end(), last);
    if (!oldest->second.waiting.empty()) break;
    bytes_ -= oldest->second.bytes;
    sheets_.erase(oldest);
  }
}

}  // namespace arena::referee
