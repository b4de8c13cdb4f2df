// A match host with fake runners, and submitted bots that they run.
#ifndef TESTS_REFEREE_PROCESSES_RUNNER_FIXTURE_H_
#define TESTS_REFEREE_PROCESSES_RUNNER_FIXTURE_H_

#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/sessions/bot_profile.h"
#include "tests/referee/matches/host_fixture.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {

// A runner that keeps its orders.
class FakeRunner final : public RunnerTransport {
 public:
  void Send(v1::WorkResponse response) override {
    received_.push_back(std::move(response));
  }
  void Close(const absl::Status& status) override { closed_ = status; }

  std::vector<v1::StartProcess> Starts() const {
    std::vector<v1::StartProcess> starts;
    for (const v1::WorkResponse& response : received_) {
      if (response.has_start()) starts.push_back(response.start());
    }
    return starts;
  }
  std::vector<std::string> Stops() const {
    std::vector<std::string> stops;
    for (const v1::WorkResponse& response : received_) {
      if (response.has_stop()) stops.push_back(response.stop().process_id());
    }
    return stops;
  }
  const std::vector<v1::WorkResponse>& received() const { return received_; }
  const absl::Status& closed() const { return closed_; }

 private:
  std::vector<v1::WorkResponse> received_;
  absl::Status closed_;
};

// Puts a version into the store that is being validated.
inline void StoreVersion(Store& store, const std::string& bot,
                         const std::string& version) {
  v1::Bot row;
  row.set_name(bot);
  row.set_author("ada");
  row.set_status(v1::Bot::STATUS_ACTIVE);
  ASSERT_THAT(store.bots().Insert(row, absl::UnixEpoch()), IsOk());
  const std::string sha256 = Sha256("an archive");
  ASSERT_THAT(store.archives().Put(sha256, "an archive"), IsOk());
  VersionRow submitted;
  submitted.message.set_bot(bot);
  submitted.message.set_version(version);
  submitted.message.set_archive_sha256(sha256);
  submitted.message.set_runtime("python");
  const auto inserted =
      store.versions().Insert(submitted, {.uploader = "", .sha256 = sha256}, 0);
  ASSERT_THAT(inserted.status(), IsOk());
  ASSERT_THAT(store.versions().FindWork(1).status(), IsOk());
  ASSERT_THAT(store.versions().BeginBuild(inserted->number), IsOk());
  ASSERT_THAT(store.versions().FinishBuild(inserted->number, sha256, "", {}),
              IsOk());
}

class RunnersTest : public HostTest {
 protected:
  RunnersTest() {
    StopHost();
    options_.process_secret = std::string(32, 's');
    StartHost();
    Begin();
  }
  void Grant(const std::string& secret_sha256, const Caller& caller) override {
    granted_[secret_sha256] = caller;
  }
  void OnFruitlessStart(const std::string& bot, const std::string& version,
                        const std::string& why) override {
    fruitless_.push_back(absl::StrCat(bot, " ", version, ": ", why));
  }
  void OnSeatReport(const v1::SeatReport& report) override {
    reports_.push_back(report);
  }
  void Begin() {
    // Bots x and y are submitted; the second version of z is being validated.
    Change({Version("x"), Version("y"), Version("z", "2", /*active=*/false)});
  }
  void Change(std::vector<PlayableVersion> present) {
    PlayableChanges changes;
    changes.present = std::move(present);
    host_->runners().ChangePlayable(std::move(changes));
    executor_.RunAll();
  }
  static PlayableVersion Version(const std::string& bot,
                                 const std::string& version = "1",
                                 bool active = true) {
    PlayableVersion playable;
    playable.bot = bot;
    playable.version = version;
    playable.active = active;
    playable.build_sha256 = std::string(32, 'b');
    playable.plays.emplace_back().set_game("octrix");
    playable.start_budget = absl::Seconds(10);
    playable.runtime = "python";
    return playable;
  }
  static v1::RunnerHello RunnerHello(const std::string& name, int seats = 4) {
    v1::RunnerHello hello;
    hello.set_name(name);
    hello.set_max_playing(seats);
    hello.add_runtimes("python");
    return hello;
  }
  // Returns the process of this start, which still runs.
  static v1::RunningProcess Running(const v1::StartProcess& start) {
    v1::RunningProcess running;
    running.set_process_id(start.process_id());
    running.set_bot(start.bot());
    running.set_version(start.version());
    running.set_token(start.token());
    running.set_several_matches(start.several_matches());
    return running;
  }
  std::shared_ptr<FakeRunner> Dial(const v1::RunnerHello& hello) {
    auto runner = std::make_shared<FakeRunner>();
    entered_ = absl::UnknownError("no answer");
    host_->runners().Enter(hello, runner, [this](const auto& entered) {
      entered_ = entered.status();
    });
    executor_.RunAll();
    return runner;
  }
  void HangUp(const std::shared_ptr<FakeRunner>& runner) {
    host_->runners().Leave(runner);
    executor_.RunAll();
  }
  using HostTest::HangUp;
  // Says hello for a process, as its proxy does.
  FakeBot& Hello(const v1::StartProcess& start) {
    v1::Hello hello = HelloOf(start.bot());
    hello.set_instance(start.process_id());
    hello.set_one_match(!start.several_matches());
    hello.set_version(start.version());
    return Connect(hello, granted_.at(Sha256(start.token())));
  }
  void Report(const std::shared_ptr<FakeRunner>& runner,
              const v1::ProcessReport& report) {
    v1::WorkRequest request;
    *request.mutable_process() = report;
    host_->runners().Take(runner, request);
    executor_.RunAll();
  }
  void Tell(const std::shared_ptr<FakeRunner>& runner, bool draining) {
    v1::WorkRequest request;
    request.mutable_status()->set_draining(draining);
    host_->runners().Take(runner, request);
    executor_.RunAll();
  }
  static v1::ProcessReport End(const v1::StartProcess& start,
                               const std::string& match_id, bool crashed) {
    v1::ProcessReport report;
    report.set_process_id(start.process_id());
    report.set_crashed(crashed);
    report.mutable_report()->set_bot(start.bot());
    report.mutable_report()->set_version(start.version());
    report.mutable_report()->set_match_id(match_id);
    return report;
  }

  std::map<std::string, Caller> granted_;
  std::vector<v1::SeatReport> reports_;
  // Versions whose processes were of no use, with the reason.
  std::vector<std::string> fruitless_;
  absl::Status entered_;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_PROCESSES_RUNNER_FIXTURE_H_
