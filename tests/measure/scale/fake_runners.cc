#include "tests/measure/scale/fake_runners.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <map>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "arena/match/clock.h"

namespace arena::scale {
namespace {

constexpr absl::Duration kStatusInterval = absl::Seconds(1);
// The pause of an SDK before it says hello again.
constexpr absl::Duration kRetryPause = absl::Seconds(1);
// The size of a process's log.
constexpr size_t kLogBytes = 500;

// Returns the time by the clock of the referee's executors.
absl::Time RefereeTime() {
  return absl::UnixEpoch() +
         absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

// ---- The timetable ----

Timetable::Timetable() : thread_([this] { Run(); }) {}

Timetable::~Timetable() { Stop(); }

void Timetable::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void Timetable::At(absl::Time time, std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  entries_.push({time, next_++, std::move(task)});
  if (entries_.top().number == next_ - 1) changed_.notify_all();
}

void Timetable::Now(std::function<void()> task) {
  At(absl::Now(), std::move(task));
}

void Timetable::Run() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    if (entries_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const absl::Time due = entries_.top().time;
    if (due > absl::Now()) {
      changed_.wait_until(lock, absl::ToChronoTime(due));
      continue;
    }
    const std::function<void()> task = entries_.top().task;
    entries_.pop();
    lock.unlock();
    task();
    lock.lock();
  }
}

// ---- What went wrong ----

void Complaints::Add(const std::string& kind, const std::string& code,
                     const std::string& message) {
  // The message with a placeholder for names and ids, which have digits.
  std::string form;
  for (const absl::string_view word :
       absl::StrSplit(message, absl::ByAnyChar(" \""))) {
    const bool name =
        std::any_of(word.begin(), word.end(), absl::ascii_isdigit);
    absl::StrAppend(&form, form.empty() ? "" : " ",
                    name ? absl::string_view("*") : word);
  }
  MutexLock lock(mutex_);
  Group& group = groups_[absl::StrCat(kind, ": ", code, ": ", form)];
  if (++group.count == 1) group.example = message;
}

std::string Complaints::TakeText() {
  std::map<std::string, Group> groups;
  {
    MutexLock lock(mutex_);
    groups = std::exchange(groups_, {});
  }
  std::vector<std::pair<int64_t, std::string>> lines;
  for (const auto& [form, group] : groups) {
    lines.emplace_back(-group.count,
                       absl::StrCat("  ", group.count, " x ", form,
                                    " (such as: ", group.example, ")\n"));
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const auto& [count, line] : lines) text += line;
  return text;
}

// ---- Runners ----

class FakeRunners::Runner final : public referee::RunnerTransport,
                                  public std::enable_shared_from_this<Runner> {
 public:
  Runner(FakeRunners& all, referee::MatchPipeline& referee)
      : all_(all), referee_(referee) {}

  void Dial(const v1::RunnerHello& hello, std::function<void()> done) {
    referee_.runners().Enter(
        hello, shared_from_this(),
        [this, done = std::move(done)](const absl::StatusOr<bool>& entered) {
          if (!entered.ok()) all_.Complain("runner refused", entered.status());
          done();
        });
  }
  // Reports now and then that the runner is alive.
  void BeAlive() {
    v1::WorkRequest request;
    request.mutable_status()->set_processes(
        static_cast<uint32_t>(bots_.size()));
    referee_.runners().Take(shared_from_this(), std::move(request));
    all_.timetable_.At(absl::Now() + kStatusInterval,
                       [self = shared_from_this()] { self->BeAlive(); });
  }
  void Send(v1::WorkResponse response) override;
  void Close(const absl::Status& status) override {
    all_.Complain("runner's stream ended", status);
  }
  // Reports that a process has ended.
  void Report(const v1::StartProcess& start, const std::string& match_id,
              uint32_t decisions);

 private:
  FakeRunners& all_;
  referee::MatchPipeline& referee_;
  // The bots by process; used on the timetable's thread only.
  std::map<std::string, std::shared_ptr<Bot>> bots_;
};

// ---- A process, with its stream ----

// Every method except Send runs on the timetable's thread.
class FakeRunners::Bot final : public referee::Transport,
                               public std::enable_shared_from_this<Bot> {
 public:
  Bot(FakeRunners& all, referee::MatchPipeline& referee, Runner& runner,
      v1::StartProcess start)
      : all_(all),
        referee_(referee),
        runner_(runner),
        start_(std::move(start)) {}

  void SayHello() {
    v1::Hello hello;
    hello.set_name(start_.bot());
    hello.set_instance(start_.process_id());
    hello.set_version(start_.version());
    hello.set_language("simulated");
    hello.set_one_match(true);
    hello.set_max_matches(1);
    for (const char* const game : {"octrix", "ordo", "seconds"}) {
      hello.add_plays()->set_game(game);
    }
    if (hello_time_ == absl::InfinitePast()) hello_time_ = absl::Now();
    referee_.Open(hello,
                  {.role = v1::ROLE_BOT,
                   .owner = start_.bot(),
                   .token_id = absl::StrCat("of-", start_.process_id()),
                   .author = "",
                   .process = start_.process_id()},
                  shared_from_this(),
                  [self = shared_from_this()](const auto& session) {
                    self->all_.timetable_.Now(
                        [self, session] { self->OnAnswer(session); });
                  });
  }
  // Ends a process that has no match.
  void EndIdle() {
    if (match_id_.empty()) End();
  }

  bool Send(Response message) override;
  void Close(absl::Status status) override {
    if (!status.ok()) all_.Complain("bot's stream ended", status);
    all_.timetable_.Now([self = shared_from_this()] { self->End(); });
  }
  void Abort() override {}

 private:
  // A referee that is too busy refuses a hello, and the SDKs say it again. A
  // process that stayed silent would hold its seat for ever.
  void OnAnswer(
      const absl::StatusOr<std::shared_ptr<referee::Session>>& session) {
    if (!session.ok()) {
      if (!absl::IsUnavailable(session.status())) return End();
      all_.timetable_.At(absl::Now() + kRetryPause,
                         [self = shared_from_this()] {
                           if (!self->ended_) self->SayHello();
                         });
      return;
    }
    session_ = *session;
    // The process was stopped meanwhile.
    if (ended_) return referee_.OnStreamOver(session_, shared_from_this());
    for (auto& request : std::exchange(unsaid_, {})) Say(std::move(request));
  }
  void Say(v1::PlayRequest request) {
    // The welcome comes before the session is known here.
    if (session_ == nullptr) return unsaid_.push_back(std::move(request));
    session_->Receive(std::move(request), RefereeTime());
  }
  void OnStart(const std::string& match_id, uint32_t seat) {
    if (match_id_.empty()) {
      all_.waits_.match.Add(absl::Now() - hello_time_);
      ++all_.counts_.matches_begun;
    }
    match_id_ = match_id;
    v1::PlayRequest request;
    request.mutable_ready()->set_match_id(match_id);
    request.mutable_ready()->set_seat(seat);
    Say(std::move(request));
  }
  void OnPrompt(v1::Act act) {
    all_.timetable_.At(absl::Now() + all_.ThinkTime(),
                       [self = shared_from_this(), act = std::move(act)] {
                         ++self->decisions_;
                         ++self->all_.counts_.decisions;
                         self->act_time_ = absl::Now();
                         self->unanswered_ = true;
                         v1::PlayRequest request;
                         *request.mutable_act() = act;
                         self->Say(std::move(request));
                       });
  }
  // The bot's latest act counts since `time`, by the clock of the simulation.
  void OnAck(absl::Time time) {
    if (!unanswered_) return;
    unanswered_ = false;
    all_.waits_.act.Add(time - act_time_);
  }
  void OnMatchEnd(absl::Time time) {
    if (decisions_ > 0) all_.waits_.end.Add(time - act_time_);
    ++all_.counts_.matches_ended;
    End();
  }
  void End() {
    if (ended_) return;
    ended_ = true;
    if (session_ != nullptr) {
      referee_.OnStreamOver(session_, shared_from_this());
    }
    runner_.Report(start_, match_id_, decisions_);
  }

  FakeRunners& all_;
  referee::MatchPipeline& referee_;
  Runner& runner_;
  const v1::StartProcess start_;
  // The time of the first hello.
  absl::Time hello_time_ = absl::InfinitePast();
  std::shared_ptr<referee::Session> session_;
  std::vector<v1::PlayRequest> unsaid_;
  std::string match_id_;
  uint32_t decisions_ = 0;
  // The time of the latest act, and whether it is not acknowledged yet.
  absl::Time act_time_;
  bool unanswered_ = false;
  bool ended_ = false;
};

bool FakeRunners::Bot::Send(Response message) {
  const absl::Time now = absl::Now();
  Timetable& timetable = all_.timetable_;
  const auto self = shared_from_this();
  if (message->has_match_start()) {
    timetable.Now([self, match_id = message->match_start().match_id(),
                   seat = message->match_start().seat()] {
      self->OnStart(match_id, seat);
    });
  } else if (message->has_prompt()) {
    const v1::Prompt& prompt = message->prompt();
    const bool must = prompt.kind() == v1::DECISION_KIND_MUST;
    v1::Act act;
    act.set_match_id(prompt.match_id());
    act.set_seat(prompt.seat());
    act.set_decision(prompt.decision());
    act.set_index(prompt.decision() * 7 % std::max(1, prompt.actions_size()));
    timetable.Now([self, now, must, ack = prompt.has_ack(),
                   act = std::move(act)]() mutable {
      if (ack) self->OnAck(now);
      if (must) self->OnPrompt(std::move(act));
    });
  } else if (message->has_act_ack()) {
    timetable.Now([self, now] { self->OnAck(now); });
  } else if (message->has_match_end()) {
    timetable.Now([self, now] { self->OnMatchEnd(now); });
  } else if (message->has_ping()) {
    timetable.Now([self, nonce = message->ping().nonce()] {
      v1::PlayRequest request;
      request.mutable_pong()->set_nonce(nonce);
      self->Say(std::move(request));
    });
  } else if (message->has_error()) {
    all_.complaints_.Add("bot told",
                         v1::ErrorReason_Name(message->error().reason()),
                         message->error().message());
  }
  return true;
}

void FakeRunners::Runner::Send(v1::WorkResponse response) {
  if (response.has_start()) {
    all_.timetable_.At(absl::Now() + all_.options_.start_time,
                       [self = shared_from_this(), start = response.start()] {
                         const auto bot = std::make_shared<Bot>(
                             self->all_, self->referee_, *self, start);
                         self->bots_[start.process_id()] = bot;
                         bot->SayHello();
                       });
  } else if (response.has_stop()) {
    all_.timetable_.At(
        absl::Now() + all_.options_.start_time,
        [self = shared_from_this(), id = response.stop().process_id()] {
          const auto bot = self->bots_.find(id);
          if (bot == self->bots_.end()) return;
          const std::shared_ptr<Bot> kept = bot->second;
          kept->EndIdle();
        });
  }
}

void FakeRunners::Runner::Report(const v1::StartProcess& start,
                                 const std::string& match_id,
                                 uint32_t decisions) {
  v1::WorkRequest request;
  v1::ProcessReport& report = *request.mutable_process();
  report.set_process_id(start.process_id());
  v1::SeatReport& seat = *report.mutable_report();
  seat.set_bot(start.bot());
  seat.set_version(start.version());
  seat.set_match_id(match_id);
  seat.set_ended_with(match_id.empty() ? "stopped" : "exit status 0");
  seat.set_output(std::string(kLogBytes, 'x'));
  ToMessage(all_.options_.start_time, *seat.mutable_start_time());
  seat.mutable_decision_times()->set_count(decisions);
  for (uint32_t i = 0; i < decisions; ++i) {
    v1::DecisionTime& decision =
        *seat.mutable_decision_times()->add_decisions();
    decision.set_decision(i);
    ToMessage(all_.options_.think_time, *decision.mutable_time());
    ToMessage(all_.options_.think_time, *decision.mutable_processor_time());
  }
  referee_.runners().Take(shared_from_this(), std::move(request));
  bots_.erase(start.process_id());
}

// ---- All of them ----

FakeRunners::FakeRunners(std::vector<referee::MatchPipeline*> referees,
                         BotOptions options)
    : referees_(std::move(referees)), options_(options) {}

FakeRunners::~FakeRunners() { timetable_.Stop(); }

void FakeRunners::Complain(const std::string& kind,
                           const absl::Status& status) {
  complaints_.Add(kind, absl::StatusCodeToString(status.code()),
                  std::string(status.message()));
}

absl::Duration FakeRunners::ThinkTime() {
  const double part = 0.5 + static_cast<double>(draws_() % 1001) / 1000;
  return options_.think_time * part;
}

void FakeRunners::Connect(int runners, int seats) {
  std::promise<void> all_in;
  std::atomic<int> missing = runners;
  for (int i = 0; i < runners; ++i) {
    const auto runner = std::make_shared<Runner>(
        *this, *referees_[i % static_cast<int>(referees_.size())]);
    v1::RunnerHello hello;
    hello.set_name(absl::StrCat("runner-", i));
    hello.set_cores(static_cast<uint32_t>(seats));
    hello.set_max_playing(static_cast<uint32_t>(seats));
    for (const char* const runtime : {"cpp", "python", "node", "go", "rust"}) {
      hello.add_runtimes(runtime);
    }
    hello.set_sandbox("simulated");
    runner->Dial(hello, [&] {
      if (--missing == 0) all_in.set_value();
    });
    runners_.push_back(runner);
  }
  if (runners > 0) all_in.get_future().wait();
  for (int i = 0; i < runners; ++i) {
    // The reports are spread over the interval.
    timetable_.At(absl::Now() + kStatusInterval * i / runners,
                  [runner = runners_[i]] { runner->BeAlive(); });
  }
}

}  // namespace arena::scale
