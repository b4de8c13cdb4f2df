#include "referee/processes/process_plan.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

// How long a process may wait for a match that might come.
constexpr absl::Duration kIdleTime = absl::Minutes(1);
// The same if its place is wanted: the process begins a match soon or not at
// all.
constexpr absl::Duration kWantedTime = absl::Seconds(5);
// How long a process may take to end after its match if its place is wanted.
constexpr absl::Duration kEndTime = absl::Seconds(1);
// How long a process without a match may be away after its hello.
constexpr absl::Duration kMostAbsent = absl::Seconds(10);
// How long a process may take to come. Its runner enforces the start budget,
// which is longer if the process waits for processors. Before the start there
// may be much to fetch.
constexpr absl::Duration kMostFetching = absl::Minutes(10);
constexpr int kMostBudgets = 10;

using NamedProcess = ProcessMap::value_type;

// Whether the version may play this match and others in one process.
bool MayGoOn(const PlayableVersion& version, const MatchRow& match) {
  return version.several_matches && match.isolation != v1::ISOLATION_MATCHES;
}

// Whether the process has had the only match that it plays.
bool IsOver(const StartedProcess& process) {
  return process.has_played && !process.several_matches;
}

// Versions for each of which a match needs one more process.
struct Lack {
  const MatchRow* match;
  std::vector<const PlayableVersion*> versions;
  // How many processes come first, for the author of the lack that has the
  // fewest.
  int turn = std::numeric_limits<int>::max();
};

// Sorts the author with the fewest processes first, and for each author the
// oldest match. So an author with many matches does not keep the places from
// another author. Give the lacks of older matches first.
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

class Planner {
 public:
  Planner(const Situation& situation, FruitlessWaits& waits)
      : situation_(situation), waits_(waits), runners_(situation.runners) {
    for (const auto& [name, room] : runners_) {
      if (!room.draining) seats_ += room.seats;
    }
  }

  Plan Make() {
    EndRehearsals();
    Replace();
    FindFree();
    Provide();
    MakeRoom();
    EndIdle();
    return std::move(plan_);
  }

 private:
  // Ends processes for validations of versions that have passed: their sessions
  // would still be disturbed on purpose.
  void EndRehearsals();
  void Replace();
  void FindFree();
  // Plans processes for the matches that wait.
  void Provide();
  // The versions for which the match needs more processes than are free. Takes
  // the free processes for the match.
  std::vector<const PlayableVersion*> VersionsLacking(
      const WaitingMatch& match);
  // Whether processes for this match could let it begin.
  bool CouldBegin(const WaitingMatch& match) const;
  // Takes a process that can play the match out of the free processes; null if
  // there is none.
  const NamedProcess* TakeFree(const PlayableVersion& version,
                               const MatchRow& match);
  // Whether all of these processes are here and have seats at their runners.
  bool AreReady(const std::vector<const NamedProcess*>& processes) const;
  // Ends as many processes as are queued, of the ones that hold a place without
  // use: free processes that no match needs, and processes that do not end
  // after their match.
  void MakeRoom();
  // Ends processes that no match needs.
  void EndIdle();

  bool Ends(const NamedProcess& process) const {
    return process.second.stopped || plan_.ends.contains(process.first);
  }
  bool IsFree(const NamedProcess& process) const {
    return process.second.free && !Ends(process);
  }
  // Starts a process at the runner with most room; false if no runner has room.
  bool Start(const std::string& process_id, const PlayableVersion& version,
             bool several_matches);
  bool IsFull() const;

  const Situation& situation_;
  FruitlessWaits& waits_;
  // With the room that is left by the plan.
  std::map<std::string, RunnerRoom> runners_;
  // The seats of all runners that take new processes.
  int seats_ = 0;
  Plan plan_;
  // The processes that can be given a match, by version.
  std::map<VersionName, std::vector<const NamedProcess*>> free_;
};

bool Planner::Start(const std::string& process_id,
                    const PlayableVersion& version, bool several_matches) {
  std::pair<const std::string, RunnerRoom>* best = nullptr;
  for (auto& runner : runners_) {
    const RunnerRoom& room = runner.second;
    if (room.draining || room.process_room <= 0) continue;
    if (!room.runtimes.contains(version.runtime)) continue;
    if (best == nullptr || room.process_room > best->second.process_room) {
      best = &runner;
    }
  }
  if (best == nullptr) return false;
  --best->second.process_room;
  plan_.starts.push_back({process_id, &version, several_matches, best->first});
  return true;
}

bool Planner::IsFull() const {
  return absl::c_none_of(runners_, [](const auto& runner) {
    return !runner.second.draining && runner.second.process_room > 0;
  });
}

void Planner::EndRehearsals() {
  for (const NamedProcess& process : situation_.processes) {
    const PlayableVersion& version = process.second.version;
    const PlayableVersion* const now =
        situation_.versions.Find(version.bot, version.version);
    const bool over = version.rehearses && now != nullptr && !now->rehearses;
    if (over && !process.second.stopped) plan_.ends.insert(process.first);
  }
}

void Planner::Replace() {
  for (const LostProcess& lost : situation_.lost) {
    if (!Start(lost.process_id, *lost.version, lost.several_matches)) {
      ++plan_.queued;
    }
  }
}

void Planner::FindFree() {
  for (const NamedProcess& process : situation_.processes) {
    if (!IsFree(process)) continue;
    free_[process.second.version.name()].push_back(&process);
  }
}

bool Planner::CouldBegin(const WaitingMatch& match) const {
  // A match with more seats can never be played here, and must not hold up
  // others.
  return match.others_here &&
         static_cast<int>(match.versions.size()) <= seats_ &&
         absl::c_none_of(match.versions, [this](const auto* version) {
           return situation_.starts.MustWait(version->name(), situation_.now);
         });
}

bool Planner::AreReady(
    const std::vector<const NamedProcess*>& processes) const {
  std::map<std::string, int> needed;
  return absl::c_all_of(processes, [&](const NamedProcess* one) {
    const StartedProcess& process = one->second;
    if (!process.connected || process.plays) return process.connected;
    return ++needed[process.runner] <= runners_.at(process.runner).playing_room;
  });
}

const NamedProcess* Planner::TakeFree(const PlayableVersion& version,
                                      const MatchRow& match) {
  auto& of_version = free_[version.name()];
  const bool may_go_on = MayGoOn(version, match);
  const auto suitable = absl::c_find_if(of_version, [&](const auto* one) {
    const StartedProcess& process = one->second;
    if (process.several_matches != may_go_on || IsOver(process)) return false;
    return !may_go_on || process.deals == nullptr ||
           !process.deals->MayHave(match.seed);
  });
  if (suitable == of_version.end()) return nullptr;
  const NamedProcess* const taken = *suitable;
  of_version.erase(suitable);
  return taken;
}

std::vector<const PlayableVersion*> Planner::VersionsLacking(
    const WaitingMatch& match) {
  std::vector<const PlayableVersion*> lacking;
  if (!CouldBegin(match)) return lacking;
  std::vector<const NamedProcess*> taken;
  for (const PlayableVersion* const version : match.versions) {
    const NamedProcess* const process = TakeFree(*version, *match.row);
    if (process != nullptr) taken.push_back(process);
    if (process == nullptr) lacking.push_back(version);
  }
  const bool waits_fruitlessly =
      lacking.empty() &&
      waits_.Note(match.row->match_id, AreReady(taken), situation_.now);
  if (!waits_fruitlessly) return lacking;
  for (const NamedProcess* one : taken) {
    free_[one->second.version.name()].push_back(one);
  }
  return lacking;
}

void Planner::Provide() {
  std::vector<Lack> lacks;
  std::set<std::string> waiting;
  for (const WaitingMatch& match : situation_.matches) {
    const std::string& match_id = match.row->match_id;
    waiting.insert(match_id);
    if (waits_.MustRest(match_id, situation_.now)) continue;
    lacks.push_back({match.row, VersionsLacking(match)});
  }
  waits_.Keep(waiting);
  std::map<std::string, int> of_author;
  for (const auto& [id, process] : situation_.processes) {
    ++of_author[process.version.author];
  }
  for (const Plan::Start& start : plan_.starts) {
    ++of_author[start.version->author];
  }
  SortByTurn(std::move(of_author), lacks);
  std::set<std::string> full;  // runtimes
  for (const auto& [match, versions, turn] : lacks) {
    for (const PlayableVersion* version : versions) {
      // If a process had no place, processes of later turns have none either.
      const bool started = !full.contains(version->runtime) &&
                           Start("", *version, MayGoOn(*version, *match));
      if (started) continue;
      full.insert(version->runtime);
      plan_.queued_matches.insert(match->match_id);
      ++plan_.queued;
    }
  }
}

void Planner::MakeRoom() {
  const auto ending = static_cast<int>(absl::c_count_if(
      situation_.processes, [this](const auto& one) { return Ends(one); }));
  // Without room no planned matches are claimed, so no match seems to wait.
  const bool unasked = plan_.queued == 0 && ending == 0 && IsFull();
  int count = plan_.queued - ending;
  for (const NamedProcess& one : situation_.processes) {
    const StartedProcess& process = one.second;
    const bool lingers = IsOver(process) &&
                         situation_.now - process.idle_since > kEndTime;
    if (!lingers || Ends(one)) continue;
    if (--count < 0) break;
    plan_.ends.insert(one.first);
  }
  if (unasked) count = 1;
  for (const auto& [name, of_version] : free_) {
    for (const NamedProcess* one : of_version) {
      const StartedProcess& process = one->second;
      // Other processes have just been started, or are for matches to come.
      const bool idle = situation_.now - process.idle_since > kWantedTime;
      if (process.has_played ? unasked : !idle) continue;
      if (Ends(*one)) continue;
      if (--count < 0) return;
      plan_.ends.insert(one->first);
    }
  }
}

void Planner::EndIdle() {
  std::map<VersionName, int> wanted;
  for (const NamedProcess& one : situation_.processes) {
    const StartedProcess& process = one.second;
    const VersionName name = process.version.name();
    const bool playable =
        situation_.versions.Find(name.first, name.second) != nullptr;
    // Such a process would go on for ever with one match after the other.
    const bool ends = !playable || (process.has_played &&
                                    runners_.at(process.runner).draining);
    const bool idle = situation_.now - process.idle_since > kIdleTime;
    if (!(ends || idle) || !IsFree(one)) continue;
    const auto [seats, is_new] = wanted.try_emplace(name, 0);
    if (is_new) seats->second = situation_.seats_waiting_for(name.first);
    if (ends || --seats->second < 0) plan_.ends.insert(one.first);
  }
}

}  // namespace

Plan MakePlan(const Situation& situation, FruitlessWaits& waits) {
  return Planner(situation, waits).Make();
}

std::vector<UselessProcess> FindUseless(const ProcessMap& processes,
                                        absl::Time now) {
  std::vector<UselessProcess> useless;
  for (const auto& [id, process] : processes) {
    if (process.stopped || IsOver(process)) continue;
    const absl::Duration most =
        process.greeted
            ? kMostAbsent
            : kMostFetching + kMostBudgets * process.version.start_budget;
    if (now - process.absent_since < most) continue;
    useless.push_back(
        process.greeted
            ? UselessProcess{id, "leaves before it has a match",
                             absl::StrCat("its process said hello, left, and "
                                          "was not back within ",
                                          absl::FormatDuration(most))}
            : UselessProcess{id, "does not come",
                             absl::StrCat("the runner ", process.runner,
                                          " did not start its process within ",
                                          absl::FormatDuration(most))});
  }
  return useless;
}

}  // namespace arena::referee
