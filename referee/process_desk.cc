#include "referee/process_desk.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/secrets.h"
#include "arena/match/clock.h"
#include "referee/bots_of.h"
#include "referee/process_name.h"

namespace arena::referee {
namespace {

// How long a process may wait for a match that might come.
constexpr absl::Duration kIdleTime = absl::Minutes(1);
// A version whose processes end so often before they have a match has to wait
// before it is tried again.
constexpr int kMostVain = 5;
constexpr absl::Duration kVainTime = absl::Minutes(1);
// So many matches are looked at, so that a look takes no time to speak of.
constexpr int kMostLookedAt = 1000;
// A look takes some microseconds for each process; where there are many, it
// pauses for ten times as long.
constexpr size_t kProcessesWithoutPause = 200;
constexpr absl::Duration kPauseForEach = absl::Microseconds(20);

}  // namespace

// ---- Versions ----

void ProcessDesk::ChangePlayable(PlayableChanges changes) {
  for (const VersionName& name : changes.gone) {
    playable_.erase(name);
    const auto active = active_.find(name.first);
    if (active != active_.end() && active->second == name.second) {
      active_.erase(active);
    }
  }
  for (PlayableVersion& version : changes.present) {
    const auto active = active_.find(version.bot);
    if (version.active) {
      active_[version.bot] = version.version;
    } else if (active != active_.end() && active->second == version.version) {
      active_.erase(active);
    }
    const VersionName name = {version.bot, version.version};
    playable_[name] = std::move(version);
  }
  TellSessions();
  EndRehearsals();
  Look();
}

void ProcessDesk::EndRehearsals() {
  for (auto& [id, process] : processes_) {
    const PlayableVersion* const version =
        Find(process.version.bot, process.version.version);
    const bool over = process.version.rehearses && version != nullptr &&
                      !version->rehearses;
    if (over && !process.stopped) Stop(id, process);
  }
}

void ProcessDesk::TellSessions() {
  for (auto& [id, process] : processes_) {
    const auto found =
        playable_.find({process.version.bot, process.version.version});
    const bool active = found != playable_.end() && found->second.active;
    if (process.version.active == active) continue;
    process.version.active = active;
    const auto session = sessions_.LiveOf({process.version.bot, id});
    if (session == nullptr) continue;
    BotProfile profile = session->profile();
    profile.active = active;
    session->set_profile(std::move(profile));
  }
}

const PlayableVersion* ProcessDesk::Find(const std::string& bot,
                                         const std::string& version) const {
  if (version.empty()) return ActiveOf(bot);
  const auto found = playable_.find({bot, version});
  return found == playable_.end() ? nullptr : &found->second;
}

bool ProcessDesk::IsSubmitted(const std::string& bot) const {
  const auto first = playable_.lower_bound({bot, ""});
  return first != playable_.end() && first->first.first == bot;
}

const PlayableVersion* ProcessDesk::ActiveOf(const std::string& bot) const {
  const auto active = active_.find(bot);
  return active == active_.end() ? nullptr : Find(bot, active->second);
}

bool ProcessDesk::Serves(const std::string& bot,
                         const std::string& version) const {
  const PlayableVersion* const found = Find(bot, version);
  return found != nullptr && runners_.AnyHas(found->runtime);
}

std::vector<const PlayableVersion*> ProcessDesk::Served() const {
  std::vector<const PlayableVersion*> served;
  for (const auto& [bot, version] : active_) {
    if (Serves(bot, version)) served.push_back(Find(bot, version));
  }
  return served;
}

const PlayableVersion* ProcessDesk::ServedOf(const std::string& bot) const {
  return Serves(bot, "") ? ActiveOf(bot) : nullptr;
}

std::set<std::string> ProcessDesk::StartedBots() const {
  std::set<std::string> bots;
  for (const auto& [id, process] : processes_) bots.insert(process.version.bot);
  return bots;
}

std::string ProcessDesk::WhatIsMissing(const v1::Match& match) const {
  std::vector<std::string> missing;
  int seats = 0;
  for (const v1::SeatSpec& seat : match.seats()) {
    if (!seat.has_bot()) continue;
    const PlayableVersion* const version = Find(seat.bot(), seat.version());
    if (version == nullptr) continue;
    ++seats;
    const auto vain = vain_.find({version->bot, version->version});
    if (vain != vain_.end()) {
      missing.push_back(absl::StrCat(seat.bot(), " ", vain->second.why));
    }
    if (runners_.AnyHas(version->runtime)) continue;
    missing.push_back(absl::StrCat(seat.bot(), " needs a runner with ",
                                   version->runtime));
  }
  if (missing.empty() && seats > runners_.seats()) {
    missing.push_back(absl::StrCat(
        "the match has ", seats, " seats of submitted bots, and the runners "
        "have ", runners_.seats(), " (see runner --seats)"));
  }
  return absl::StrJoin(missing, ", ");
}

// ---- Which are needed ----

absl::Duration ProcessDesk::Pause() const {
  const size_t many = processes_.size() / kProcessesWithoutPause;
  return many == 0 ? absl::ZeroDuration()
                   : kPauseForEach * static_cast<int64_t>(processes_.size());
}

void ProcessDesk::LookNow() {
  if (!lobby_.open()) return;
  Replace();
  Provide();
  Tidy();
}

void ProcessDesk::Replace() {
  for (const auto& session : sessions_.All()) {
    const std::string process_id = session->process().Original().instance;
    if (session->attached() || session->matches() == 0) continue;
    if (!IsProcessId(process_id) || processes_.contains(process_id)) continue;
    const PlayableVersion* const found =
        Find(session->name(), session->profile().version);
    if (found == nullptr) continue;
    Start(process_id, *found, !session->profile().one_match);
  }
}

bool ProcessDesk::MayGoOn(const PlayableVersion& version,
                          const MatchRow& match) {
  return version.several_matches && match.isolation != v1::ISOLATION_MATCHES;
}

void ProcessDesk::Provide() {
  FreeProcesses free = FindFree();
  bool full = false;
  int queued = 0;
  const auto submitted = [this](const auto& bot) { return IsSubmitted(bot); };
  for (const HostedMatch* match :
       waiting_.OldestOf(submitted, kMostLookedAt)) {
    std::vector<const PlayableVersion*> lacking;
    int seats = 0;
    for (const v1::SeatSpec& seat : match->row.seats) {
      if (!seat.has_bot() || !Serves(seat.bot(), seat.version())) continue;
      const PlayableVersion* const version = Find(seat.bot(), seat.version());
      ++seats;
      if (!TakeFree(free, *version, match->row)) lacking.push_back(version);
    }
    // It can never be played here, and holds nobody up.
    if (seats > runners_.seats()) continue;
    for (const PlayableVersion* version : lacking) {
      const Vain& vain = vain_[{version->bot, version->version}];
      if (lobby_.executor().Now() < vain.wait_until) continue;
      // What is free now is for older matches first.
      full = full || !Start(NewProcessId(), *version,
                            MayGoOn(*version, match->row));
      if (full) ++queued;
    }
  }
  MakeRoom(free, queued);
  lobby_.metrics().queued_processes().Set(queued);
  lobby_.metrics().processes().Set(static_cast<double>(processes_.size()));
}

bool ProcessDesk::IsFree(const std::string& process_id,
                         const Process& process) const {
  if (process.stopped) return false;
  const auto session = sessions_.LiveOf({process.version.bot, process_id});
  // It has not said hello yet.
  if (session == nullptr) return true;
  if (session->profile().one_match) return session->fresh();
  return session->matches() == 0 && session->takes();
}

ProcessDesk::FreeProcesses ProcessDesk::FindFree() {
  FreeProcesses free;
  for (auto& [id, process] : processes_) {
    if (!IsFree(id, process)) continue;
    free[{process.version.bot, process.version.version}].emplace_back(
        id, &process);
  }
  return free;
}

bool ProcessDesk::TakeFree(FreeProcesses& free, const PlayableVersion& version,
                           const MatchRow& match) const {
  auto& of_version = free[{version.bot, version.version}];
  const bool may_go_on = MayGoOn(version, match);
  const auto suitable = absl::c_find_if(of_version, [&](const auto& one) {
    const auto& [id, process] = one;
    if (!process->several_matches) return !may_go_on;
    const auto session = sessions_.LiveOf({version.bot, id});
    return may_go_on && (session == nullptr || !session->deals().MayHave(match.seed));
  });
  if (suitable == of_version.end()) return false;
  of_version.erase(suitable);
  return true;
}

void ProcessDesk::MakeRoom(const FreeProcesses& free, int count) {
  for (const auto& [name, of_version] : free) {
    for (const auto& [id, process] : of_version) {
      // Others have just been started, or are for matches to come.
      if (!process->has_played) continue;
      if (--count < 0) return;
      Stop(id, *process);
    }
  }
}

void ProcessDesk::Tidy() {
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

// ---- Starting and ending ----

bool ProcessDesk::Start(const std::string& process_id,
                        const PlayableVersion& version,
                        bool several_matches) {
  ConnectedRunner* const runner = runners_.WithRoom(version.runtime);
  if (runner == nullptr) return false;
  const std::string secret = RandomSecret();
  Process& process = processes_[process_id];
  process = {.version = version,
             .runner = runner->name(),
             .token_id = absl::StrCat("of-", process_id),
             .idle_since = lobby_.executor().Now(),
             .several_matches = several_matches};
  lobby_.options().grant_token(Sha256(secret), {.role = v1::ROLE_BOT,
                                 .owner = version.bot,
                                 .token_id = process.token_id,
                                 .author = "",
                                 .process = process_id});
  runner->processes.insert(process_id);
  v1::WorkResponse response;
  v1::StartProcess& start = *response.mutable_start();
  start.set_process_id(process_id);
  start.set_bot(version.bot);
  start.set_version(version.version);
  start.set_build_sha256(version.build_sha256);
  start.set_token(secret);
  *start.mutable_resources() = lobby_.options().resources;
  ToMessage(version.start_budget, *start.mutable_start_budget());
  start.set_several_matches(several_matches);
  start.set_rehearses(version.rehearses);
  runner->transport->Send(std::move(response));
  return true;
}

void ProcessDesk::Stop(const std::string& process_id, Process& process) {
  process.stopped = true;
  ConnectedRunner* const runner = runners_.Find(process.runner);
  if (runner == nullptr) return;
  v1::WorkResponse response;
  response.mutable_stop()->set_process_id(process_id);
  runner->transport->Send(std::move(response));
}

void ProcessDesk::Forget(const std::string& process_id) {
  const auto found = processes_.find(process_id);
  if (found == processes_.end()) return;
  lobby_.options().revoke_token(found->second.token_id);
  processes_.erase(found);
}

// ---- What runners tell ----

void ProcessDesk::Adopt(ConnectedRunner& runner, const v1::RunnerHello& hello) {
  for (const v1::RunningProcess& running : hello.processes()) {
    const std::string& id = running.process_id();
    const PlayableVersion* const version =
        Find(running.bot(), running.version());
    const bool wanted =
        IsProcessId(id) && version != nullptr && !processes_.contains(id);
    if (!wanted) {
      v1::WorkResponse response;
      response.mutable_stop()->set_process_id(id);
      runner.transport->Send(std::move(response));
      continue;
    }
    Process& process = processes_[id];
    process = {.version = *version,
               .runner = runner.name(),
               .token_id = absl::StrCat("of-", id),
               .idle_since = lobby_.executor().Now(),
               .several_matches = running.several_matches()};
    lobby_.options().grant_token(Sha256(running.token()), {.role = v1::ROLE_BOT,
                                            .owner = running.bot(),
                                            .token_id = process.token_id,
                                            .author = "",
                                            .process = id});
    runner.processes.insert(id);
    const auto session = sessions_.LiveOf({running.bot(), id});
    if (session != nullptr && session->matches() > 0) runner.playing.insert(id);
  }
}

void ProcessDesk::OnRunnerGone(const ConnectedRunner& runner) {
  for (const std::string& id : runner.processes) Forget(id);
}

void ProcessDesk::OnReport(ConnectedRunner& runner,
                           const v1::ProcessReport& report) {
  const std::string& id = report.process_id();
  const auto found = processes_.find(id);
  const bool known =
      found != processes_.end() && found->second.runner == runner.name();
  if (report.goes_on()) {
    if (!known) return;
    const PlayableVersion& version = found->second.version;
    vain_.erase({version.bot, version.version});
    return on_end_(report);
  }
  runner.processes.erase(id);
  runner.playing.erase(id);
  if (!known) return;
  const VersionName name = {found->second.version.bot,
                            found->second.version.version};
  NoteStart(name, found->second, report);
  Forget(id);
  on_end_(report);
}

void ProcessDesk::NoteStart(const VersionName& name, const Process& process,
                            const v1::ProcessReport& report) {
  if (process.stopped) return;
  if (process.has_played || !report.report().match_id().empty()) {
    vain_.erase(name);
    return;
  }
  Vain& vain = vain_[name];
  // Everybody sees this; only its author and admins see more.
  vain.why = report.not_started().empty() ? "ends before it has a match"
                                          : "cannot be started now";
  if (++vain.count < kMostVain) return;
  vain.count = 0;
  vain.wait_until = lobby_.executor().Now() + kVainTime;
  Log("version does not start", {{"bot", name.first},
                                 {"version", name.second},
                                 {"why", vain.why}});
}

const PlayableVersion* ProcessDesk::VersionOf(
    const std::string& process_id) const {
  const auto found = processes_.find(process_id);
  return found == processes_.end() ? nullptr : &found->second.version;
}

bool ProcessDesk::PlaysSeveral(const std::string& process_id) const {
  const auto found = processes_.find(process_id);
  return found != processes_.end() && found->second.several_matches;
}

// ---- Cores ----

bool ProcessDesk::MayPlay(
    const std::vector<std::shared_ptr<Session>>& seats) const {
  std::map<std::string, int> needed;
  for (const auto& session : seats) {
    if (session == nullptr || !session->profile().submitted) continue;
    const auto found = processes_.find(session->process().instance);
    if (found == processes_.end()) return false;
    ConnectedRunner* const runner = runners_.Find(found->second.runner);
    if (runner == nullptr) return false;
    const bool plays = runner->playing.contains(found->first);
    if (!plays && ++needed[runner->name()] > runner->playing_room()) {
      return false;
    }
  }
  return true;
}

void ProcessDesk::NotePlaying(
    const std::vector<std::shared_ptr<Session>>& seats, bool playing) {
  for (const auto& session : seats) {
    if (session == nullptr || !session->profile().submitted) continue;
    const std::string id = session->process().Original().instance;
    const auto found = processes_.find(id);
    if (found == processes_.end()) continue;
    ConnectedRunner* const runner = runners_.Find(found->second.runner);
    if (runner == nullptr) continue;
    if (playing) {
      runner->playing.insert(id);
      continue;
    }
    runner->playing.erase(id);
    found->second.has_played = true;
    found->second.idle_since = lobby_.executor().Now();
  }
}

}  // namespace arena::referee
