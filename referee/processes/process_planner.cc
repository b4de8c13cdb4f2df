#include "referee/processes/process_planner.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/match/clock.h"
#include "referee/lobby/seating.h"
#include "referee/processes/validation_plan.h"
#include "referee/sessions/bot_profile.h"

namespace arena::referee {

// ---- Versions ----

void ProcessPlanner::ChangePlayable(PlayableChanges changes) {
  for (const VersionName& name : changes.gone) {
    playable_.erase(name);
    kept_promises_.erase(name);
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

void ProcessPlanner::EndRehearsals() {
  for (auto& [id, process] : processes_) {
    const PlayableVersion* const version =
        Find(process.version.bot, process.version.version);
    const bool over =
        process.version.rehearses && version != nullptr && !version->rehearses;
    if (over && !process.stopped) Stop(id, process);
  }
}

void ProcessPlanner::TellSessions() {
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

const PlayableVersion* ProcessPlanner::Find(const std::string& bot,
                                            const std::string& version) const {
  if (version.empty()) return ActiveOf(bot);
  const auto found = playable_.find({bot, version});
  return found == playable_.end() ? nullptr : &found->second;
}

bool ProcessPlanner::IsSubmitted(const std::string& bot) const {
  const auto first = playable_.lower_bound({bot, ""});
  return first != playable_.end() && first->first.first == bot;
}

const PlayableVersion* ProcessPlanner::ActiveOf(const std::string& bot) const {
  const auto active = active_.find(bot);
  return active == active_.end() ? nullptr : Find(bot, active->second);
}

bool ProcessPlanner::Serves(const std::string& bot,
                            const std::string& version) const {
  const PlayableVersion* const found = Find(bot, version);
  return found != nullptr && runners_.AnyHas(found->runtime);
}

std::vector<const PlayableVersion*> ProcessPlanner::Served() const {
  std::vector<const PlayableVersion*> served;
  for (const auto& [bot, version] : active_) {
    if (Serves(bot, version)) served.push_back(Find(bot, version));
  }
  return served;
}

const PlayableVersion* ProcessPlanner::ServedOf(const std::string& bot) const {
  return Serves(bot, "") ? ActiveOf(bot) : nullptr;
}

std::set<std::string> ProcessPlanner::StartedBots() const {
  std::set<std::string> bots;
  for (const auto& [id, process] : processes_) bots.insert(process.version.bot);
  return bots;
}

std::string ProcessPlanner::WhatIsMissing(const v1::Match& match) const {
  std::vector<std::string> missing;
  int seats = 0;
  for (const v1::SeatSpec& seat : match.seats()) {
    if (!seat.has_bot()) continue;
    const PlayableVersion* const version = Find(seat.bot(), seat.version());
    if (version == nullptr) continue;
    ++seats;
    const std::string why = vain_starts_.Why({version->bot, version->version});
    if (!why.empty()) missing.push_back(absl::StrCat(seat.bot(), " ", why));
    if (runners_.AnyHas(version->runtime)) continue;
    missing.push_back(
        absl::StrCat(seat.bot(), " needs a runner with ", version->runtime));
  }
  if (missing.empty() && seats > runners_.seats()) {
    missing.push_back(absl::StrCat("the match has ", seats,
                                   " seats of submitted bots, and the runners "
                                   "have ",
                                   runners_.seats(), " (see runner --seats)"));
  }
  if (missing.empty() && queued_.contains(match.match_id())) {
    missing.push_back("all places at the runners are taken");
  }
  if (missing.empty() &&
      vain_waits_.MustRest(match.match_id(), lobby_.executor().Now())) {
    missing.push_back(
        "its processes were there and it did not begin, so their places are "
        "for others for a while");
  }
  return absl::StrJoin(missing, ", ");
}

// ---- Starting and ending ----

bool ProcessPlanner::Start(const std::string& process_id,
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
  lobby_.tokens().Grant(Sha256(secret), {.role = v1::ROLE_BOT,
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

void ProcessPlanner::Stop(const std::string& process_id, Process& process) {
  process.stopped = true;
  ConnectedRunner* const runner = runners_.Find(process.runner);
  if (runner == nullptr) return;
  v1::WorkResponse response;
  response.mutable_stop()->set_process_id(process_id);
  runner->transport->Send(std::move(response));
}

void ProcessPlanner::GiveUp(const std::string& process_id, Process& process,
                            const std::string& why,
                            const std::string& details) {
  const PlayableVersion& version = process.version;
  NoteVain({version.bot, version.version}, why);
  Stop(process_id, process);
  lobby_.events().OnVainStart(version.bot, version.version, details);
}

void ProcessPlanner::Forget(const std::string& process_id) {
  const auto found = processes_.find(process_id);
  if (found == processes_.end()) return;
  lobby_.tokens().Revoke(found->second.token_id);
  processes_.erase(found);
}

// ---- What runners tell ----

void ProcessPlanner::Adopt(ConnectedRunner& runner,
                           const v1::RunnerHello& hello) {
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
    lobby_.tokens().Grant(Sha256(running.token()),
                          {.role = v1::ROLE_BOT,
                           .owner = running.bot(),
                           .token_id = process.token_id,
                           .author = "",
                           .process = id});
    runner.processes.insert(id);
    const auto session = sessions_.LiveOf({running.bot(), id});
    if (session != nullptr && session->matches() > 0) runner.playing.insert(id);
  }
}

void ProcessPlanner::OnRunnerGone(const ConnectedRunner& runner) {
  for (const std::string& id : runner.processes) Forget(id);
}

void ProcessPlanner::OnReport(ConnectedRunner& runner,
                              const v1::ProcessReport& report) {
  const std::string& id = report.process_id();
  const auto found = processes_.find(id);
  const bool known =
      found != processes_.end() && found->second.runner == runner.name();
  if (report.goes_on()) {
    if (!known) return;
    const PlayableVersion& version = found->second.version;
    vain_starts_.Forget({version.bot, version.version});
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

void ProcessPlanner::NoteStart(const VersionName& name, const Process& process,
                               const v1::ProcessReport& report) {
  if (process.stopped) return;
  if (process.has_played || !report.report().match_id().empty()) {
    return vain_starts_.Forget(name);
  }
  NoteVain(name, report.not_started().empty() ? "ends before it has a match"
                                              : "cannot be started now");
}

void ProcessPlanner::NoteVain(const VersionName& name, const std::string& why) {
  // Everybody sees why; only its author and admins see more.
  if (!vain_starts_.Note(name, why, lobby_.executor().Now())) return;
  Log("version does not start",
      {{"bot", name.first}, {"version", name.second}, {"why", why}});
}

// ---- What processes say ----

absl::Status ProcessPlanner::CheckPromise(const std::string& process_id,
                                          const Repertoire& plays) {
  const PlayableVersion* const version = VersionOf(process_id);
  if (version == nullptr || !version->rehearses) return absl::OkStatus();
  std::string& kept = kept_promises_[{version->bot, version->version}];
  const std::string said = plays.ToText();
  if (kept == said) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(CheckKeepsPromise(version->plays, plays));
  kept = said;
  return absl::OkStatus();
}

void ProcessPlanner::OnHello(const Session& session) {
  const auto found = processes_.find(session.process().instance);
  if (found == processes_.end()) return Look();
  found->second.greeted = true;
}

void ProcessPlanner::OnRefused(const std::string& process_id,
                               const absl::Status& why) {
  const auto found = processes_.find(process_id);
  if (found == processes_.end() || found->second.stopped) return;
  GiveUp(process_id, found->second, "says a Hello that is refused",
         std::string(why.message()));
}

const PlayableVersion* ProcessPlanner::VersionOf(
    const std::string& process_id) const {
  const auto found = processes_.find(process_id);
  return found == processes_.end() ? nullptr : &found->second.version;
}

bool ProcessPlanner::PlaysSeveral(const std::string& process_id) const {
  const auto found = processes_.find(process_id);
  return found != processes_.end() && found->second.several_matches;
}

// ---- Cores ----

bool ProcessPlanner::MayPlay(
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

void ProcessPlanner::NotePlaying(
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
