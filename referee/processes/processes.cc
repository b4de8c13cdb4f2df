#include "referee/processes/processes.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/secrets.h"
#include "arena/match/clock.h"
#include "referee/lobby/seating.h"
#include "referee/processes/validation_plan.h"
#include "referee/sessions/bot_profile.h"

namespace arena::referee {
namespace {

// How many matches a look reads, so that a look stays fast.
constexpr int kMostLookedAt = 1000;
// A look takes some microseconds for each process. With many processes, it is
// followed by a pause ten times as long.
constexpr size_t kProcessesWithoutPause = 200;
constexpr absl::Duration kPauseForEach = absl::Microseconds(20);

std::string TokenIdOf(const std::string& process_id) {
  return absl::StrCat("of-", process_id);
}

void TellToStop(const std::string& process_id, RunnerTransport& runner) {
  v1::WorkResponse response;
  response.mutable_stop()->set_process_id(process_id);
  runner.Send(std::move(response));
}

// Whether a process with this session has no match and could get one.
bool IsFree(const Session& session) {
  if (session.profile().one_match) return session.fresh();
  return session.matches() == 0 && session.takes();
}

}  // namespace

// ---- Versions ----

void Processes::ChangePlayable(const PlayableChanges& changes) {
  for (const auto& name : changes.gone) kept_promises_.erase(name);
  versions_.Change(changes);
  TellSessions();
  Look();
}

void Processes::TellSessions() {
  for (auto& [id, process] : processes_) {
    PlayableVersion& version = process.version;
    const PlayableVersion* const found =
        versions_.Find(version.bot, version.version);
    const bool active = found != nullptr && found->active;
    if (version.active == active) continue;
    version.active = active;
    const auto session = sessions_.LiveOf({version.bot, id});
    if (session == nullptr) continue;
    BotProfile profile = session->profile();
    profile.active = active;
    session->set_profile(std::move(profile));
  }
}

const PlayableVersion* Processes::Served(const std::string& bot,
                                         const std::string& version) const {
  const PlayableVersion* const found = versions_.Find(bot, version);
  const bool served = found != nullptr && runners_.AnyHas(found->runtime);
  return served ? found : nullptr;
}

std::vector<const PlayableVersion*> Processes::AllServed() const {
  std::vector<const PlayableVersion*> all;
  for (const auto& [bot, version] : versions_.active()) {
    const PlayableVersion* const served = Served(bot, version);
    if (served != nullptr) all.push_back(served);
  }
  return all;
}

std::set<std::string> Processes::StartedBots() const {
  std::set<std::string> bots;
  for (const auto& [id, process] : processes_) bots.insert(process.version.bot);
  return bots;
}

std::string Processes::WhatIsMissing(const v1::Match& match) const {
  std::vector<std::string> missing;
  int seats = 0;
  for (const v1::SeatSpec& seat : match.seats()) {
    if (!seat.has_bot()) continue;
    const PlayableVersion* const version =
        versions_.Find(seat.bot(), seat.version());
    if (version == nullptr) continue;
    ++seats;
    const std::string why = starts_.Why(version->name());
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
      waits_.MustRest(match.match_id(), lobby_.executor().Now())) {
    missing.push_back(
        "its processes were there and it did not begin, so other matches get "
        "their places for a while");
  }
  return absl::StrJoin(missing, ", ");
}

// ---- Regular work ----

absl::Duration Processes::Pause() const {
  const size_t many = processes_.size() / kProcessesWithoutPause;
  return many == 0 ? absl::ZeroDuration()
                   : kPauseForEach * static_cast<int64_t>(processes_.size());
}

void Processes::LookNow() {
  if (!lobby_.open()) return;
  const absl::Time now = lobby_.executor().Now();
  SeeSessions(now);
  for (const UselessProcess& useless : FindUseless(processes_, now)) {
    GiveUp(useless);
  }
  Plan plan = MakePlan(
      {.now = now,
       .versions = versions_,
       .processes = processes_,
       .starts = starts_,
       .runners = runners_.Rooms(),
       .lost = FindLost(),
       .matches = FindWaiting(),
       .seats_waiting_for =
           [this](const std::string& bot) { return SeatsWaitingFor(bot); }},
      waits_);
  for (const std::string& id : plan.ends) Stop(id, processes_.at(id));
  for (const Plan::Start& start : plan.starts) Start(start);
  queued_ = std::move(plan.queued_matches);
  lobby_.metrics().queued_processes().Set(plan.queued);
  lobby_.metrics().processes().Set(static_cast<double>(processes_.size()));
}

void Processes::SeeSessions(absl::Time now) {
  for (auto& [id, process] : processes_) {
    const auto session = sessions_.LiveOf({process.version.bot, id});
    process.connected = session != nullptr && session->attached();
    process.free = session == nullptr || IsFree(*session);
    process.plays = runners_.Find(process.runner)->playing.contains(id);
    process.deals.reset();
    if (session != nullptr) process.deals = {session, &session->deals()};
    const bool here =
        process.connected || (session != nullptr && session->matches() > 0);
    process.absent_since =
        here ? absl::InfiniteFuture() : std::min(process.absent_since, now);
  }
}

std::vector<LostProcess> Processes::FindLost() const {
  std::vector<LostProcess> lost;
  for (const auto& session : sessions_.All()) {
    const std::string id = session->process().Original().instance;
    if (session->attached() || session->matches() == 0) continue;
    if (!IsProcessId(id) || processes_.contains(id)) continue;
    const BotProfile profile = session->profile();
    const PlayableVersion* const version =
        versions_.Find(session->name(), profile.version);
    if (version != nullptr) lost.push_back({id, version, !profile.one_match});
  }
  return lost;
}

std::vector<WaitingMatch> Processes::FindWaiting() const {
  std::vector<WaitingMatch> matches;
  const auto submitted = [this](const std::string& bot) {
    return versions_.HasAnyOf(bot);
  };
  for (const HostedMatch* match : waiting_.OldestOf(submitted, kMostLookedAt)) {
    WaitingMatch& waiting = matches.emplace_back();
    waiting.row = &match->row;
    std::vector<size_t> others;
    for (size_t seat = 0; seat < match->row.seats.size(); ++seat) {
      const v1::SeatSpec& spec = match->row.seats[seat];
      if (!spec.has_bot()) continue;
      const PlayableVersion* const served = Served(spec.bot(), spec.version());
      if (served != nullptr) waiting.versions.push_back(served);
      if (served == nullptr) others.push_back(seat);
    }
    if (others.empty()) continue;
    const Seating seating =
        FindSeating(sessions_, match->row, Demand::kMayPlay, &match->kind);
    waiting.others_here = absl::c_all_of(
        others, [&](size_t seat) { return seating[seat] != nullptr; });
  }
  return matches;
}

int Processes::SeatsWaitingFor(const std::string& bot) const {
  int seats = 0;
  int64_t last = 0;
  while (const HostedMatch* match = waiting_.NextOf(bot, last)) {
    last = match->row.number;
    seats += static_cast<int>(match->row.seats.size());
  }
  return seats;
}

// ---- Starting and ending ----

void Processes::Start(const Plan::Start& start) {
  const PlayableVersion& version = *start.version;
  ConnectedRunner& runner = *runners_.Find(start.runner);
  const std::string id =
      start.process_id.empty() ? NewProcessId() : start.process_id;
  const std::string secret = RandomSecret();
  Add(runner, id, secret,
      {.version = version, .several_matches = start.several_matches});
  v1::WorkResponse response;
  v1::StartProcess& told = *response.mutable_start();
  told.set_process_id(id);
  told.set_bot(version.bot);
  told.set_version(version.version);
  told.set_build_sha256(version.build_sha256);
  told.set_token(secret);
  *told.mutable_resources() = lobby_.options().resources;
  ToMessage(version.start_budget, *told.mutable_start_budget());
  told.set_several_matches(start.several_matches);
  told.set_rehearses(version.rehearses);
  runner.transport->Send(std::move(response));
}

void Processes::Add(ConnectedRunner& runner, const std::string& process_id,
                    const std::string& token, StartedProcess process) {
  lobby_.tokens().Grant(Sha256(token), {.role = v1::ROLE_BOT,
                                        .owner = process.version.bot,
                                        .token_id = TokenIdOf(process_id),
                                        .author = "",
                                        .process = process_id});
  process.runner = runner.name();
  process.idle_since = lobby_.executor().Now();
  processes_[process_id] = std::move(process);
  runner.processes.insert(process_id);
}

void Processes::Stop(const std::string& process_id, StartedProcess& process) {
  process.stopped = true;
  TellToStop(process_id, *runners_.Find(process.runner)->transport);
}

void Processes::GiveUp(const UselessProcess& useless) {
  StartedProcess& process = processes_.at(useless.process_id);
  const PlayableVersion& version = process.version;
  NoteFruitless(version, useless.why);
  Stop(useless.process_id, process);
  lobby_.events().OnFruitlessStart(version.bot, version.version,
                                   useless.details);
}

void Processes::Forget(const std::string& process_id) {
  if (processes_.erase(process_id) == 0) return;
  lobby_.tokens().Revoke(TokenIdOf(process_id));
}

// ---- Events of runners ----

void Processes::Adopt(ConnectedRunner& runner, const v1::RunnerHello& hello) {
  for (const v1::RunningProcess& running : hello.processes()) {
    const std::string& id = running.process_id();
    const PlayableVersion* const version =
        versions_.Find(running.bot(), running.version());
    const bool wanted =
        IsProcessId(id) && version != nullptr && !processes_.contains(id);
    if (!wanted) {
      TellToStop(id, *runner.transport);
      continue;
    }
    Add(runner, id, running.token(),
        {.version = *version, .several_matches = running.several_matches()});
    const auto session = sessions_.LiveOf({running.bot(), id});
    if (session != nullptr && session->matches() > 0) runner.playing.insert(id);
  }
}

void Processes::OnRunnerGone(const ConnectedRunner& runner) {
  for (const std::string& id : runner.processes) Forget(id);
}

void Processes::OnReport(ConnectedRunner& runner,
                         const v1::ProcessReport& report) {
  const std::string& id = report.process_id();
  const auto found = processes_.find(id);
  const bool known =
      found != processes_.end() && found->second.runner == runner.name();
  if (report.goes_on()) {
    if (!known) return;
    const PlayableVersion& version = found->second.version;
    starts_.Forget(version.name());
    return Tell(report);
  }
  runner.processes.erase(id);
  runner.playing.erase(id);
  if (!known) return;
  NoteStart(found->second, report);
  Forget(id);
  Log("process ended", {{"bot", report.report().bot()},
                        {"version", report.report().version()},
                        {"process", id},
                        {"match", report.report().match_id()},
                        {"end", report.report().ended_with()},
                        {"not_started", report.not_started()}});
  Tell(report);
}

void Processes::Tell(const v1::ProcessReport& report) {
  v1::SeatReport seat = report.report();
  if (report.crashed()) listener_.OnCrash(seat.bot(), report.process_id());
  if (!report.not_started().empty()) {
    seat.set_ended_with(absl::StrCat("not started: ", report.not_started()));
  }
  lobby_.events().OnSeatReport(seat);
}

void Processes::NoteStart(const StartedProcess& process,
                          const v1::ProcessReport& report) {
  if (process.stopped) return;
  const PlayableVersion& version = process.version;
  if (process.has_played || !report.report().match_id().empty()) {
    return starts_.Forget(version.name());
  }
  NoteFruitless(version, report.not_started().empty()
                             ? "ends before it has a match"
                             : "cannot be started now");
}

void Processes::NoteFruitless(const PlayableVersion& version,
                              const std::string& why) {
  // Everybody sees `why`; only the bot's author and admins see more.
  if (!starts_.Note(version.name(), why, lobby_.executor().Now())) {
    return;
  }
  Log("version does not start",
      {{"bot", version.bot}, {"version", version.version}, {"why", why}});
}

// ---- Events of processes ----

absl::Status Processes::CheckPromise(const std::string& process_id,
                                     const Repertoire& plays) {
  const PlayableVersion* const version = VersionOf(process_id);
  if (version == nullptr || !version->rehearses) return absl::OkStatus();
  std::string& kept = kept_promises_[version->name()];
  const std::string said = plays.ToText();
  if (kept == said) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(CheckKeepsPromise(version->plays, plays));
  kept = said;
  return absl::OkStatus();
}

void Processes::OnHello(const Session& session) {
  const auto found = processes_.find(session.process().instance);
  if (found == processes_.end()) return Look();
  found->second.greeted = true;
}

void Processes::OnRefused(const std::string& process_id,
                          const absl::Status& why) {
  const auto found = processes_.find(process_id);
  if (found == processes_.end() || found->second.stopped) return;
  GiveUp(
      {process_id, "says a Hello that is refused", std::string(why.message())});
}

const PlayableVersion* Processes::VersionOf(
    const std::string& process_id) const {
  const auto found = processes_.find(process_id);
  return found == processes_.end() ? nullptr : &found->second.version;
}

bool Processes::PlaysSeveral(const std::string& process_id) const {
  const auto found = processes_.find(process_id);
  return found != processes_.end() && found->second.several_matches;
}

// ---- Seats of runners ----

bool Processes::MayPlay(
    const std::vector<std::shared_ptr<Session>>& seats) const {
  std::map<std::string, int> needed;
  for (const auto& session : seats) {
    if (session == nullptr || !session->profile().submitted) continue;
    const auto found = processes_.find(session->process().instance);
    if (found == processes_.end()) return false;
    const ConnectedRunner& runner = *runners_.Find(found->second.runner);
    const bool plays = runner.playing.contains(found->first);
    if (!plays && ++needed[runner.name()] > runner.playing_room()) return false;
  }
  return true;
}

void Processes::NotePlaying(const std::vector<std::shared_ptr<Session>>& seats,
                            bool playing) {
  for (const auto& session : seats) {
    if (session == nullptr || !session->profile().submitted) continue;
    const std::string id = session->process().Original().instance;
    const auto found = processes_.find(id);
    if (found == processes_.end()) continue;
    ConnectedRunner& runner = *runners_.Find(found->second.runner);
    if (playing) {
      runner.playing.insert(id);
      continue;
    }
    runner.playing.erase(id);
    found->second.has_played = true;
    found->second.idle_since = lobby_.executor().Now();
  }
}

}  // namespace arena::referee
