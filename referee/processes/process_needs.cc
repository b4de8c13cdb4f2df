// Which processes of submitted bots are needed, and which keep places in vain.
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "referee/lobby/seating.h"
#include "referee/processes/process_planner.h"
#include "referee/sessions/bot_profile.h"

namespace arena::referee {
namespace {

// How long a process may wait for a match that might come.
constexpr absl::Duration kIdleTime = absl::Minutes(1);
// The same where its place is wanted: it begins a match soon or not at all.
constexpr absl::Duration kWantedTime = absl::Seconds(5);
// How long it may take to end after its match where its place is wanted.
constexpr absl::Duration kEndTime = absl::Seconds(1);
// A process that has said hello, and has no match, comes back soon.
constexpr absl::Duration kMostAbsent = absl::Seconds(10);
// Until a process comes. Its runner sees to its start budget, which is longer
// where the process waits for processors; there may be much to fetch before.
constexpr absl::Duration kMostFetching = absl::Minutes(10);
constexpr int kMostBudgets = 10;
// So many matches are looked at, so that a look takes no time to speak of.
constexpr int kMostLookedAt = 1000;
// A look takes some microseconds for each process; where there are many, it
// pauses for ten times as long.
constexpr size_t kProcessesWithoutPause = 200;
constexpr absl::Duration kPauseForEach = absl::Microseconds(20);

// Versions of which a match needs one process more each.
struct Lack {
  const HostedMatch* match;
  std::vector<const PlayableVersion*> versions;
  // How many processes come first, of its author that has the fewest.
  int turn = std::numeric_limits<int>::max();
};

// First comes the author with the fewest processes, and of an author the oldest
// match, so that nobody's many matches keep the places from another author.
// Give the lacks of older matches first.
void SortByTurn(std::map<std::string, int> of_author,
                std::vector<Lack>& lacks) {
  for (Lack& lack : lacks) {
    for (const PlayableVersion* version : lack.versions) {
      lack.turn = std::min(lack.turn, of_author[version->author]);
    }
    for (const PlayableVersion* version : lack.versions) {
      ++of_author[version->author];
    }
  }
  absl::c_stable_sort(lacks, [](const Lack& left, const Lack& right) {
    return left.turn < right.turn;
  });
}

}  // namespace

absl::Duration ProcessPlanner::Pause() const {
  const size_t many = processes_.size() / kProcessesWithoutPause;
  return many == 0 ? absl::ZeroDuration()
                   : kPauseForEach * static_cast<int64_t>(processes_.size());
}

void ProcessPlanner::LookNow() {
  if (!lobby_.open()) return;
  EndAbsent();
  Provide(Replace());
  Tidy();
}

int ProcessPlanner::Replace() {
  int queued = 0;
  for (const auto& session : sessions_.All()) {
    const std::string process_id = session->process().Original().instance;
    if (session->attached() || session->matches() == 0) continue;
    if (!IsProcessId(process_id) || processes_.contains(process_id)) continue;
    const PlayableVersion* const found =
        Find(session->name(), session->profile().version);
    if (found == nullptr) continue;
    if (!Start(process_id, *found, !session->profile().one_match)) ++queued;
  }
  return queued;
}

bool ProcessPlanner::MayGoOn(const PlayableVersion& version,
                             const MatchRow& match) {
  return version.several_matches && match.isolation != v1::ISOLATION_MATCHES;
}

std::optional<std::vector<const PlayableVersion*>> ProcessPlanner::VersionsFor(
    const HostedMatch& match) const {
  const absl::Time now = lobby_.executor().Now();
  std::vector<const PlayableVersion*> versions;
  bool has_others = false;
  for (const v1::SeatSpec& seat : match.row.seats) {
    if (!seat.has_bot()) continue;
    if (!Serves(seat.bot(), seat.version())) {
      has_others = true;
      continue;
    }
    const PlayableVersion* const version = Find(seat.bot(), seat.version());
    if (vain_starts_.MustWait({version->bot, version->version}, now)) {
      return std::nullopt;
    }
    versions.push_back(version);
  }
  // It can never be played here, and holds nobody up.
  if (static_cast<int>(versions.size()) > runners_.seats()) return std::nullopt;
  if (!has_others) return versions;
  const Seating seating =
      FindSeating(sessions_, match.row, Demand::kMayPlay, &match.kind);
  for (size_t seat = 0; seat < match.row.seats.size(); ++seat) {
    const v1::SeatSpec& spec = match.row.seats[seat];
    const bool is_other = spec.has_bot() && !Serves(spec.bot(), spec.version());
    if (is_other && seating[seat] == nullptr) return std::nullopt;
  }
  return versions;
}

bool ProcessPlanner::WaitsInVain(const HostedMatch& match,
                                 const std::vector<NamedProcess>& processes) {
  std::vector<std::shared_ptr<Session>> seats;
  for (const auto& [id, process] : processes) {
    seats.push_back(sessions_.LiveOf({process->version.bot, id}));
  }
  const bool ready =
      absl::c_all_of(seats,
                     [](const auto& session) {
                       return session != nullptr && session->attached();
                     }) &&
      MayPlay(seats);
  return vain_waits_.Note(match.row.match_id, ready, lobby_.executor().Now());
}

std::vector<const PlayableVersion*> ProcessPlanner::VersionsLacking(
    const HostedMatch& match, FreeProcesses& free) {
  std::vector<const PlayableVersion*> lacking;
  const auto versions = VersionsFor(match);
  if (!versions.has_value()) return lacking;
  std::vector<NamedProcess> taken;
  for (const PlayableVersion* const version : *versions) {
    const auto process = TakeFree(free, *version, match.row);
    if (process.has_value()) taken.push_back(*process);
    if (!process.has_value()) lacking.push_back(version);
  }
  if (lacking.empty() && WaitsInVain(match, taken)) {
    for (const NamedProcess& one : taken) {
      const PlayableVersion& version = one.second->version;
      free[{version.bot, version.version}].push_back(one);
    }
  }
  return lacking;
}

void ProcessPlanner::Provide(int queued) {
  FreeProcesses free = FindFree();
  std::vector<Lack> lacks;
  std::set<std::string> waiting;
  const auto submitted = [this](const auto& bot) { return IsSubmitted(bot); };
  for (const HostedMatch* match : waiting_.OldestOf(submitted, kMostLookedAt)) {
    const std::string& match_id = match->row.match_id;
    waiting.insert(match_id);
    if (vain_waits_.MustRest(match_id, lobby_.executor().Now())) continue;
    lacks.push_back({match, VersionsLacking(*match, free)});
  }
  vain_waits_.Keep(waiting);
  std::map<std::string, int> of_author;
  for (const auto& [id, process] : processes_) {
    ++of_author[process.version.author];
  }
  SortByTurn(std::move(of_author), lacks);
  std::set<std::string> full;  // runtimes
  queued_.clear();
  for (const auto& [match, versions, turn] : lacks) {
    for (const PlayableVersion* version : versions) {
      // What is free now is for those whose turn is earlier.
      const bool started =
          !full.contains(version->runtime) &&
          Start(NewProcessId(), *version, MayGoOn(*version, match->row));
      if (started) continue;
      full.insert(version->runtime);
      queued_.insert(match->row.match_id);
      ++queued;
    }
  }
  MakeRoom(free, queued);
  lobby_.metrics().queued_processes().Set(queued);
  lobby_.metrics().processes().Set(static_cast<double>(processes_.size()));
}

bool ProcessPlanner::IsFree(const std::string& process_id,
                            const Process& process) const {
  if (process.stopped) return false;
  const auto session = sessions_.LiveOf({process.version.bot, process_id});
  // It has not said hello yet.
  if (session == nullptr) return true;
  if (session->profile().one_match) return session->fresh();
  return session->matches() == 0 && session->takes();
}

ProcessPlanner::FreeProcesses ProcessPlanner::FindFree() {
  FreeProcesses free;
  for (auto& [id, process] : processes_) {
    if (!IsFree(id, process)) continue;
    free[{process.version.bot, process.version.version}].emplace_back(id,
                                                                      &process);
  }
  return free;
}

std::optional<ProcessPlanner::NamedProcess> ProcessPlanner::TakeFree(
    FreeProcesses& free, const PlayableVersion& version,
    const MatchRow& match) const {
  auto& of_version = free[{version.bot, version.version}];
  const bool may_go_on = MayGoOn(version, match);
  const auto suitable = absl::c_find_if(of_version, [&](const auto& one) {
    const auto& [id, process] = one;
    if (!process->several_matches) return !may_go_on;
    const auto session = sessions_.LiveOf({version.bot, id});
    return may_go_on &&
           (session == nullptr || !session->deals().MayHave(match.seed));
  });
  if (suitable == of_version.end()) return std::nullopt;
  const NamedProcess taken = *suitable;
  of_version.erase(suitable);
  return taken;
}

void ProcessPlanner::MakeRoom(const FreeProcesses& free, int count) {
  const absl::Time now = lobby_.executor().Now();
  const auto ending = static_cast<int>(absl::c_count_if(
      processes_, [](const auto& one) { return one.second.stopped; }));
  // Without room no planned matches are claimed, and nobody seems to wait.
  const bool unasked =
      count <= 0 && ending == 0 && runners_.process_room() == 0;
  count -= ending;
  for (auto& [id, process] : processes_) {
    const bool lingers = process.has_played && !process.several_matches &&
                         now - process.idle_since > kEndTime;
    if (!lingers || process.stopped) continue;
    if (--count < 0) break;
    Stop(id, process);
  }
  if (unasked) count = 1;
  for (const auto& [name, of_version] : free) {
    for (const auto& [id, process] : of_version) {
      // Others have just been started, or are for matches to come.
      const bool idle = now - process->idle_since > kWantedTime;
      if (process->has_played ? unasked : !idle) continue;
      if (--count < 0) return;
      Stop(id, *process);
    }
  }
}

void ProcessPlanner::EndAbsent() {
  const absl::Time now = lobby_.executor().Now();
  for (auto& [id, process] : processes_) {
    const bool is_over = process.has_played && !process.several_matches;
    if (process.stopped || is_over) continue;
    const auto session = sessions_.LiveOf({process.version.bot, id});
    if (session != nullptr && (session->attached() || session->matches() > 0)) {
      process.absent_since = absl::InfiniteFuture();
      continue;
    }
    process.absent_since = std::min(process.absent_since, now);
    const absl::Duration most =
        process.greeted
            ? kMostAbsent
            : kMostFetching + kMostBudgets * process.version.start_budget;
    if (now - process.absent_since < most) continue;
    GiveUp(id, process,
           process.greeted ? "leaves before it has a match" : "does not come",
           process.greeted
               ? absl::StrCat("its process said hello, left, and was not back "
                              "within ",
                              absl::FormatDuration(kMostAbsent))
               : absl::StrCat("the runner ", process.runner,
                              " did not start its process within ",
                              absl::FormatDuration(most)));
  }
}

void ProcessPlanner::Tidy() {
  const absl::Time now = lobby_.executor().Now();
  std::map<VersionName, int> wanted;
  for (auto& [id, process] : processes_) {
    const VersionName name = {process.version.bot, process.version.version};
    const bool playable = playable_.contains(name);
    const bool idle = now - process.idle_since > kIdleTime;
    const ConnectedRunner* const runner = runners_.Find(process.runner);
    // It would go on for ever with one match after the other.
    const bool ends = !playable || (process.has_played && runner != nullptr &&
                                    runner->draining);
    if (!ends && !idle) continue;
    if (!IsFree(id, process)) continue;
    const auto [seats, is_new] = wanted.try_emplace(name, 0);
    int64_t last = 0;
    while (const HostedMatch* match =
               is_new ? waiting_.NextOf(name.first, last) : nullptr) {
      last = match->row.number;
      seats->second += static_cast<int>(match->row.seats.size());
    }
    if (ends || --seats->second < 0) Stop(id, process);
  }
}

}  // namespace arena::referee
