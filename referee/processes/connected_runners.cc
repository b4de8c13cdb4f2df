#include "referee/processes/connected_runners.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/secrets.h"
#include "arena/match/clock.h"
#include "arena/v1/play_service.pb.h"

namespace arena::referee {
namespace {

// The most seats that a bot has in a match.
constexpr int kMostSeatsOfBot = 4;
// Rows of one transaction of NotePlacesOf.
constexpr size_t kNotedAtOnce = 250;

}  // namespace

ConnectedRunners::ConnectedRunners(Lobby& lobby,
                                   const SessionDirectory& sessions,
                                   const WaitingRoom& waiting,
                                   RunnerListener& listener)
    : lobby_(lobby),
      listener_(listener),
      runners_(lobby.options().warm_start),
      processes_(lobby, sessions, waiting, runners_, listener) {}

// ---- Runners come and go ----

void ConnectedRunners::Enter(const v1::RunnerHello& hello,
                             std::shared_ptr<RunnerTransport> transport,
                             Answer<bool> answer) {
  lobby_.Post([this, hello, transport = std::move(transport),
               answer = std::move(answer)] {
    const absl::Status entered =
        runners_.Enter(hello, transport, lobby_.executor().Now());
    if (!entered.ok()) return answer(entered);
    v1::WorkResponse response;
    v1::RunnerWelcome& welcome = *response.mutable_welcome();
    welcome.set_server(PENTATHLON_VERSION);
    ToMessage(RunnerDirectory::kStatusInterval,
              *welcome.mutable_status_interval());
    ToMessage(RunnerDirectory::kLease, *welcome.mutable_lease());
    transport->Send(std::move(response));
    Log("runner connected",
        {{"runner", hello.name()},
         {"sandbox", hello.sandbox()},
         {"seats", absl::StrCat(hello.max_playing())},
         {"processes", absl::StrCat(hello.processes_size())}});
    lobby_.metrics().runners().Increment();
    processes_.Adopt(*runners_.Find(hello.name()), hello);
    answer(true);
    NotePlacesIfRuntimesChanged();
    processes_.Look();
    listener_.OnRunnerRoom();
  });
}

void ConnectedRunners::Leave(std::shared_ptr<RunnerTransport> transport) {
  lobby_.Post([this, transport = std::move(transport)] {
    const auto runner = runners_.Remove(transport.get());
    if (runner == nullptr) return;
    lobby_.metrics().runners().Decrement();
    Log("runner disconnected", {{"runner", runner->name()}});
    for (const auto& [task_id, since] : runner->builds) BreakOff(task_id);
    processes_.OnRunnerGone(*runner);
    NotePlacesIfRuntimesChanged();
    processes_.Look();
  });
}

void ConnectedRunners::Take(std::shared_ptr<RunnerTransport> transport,
                            v1::WorkRequest request) {
  lobby_.Post(
      [this, transport = std::move(transport), request = std::move(request)] {
        ConnectedRunner* const runner = runners_.Of(transport.get());
        if (runner == nullptr) return;
        runner->heard = lobby_.executor().Now();
        if (request.has_status()) {
          if (runner->draining == request.status().draining()) return;
          runners_.SetDraining(*runner, request.status().draining());
          return NotePlacesIfRuntimesChanged();
        }
        if (request.has_build()) return OnBuildEnd(*runner, request.build());
        if (request.has_hello()) {
          return transport->Close(absl::InvalidArgumentError(
              "a second hello; a stream has exactly one, at its beginning"));
        }
        // A newer runner sends a message that this referee does not know.
        if (!request.has_process()) return;
        processes_.OnReport(*runner, request.process());
        processes_.Look();
        listener_.OnRunnerRoom();
      });
}

void ConnectedRunners::List(Answer<v1::ListRunnersResponse> answer) {
  lobby_.Post([this, answer = std::move(answer)] {
    v1::ListRunnersResponse response;
    for (v1::Runner& runner : runners_.List()) {
      *response.add_runners() = std::move(runner);
    }
    answer(std::move(response));
  });
}

void ConnectedRunners::Sweep(absl::Time now) {
  for (const auto& silent : runners_.Silent(now)) {
    silent->Close(absl::DeadlineExceededError(
        absl::StrCat("nothing was heard for ",
                     absl::FormatDuration(RunnerDirectory::kLease))));
  }
  for (const std::string& task_id : runners_.TakeLateBuilds(now)) {
    BreakOff(task_id);
  }
  processes_.Look();
}

void ConnectedRunners::Close(const absl::Status& status) {
  for (const auto& transport : runners_.Transports()) transport->Close(status);
}

// ---- Versions ----

void ConnectedRunners::ChangePlayable(PlayableChanges changes) {
  lobby_.Post([this, changes = std::move(changes)] {
    std::set<std::string> bots;
    for (const auto& [bot, version] : changes.gone) bots.insert(bot);
    for (const PlayableVersion& version : changes.present) {
      bots.insert(version.bot);
    }
    processes_.ChangePlayable(changes);
    NotePlacesOf(bots);
    listener_.OnRunnerRoom();
  });
}

// Runners come and go often, and there are many bots, so nothing is told if the
// runtimes stay the same.
void ConnectedRunners::NotePlacesIfRuntimesChanged() {
  if (runners_.runtimes() == noted_runtimes_) return;
  noted_runtimes_ = runners_.runtimes();
  std::set<std::string> bots;
  for (const PlayableVersion* version : processes_.AllServed()) {
    bots.insert(version->bot);
  }
  for (const auto& [bot, place] : places_) bots.insert(bot);
  NotePlacesOf(bots);
}

void ConnectedRunners::NotePlacesOf(const std::set<std::string>& bots) {
  std::vector<PresentSession> come;
  std::vector<std::string> gone;
  for (const std::string& bot : bots) {
    const PlayableVersion* const version = processes_.Served(bot, "");
    if (version == nullptr) {
      if (places_.erase(bot) > 0) gone.push_back(bot);
      continue;
    }
    v1::Welcome plays;
    for (const v1::GameSupport& game : version->plays)
      *plays.add_plays() = game;
    PresentSession place = {.bot = bot,
                            .instance = std::string(kPlacesOfBot),
                            .token_sha256 = Sha256(bot),
                            .moves = false,
                            .fresh = true,
                            .takes = true,
                            .max_matches = lobby_.options().max_matches,
                            .places = kMostSeatsOfBot,
                            .plays = plays.SerializeAsString()};
    const auto noted = places_.find(bot);
    if (noted != places_.end() && noted->second == place) continue;
    places_[bot] = place;
    come.push_back(std::move(place));
  }
  // In portions, so that matches can begin and end in between.
  for (size_t i = 0; i < come.size(); i += kNotedAtOnce) {
    const size_t end = std::min(come.size(), i + kNotedAtOnce);
    lobby_.Write(
        [places = std::vector(come.begin() + i, come.begin() + end)](
            Store& store) { return store.referees().SetAllPresent(places); });
  }
  if (gone.empty()) return;
  lobby_.Write([gone](Store& store) {
    return store.referees().SetAllAbsent(gone, kPlacesOfBot);
  });
}

// ---- Builds ----

void ConnectedRunners::Build(const v1::BuildTask& task,
                             const std::string& runtime, Done done) {
  lobby_.Post([this, task, runtime, done = std::move(done)] {
    ConnectedRunner* const runner = runners_.ForBuild(runtime);
    if (runner == nullptr || !lobby_.open()) {
      return done(absl::UnavailableError(
          absl::StrCat("no runner that is connected and free has ", runtime)));
    }
    builds_[task.task_id()] = done;
    runner->builds[task.task_id()] = lobby_.executor().Now();
    v1::WorkResponse response;
    *response.mutable_build() = task;
    runner->transport->Send(std::move(response));
  });
}

void ConnectedRunners::OnBuildEnd(ConnectedRunner& runner,
                                  v1::BuildReport report) {
  if (runner.builds.erase(report.task_id()) == 0) return;
  auto build = builds_.extract(report.task_id());
  if (!build.empty()) build.mapped()(std::move(report));
}

void ConnectedRunners::BreakOff(const std::string& task_id) {
  auto build = builds_.extract(task_id);
  if (build.empty()) return;
  build.mapped()(absl::AbortedError(
      "the runner is gone or silent; the version is built again"));
}

void ConnectedRunners::CheckBuild(const std::string& task_id,
                                  Answer<bool> answer) {
  lobby_.Post([this, task_id, answer = std::move(answer)] {
    if (builds_.contains(task_id)) return answer(true);
    answer(absl::NotFoundError(
        absl::StrCat("no runner has a build \"", task_id, "\" to do")));
  });
}

}  // namespace arena::referee
