// Reports of runners to a referee about builds and processes, true or false.
#include <google/protobuf/stubs/logging.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/submissions/version_pipeline.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"
#include "tests/referee/processes/runner_fixture.h"

namespace arena::fuzz {
namespace {

// The next deed, by the order of the numbers in the input.
enum class Deed {
  kEnter,
  kSay,
  kReportProcess,
  kReportBuild,
  kLeave,
  kWait,
  kCreate,
  kPlay,
  kSubmit,
};
constexpr int kDeeds = 9;
constexpr int kMostDeeds = 30;

constexpr char kSubmitted[] = "w";

template <typename Message>
Message Parsed(Input& input) {
  Message message;
  message.ParseFromString(std::string(input.Piece()));
  return message;
}

// The fixture of the tests of runners, outside of a test.
class Referee final : referee::RunnersTest {
 public:
  Referee() {
    keeper_ = std::make_unique<referee::VersionPipeline>(
        *store_executor_, executor_, host_->runners(), *requests_,
        referee::VersionPipelineOptions());
    keeper_->Begin();
    v1::Bot bot;
    bot.set_name(kSubmitted);
    bot.set_author("ada");
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    const absl::Status inserted = store_->bots().Insert(bot, absl::UnixEpoch());
    ARENA_CHECK(inserted.ok(), inserted.ToString());
  }
  ~Referee() override {
    StopHost();
    keeper_.reset();
  }

  void Run(Input& input) {
    for (int i = 0; i < kMostDeeds && !input.empty(); ++i) {
      Do(static_cast<Deed>(input.Below(kDeeds)), input);
      for (const v1::SeatReport& report : std::exchange(reports_, {})) {
        keeper_->OnSeatReport(report);
      }
      executor_.RunAll();
      ARENA_CHECK(failure_.ok(), failure_.ToString());
      CheckRoom();
    }
    CheckStore();
  }

 private:
  using Runner = std::shared_ptr<referee::FakeRunner>;

  void TestBody() override {}

  void Do(Deed deed, Input& input) {
    switch (deed) {
      case Deed::kEnter: {
        auto hello = Parsed<v1::RunnerHello>(input);
        const Runner runner = Dial(hello);
        if (!entered_.ok()) return;
        adopted_ += hello.processes_size();
        runners_.push_back(runner);
        return;
      }
      case Deed::kSay:
        return Say(OneOf(runners_, input), Parsed<v1::WorkRequest>(input));
      case Deed::kReportProcess: {
        const Runner runner = OneOf(runners_, input);
        v1::WorkRequest request;
        auto& report = *request.mutable_process();
        report = Parsed<v1::ProcessReport>(input);
        report.set_process_id(OneOf(runner->Starts(), input).process_id());
        return Say(runner, std::move(request));
      }
      case Deed::kReportBuild: {
        const Runner runner = OneOf(runners_, input);
        v1::WorkRequest request;
        auto& report = *request.mutable_build();
        report = Parsed<v1::BuildReport>(input);
        const v1::BuildTask task = OneOf(Builds(*runner), input);
        report.set_task_id(task.task_id());
        // The referee keeps a report only with this digest.
        if (input.Below(2) == 0) report.set_build_sha256(task.archive_sha256());
        return Say(runner, std::move(request));
      }
      case Deed::kLeave:
        return HangUp(OneOf(runners_, input));
      case Deed::kWait:
        return executor_.Advance(absl::Seconds(input.Below(60)));
      case Deed::kCreate:
        (void)TryCreate(
            Request({"bot:x", input.Below(2) == 0 ? "bot:y" : "random"},
                    static_cast<uint8_t>(input.Below(256))));
        return;
      case Deed::kPlay: {
        const auto start = OneOf(OneOf(runners_, input)->Starts(), input);
        if (!start.process_id().empty()) Hello(start);
        for (int i = input.Below(8); i > 0; --i) HostTest::Step();
        return;
      }
      case Deed::kSubmit:
        return Submit();
    }
  }

  // Returns a new runner if there is none.
  static Runner OneOf(const std::vector<Runner>& runners, Input& input) {
    if (runners.empty()) return std::make_shared<referee::FakeRunner>();
    return runners[input.Below(256) % runners.size()];
  }
  template <typename T>
  static T OneOf(const std::vector<T>& all, Input& input) {
    return all.empty() ? T() : all[input.Below(256) % all.size()];
  }
  static std::vector<v1::BuildTask> Builds(const referee::FakeRunner& runner) {
    std::vector<v1::BuildTask> builds;
    for (const v1::WorkResponse& response : runner.received()) {
      if (response.has_build()) builds.push_back(response.build());
    }
    return builds;
  }

  void Say(const Runner& runner, v1::WorkRequest request) {
    host_->runners().Take(runner, std::move(request));
    executor_.RunAll();
  }
  void Submit() {
    const std::string version = absl::StrCat(++versions_);
    const std::string sha256 = Sha256(version);
    const auto archived = store_->archives().Put(sha256, version);
    ARENA_CHECK(archived.ok(), archived.ToString());
    referee::VersionRow row;
    row.message.set_bot(kSubmitted);
    row.message.set_version(version);
    row.message.set_archive_sha256(sha256);
    row.message.set_runtime("python");
    row.message.add_plays()->set_game("octrix");
    const auto inserted =
        store_->versions().Insert(row, {.uploader = "", .sha256 = sha256}, 0);
    // Too many versions are under way.
    if (!inserted.ok()) --versions_;
    keeper_->Look();
  }

  // Checks that no runner was told to start more than it has room for.
  void CheckRoom() {
    host_->runners().List([this](const auto& list) {
      ARENA_CHECK(list.ok());
      for (const v1::Runner& runner : list->runners()) {
        const int64_t most =
            int64_t{2} * runner.hello().max_playing() + adopted_;
        ARENA_CHECK(runner.processes() <= most, runner.processes());
        ARENA_CHECK(runner.playing() <= runner.processes(), runner.playing());
      }
    });
    executor_.RunAll();
  }
  // Checks that everything kept is found.
  void CheckStore() {
    executor_.Advance(absl::Seconds(10));
    for (int version = 1; version <= versions_; ++version) {
      const auto row =
          store_->versions().Find(kSubmitted, absl::StrCat(version));
      ARENA_CHECK(row.ok(), row.status().ToString());
    }
    for (const std::string bot : {"x", "y", kSubmitted}) {
      const auto page =
          store_->seat_reports().List({.bot = bot}, /*limit=*/100,
                                      /*most_bytes=*/1 << 20, /*before=*/0);
      ARENA_CHECK(page.ok(), page.status().ToString());
    }
  }

  std::unique_ptr<referee::VersionPipeline> keeper_;
  std::vector<Runner> runners_;
  int adopted_ = 0;
  int versions_ = 0;
};

}  // namespace

void FuzzReports(absl::string_view bytes) {
  const google::protobuf::LogSilencer quiet;
  Input input(bytes);
  Referee().Run(input);
}

}  // namespace arena::fuzz
