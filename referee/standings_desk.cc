#include "referee/standings_desk.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/report/standings.h"
#include "arena/competition/report/standings_message.h"
#include "arena/core/check.h"
#include "referee/competition_results.h"
#include "referee/response_size.h"

namespace arena::referee {
namespace {

constexpr int kReadAtOnce = 1000;
// Most sheets that are kept. If there are more, the oldest ones for which no
// caller waits are forgotten.
constexpr size_t kMostSheets = 16;

bool IsOver(const v1::Competition& competition) {
  return competition.state() == v1::Competition::STATE_FINISHED;
}

// All that changes a competition's standings, except results.
std::string KeyOf(const v1::Competition& competition) {
  return absl::StrCat(static_cast<int>(competition.state()), " ",
                      competition.spec().entrants_size(), " ",
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

StandingsDesk::StandingsDesk(StoreExecutor& store, Executor& executor)
    : store_(store), executor_(executor), strand_(executor.NewStrand()) {}

void StandingsDesk::Get(v1::Competition competition, Answer answer) {
  const absl::Status can = CheckCanCompute(competition);
  if (!can.ok()) return answer(can);
  std::shared_ptr<const v1::Standings> kept;
  {
    MutexLock lock(mutex_);
    Sheet& sheet = sheets_[competition.spec().name()];
    kept = Kept(sheet, competition);
    if (kept == nullptr) {
      sheet.waiting.push_back(std::move(answer));
      if (sheet.waiting.size() > 1) return;
    }
  }
  if (kept != nullptr) return answer(*kept);
  const auto work = std::make_shared<Work>();
  work->competition = std::move(competition);
  strand_->Post([this, work] {
    work->began = executor_.Now();
    ReadNext(work);
  });
}

std::shared_ptr<const v1::Standings> StandingsDesk::Kept(
    const Sheet& sheet, const v1::Competition& competition) const {
  if (sheet.standings == nullptr) return nullptr;
  const bool complete =
      sheet.competition == KeyOf(competition) &&
      HaveAllResults(*sheet.standings, competition.progress());
  const bool fresh =
      executor_.Now() < sheet.fresh_until && !IsOver(competition);
  return complete || fresh ? sheet.standings : nullptr;
}

void StandingsDesk::ReadNext(const SharedWork& work) {
  const std::string& name = work->competition.spec().name();
  store_.Read(
      strand_.get(),
      [name, after = work->last](Store& store) {
        return store.competitions().ReadResults(name, after, kReadAtOnce);
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
        if (page->matches.size() == kReadAtOnce) return ReadNext(work);
        Finish(work, Compute(*work));
      });
}

absl::StatusOr<v1::Standings> StandingsDesk::Compute(const Work& work) const {
  ARENA_ASSIGN_OR_RETURN(
      const competition::Standings standings,
      competition::ComputeStandings(work.competition, work.results));
  v1::Standings message =
      competition::StandingsMessage(standings, kMaxResponseBytes);
  message.set_cursor(ResultCursor(work.competition.spec().name(), work.last));
  return message;
}

void StandingsDesk::Finish(const SharedWork& work,
                           absl::StatusOr<v1::Standings> computed) {
  const absl::Time now = executor_.Now();
  std::vector<Answer> waiting;
  {
    MutexLock lock(mutex_);
    Sheet& sheet = sheets_[work->competition.spec().name()];
    waiting = std::exchange(sheet.waiting, {});
    if (computed.ok()) {
      sheet.standings = std::make_shared<const v1::Standings>(*computed);
      sheet.competition = KeyOf(work->competition);
      sheet.fresh_until = now + std::max(kLeastStandingsRest,
                                         (now - work->began) * kStandingsRest);
    }
    while (sheets_.size() > kMostSheets) {
      const auto idle = [](const auto& a, const auto& b) {
        return std::pair(!a.second.waiting.empty(), a.second.fresh_until) <
               std::pair(!b.second.waiting.empty(), b.second.fresh_until);
      };
      const auto oldest =
          std::min_element(sheets_.begin(), sheets_.end(), idle);
      if (!oldest->second.waiting.empty()) break;
      sheets_.erase(oldest);
    }
  }
  for (const Answer& answer : waiting) answer(computed);
}

}  // namespace arena::referee
