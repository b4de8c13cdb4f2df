// The files that arena ladder watch writes while the ladder goes on.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <memory>

#include "arena/v1/competition_service.grpc.pb.h"
#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;

// Notices every file that gets its name in one step.
class RenameWatch {
 public:
  explicit RenameWatch(const std::string& folder)
      : descriptor_(inotify_init1(IN_CLOEXEC)) {
    EXPECT_GE(inotify_add_watch(descriptor_, folder.c_str(), IN_MOVED_TO), 0);
  }
  ~RenameWatch() { close(descriptor_); }
  // Waits for such files; returns false if none comes for a long time.
  bool Wait() {
    constexpr int kTimeoutMs = 60'000;
    pollfd ready = {.fd = descriptor_, .events = POLLIN, .revents = 0};
    if (poll(&ready, 1, kTimeoutMs) != 1) return false;
    char events[4096];
    return read(descriptor_, events, sizeof events) > 0;
  }

 private:
  const int descriptor_;
};

// A ladder that ends when its first result has been written to a file.
class FakeLadder final : public v1::CompetitionService::Service {
 public:
  explicit FakeLadder(const std::string& folder) : renames_(folder) {
    v1::CompetitionSpec& spec = *ladder_.mutable_spec();
    spec.set_name("club.ordo");
    spec.set_game("ordo");
    spec.set_seats(2);
    spec.set_format(v1::FORMAT_LADDER);
    for (const char* name : {"random", "first"}) {
      v1::Entrant& entrant = *spec.add_entrants();
      entrant.set_name(name);
      entrant.add_players()->set_built_in(name);
    }
    ladder_.set_state(v1::Competition::STATE_RUNNING);
    result_.add_entrants(0);
    result_.add_entrants(1);
    result_.set_match_id("m");
    v1::MatchResult& result = *result_.mutable_result();
    result.set_termination(v1::TERMINATION_NORMAL);
    for (const int rank : {1, 2}) {
      result.add_ranks(rank);
      result.add_returns(2 - rank);
    }
  }
  bool was_written() const { return was_written_; }

 private:
  grpc::Status GetCompetition(grpc::ServerContext*,
                              const v1::GetCompetitionRequest*,
                              v1::GetCompetitionResponse* response) override {
    *response->mutable_competition() = ladder_;
    return grpc::Status::OK;
  }
  grpc::Status ListResults(grpc::ServerContext*,
                           const v1::ListResultsRequest* request,
                           v1::ListResultsResponse* response) override {
    if (request->page_token().empty()) *response->add_matches() = result_;
    response->set_cursor("1");
    return grpc::Status::OK;
  }
  grpc::Status WatchCompetition(
      grpc::ServerContext*, const v1::WatchCompetitionRequest*,
      grpc::ServerWriter<v1::WatchCompetitionResponse>* writer) override {
    v1::WatchCompetitionResponse news;
    news.set_state(v1::Competition::STATE_RUNNING);
    news.set_cursor("1");
    *news.add_matches() = result_;
    writer->Write(news);
    was_written_ = renames_.Wait();
    ladder_.set_state(v1::Competition::STATE_FINISHED);
    news.clear_matches();
    news.set_state(v1::Competition::STATE_FINISHED);
    writer->Write(news);
    return grpc::Status::OK;
  }

  RenameWatch renames_;
  v1::Competition ladder_;
  v1::CompetitionMatch result_;
  bool was_written_ = false;
};

TEST_F(ArenaTest, WatchingALadderWritesItsFilesWhileItRuns) {
  FakeLadder ladder(Path(""));
  grpc::ServerBuilder builder;
  builder.AddListeningPort("unix:" + Path("socket"),
                           grpc::InsecureServerCredentials());
  builder.RegisterService(&ladder);
  const auto server = builder.BuildAndStart();
  const Outcome outcome =
      Arena("ladder watch club.ordo --html a.html --csv a.csv "
            "--json-file a.json --address unix:" + Path("socket"));
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_TRUE(ladder.was_written());
  EXPECT_THAT(Read("a.html"), HasSubstr("club.ordo"));
  EXPECT_THAT(Read("a.csv"), HasSubstr("random"));
  EXPECT_TRUE(nlohmann::json::accept(Read("a.json")));
}

}  // namespace
}  // namespace arena::cli
