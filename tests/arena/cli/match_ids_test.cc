// Match ids that are typed in part, and lists and watches of matches.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "arena/v1/match_service.grpc.pb.h"
#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class MatchesById final : public v1::MatchService::Service {
 public:
  v1::Match& Add(const std::string& id) {
    v1::Match& match = kept_.emplace_back();
    match.set_match_id(id);
    match.set_game("ordo");
    match.set_state(v1::Match::STATE_PENDING);
    match.mutable_create_time()->set_seconds(1'700'000'000);
    return match;
  }
  const v1::ListMatchesRequest& last_list() const { return last_list_; }

 private:
  const v1::Match* Find(const std::string& id) const {
    for (const v1::Match& match : kept_) {
      if (match.match_id() == id) return &match;
    }
    return nullptr;
  }
  grpc::Status GetMatch(grpc::ServerContext*,
                        const v1::GetMatchRequest* request,
                        v1::GetMatchResponse* response) override {
    const v1::Match* const match = Find(request->match_id());
    if (match == nullptr) return {grpc::StatusCode::NOT_FOUND, "none"};
    *response->mutable_match() = *match;
    return grpc::Status::OK;
  }
  grpc::Status CancelMatch(grpc::ServerContext*,
                           const v1::CancelMatchRequest* request,
                           v1::CancelMatchResponse* response) override {
    response->mutable_match()->set_match_id(request->match_id());
    return grpc::Status::OK;
  }
  // Each page holds one match.
  grpc::Status ListMatches(grpc::ServerContext*,
                           const v1::ListMatchesRequest* request,
                           v1::ListMatchesResponse* response) override {
    last_list_ = *request;
    const size_t at =
        request->page_token().empty() ? 0 : std::stoul(request->page_token());
    if (at < kept_.size()) *response->add_matches() = kept_[at];
    if (at + 1 < kept_.size()) {
      response->set_next_page_token(std::to_string(at + 1));
    }
    return grpc::Status::OK;
  }
  grpc::Status WatchMatch(
      grpc::ServerContext*, const v1::WatchMatchRequest* request,
      grpc::ServerWriter<v1::WatchMatchResponse>* writer) override {
    const v1::Match* const match = Find(request->match_id());
    if (match == nullptr) return {grpc::StatusCode::NOT_FOUND, "none"};
    v1::WatchMatchResponse news;
    *news.mutable_match() = *match;
    news.mutable_match()->clear_waits_for();
    writer->Write(news);
    return grpc::Status::OK;
  }

  std::vector<v1::Match> kept_;
  v1::ListMatchesRequest last_list_;
};

class MatchIdsTest : public ArenaTest {
 protected:
  MatchIdsTest() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + Path("socket"),
                             grpc::InsecureServerCredentials());
    builder.RegisterService(&matches_);
    server_ = builder.BuildAndStart();
  }
  Outcome Ask(const std::string& arguments) const {
    return Arena(arguments + " --address unix:" + Path("socket"));
  }

  MatchesById matches_;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(MatchIdsTest, TheOnlyBeginningStandsForTheMatch) {
  matches_.Add("aaaa1111");
  matches_.Add("aaaa2222");
  const Outcome outcome = Ask("match show aaaa2");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("match   aaaa2222"));
  EXPECT_THAT(Ask("match cancel aaaa1").output, HasSubstr("aaaa1111"));
}

TEST_F(MatchIdsTest, AWholeIdIsItselfAlsoIfOthersBeginSo) {
  matches_.Add("aaaa1111");
  matches_.Add("aaaa");
  EXPECT_THAT(Ask("match show aaaa").output, HasSubstr("match   aaaa\n"));
}

TEST_F(MatchIdsTest, BeginningOfSeveralListsThem) {
  matches_.Add("aaaa1111");
  matches_.Add("aaaa2222");
  const Outcome outcome = Ask("match cancel aaaa");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors,
              AllOf(HasSubstr("aaaa1111 ordo 2023-11-14T22:13:20Z"),
                    HasSubstr("aaaa2222"), Not(HasSubstr("..."))));
}

TEST_F(MatchIdsTest, EndlessCandidatesAreNotAllListed) {
  for (int i = 0; i < 20; ++i) matches_.Add("aaaa" + std::to_string(100 + i));
  EXPECT_THAT(Ask("match show aaaa").errors,
              AllOf(HasSubstr("aaaa100"), HasSubstr("..."),
                    Not(HasSubstr("aaaa119"))));
}

TEST_F(MatchIdsTest, ShortAndUnknownBeginningsAreRefused) {
  matches_.Add("aaaa1111");
  EXPECT_THAT(Ask("match show aaa").errors, HasSubstr("first 4 characters"));
  const Outcome outcome = Ask("match show bbbb");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("\"bbbb\""));
}

TEST_F(MatchIdsTest, RecordsAreFoundByTheBeginningToo) {
  EXPECT_THAT(Ask("replay bbbb").errors,
              HasSubstr("bbbb: no match has the id"));
}

TEST_F(MatchIdsTest, AMatchThatIsNotOverHasNoRecordYet) {
  matches_.Add("aaaa1111").set_state(v1::Match::STATE_RUNNING);
  matches_.Add("bbbb1111");
  for (const char* command : {"replay aaaa", "export aaaa"}) {
    const Outcome outcome = Ask(command);
    EXPECT_EQ(outcome.exit_status, 1) << command;
    EXPECT_THAT(outcome.errors, HasSubstr("aaaa1111 is still running"));
  }
  EXPECT_THAT(Ask("verify aaaa").output,
              HasSubstr("not verified: the match aaaa1111 is still running"));
  EXPECT_THAT(Ask("replay bbbb").errors, HasSubstr("has not begun"));
}

TEST_F(MatchIdsTest, TheVariableIsForIdsThatAreNoFiles) {
  matches_.Add("aaaa1111").set_state(v1::Match::STATE_RUNNING);
  Write("bbbb", "no record");
  setenv("ARENA_ADDRESS", ("unix:" + Path("socket")).c_str(), 1);
  const Outcome id = Arena("replay aaaa");
  const Outcome file = Arena("replay bbbb");
  const Outcome missing = Arena("verify a.record");
  unsetenv("ARENA_ADDRESS");
  EXPECT_THAT(id.errors, HasSubstr("aaaa1111 is still running"));
  EXPECT_THAT(file.errors, HasSubstr("arena play --record"));
  EXPECT_THAT(missing.output, HasSubstr("a.record: not verified: "));
  EXPECT_THAT(Arena("replay aaa").errors,
              HasSubstr("name its referee with --address or ARENA_ADDRESS"));
}

TEST_F(MatchIdsTest, ACancelledMatchSaysSoOnce) {
  v1::Match& match = matches_.Add("aaaa1111");
  match.mutable_result()->set_termination(v1::TERMINATION_CANCELLED);
  match.mutable_result()->set_reason("cancelled");
  match.set_label("club.ordo");
  match.mutable_competition()->set_competition("club.ordo");
  EXPECT_THAT(Ask("match show aaaa").output,
              AllOf(HasSubstr("end     cancelled\n"), HasSubstr("of      club"),
                    Not(HasSubstr("label"))));
}

TEST_F(MatchIdsTest, ListShowsTimes) {
  matches_.Add("aaaa1111").mutable_end_time()->set_seconds(1'700'003'600);
  EXPECT_THAT(Ask("match list").output,
              AllOf(HasSubstr("2023-11-14T22:13:20Z"),
                    HasSubstr("2023-11-14T23:13:20Z")));
}

TEST_F(MatchIdsTest, ListPassesEveryFilterOn) {
  Ask("match list --player ada --competition cup --fault late "
      "--since 2026-01-31 --until 2026-02-01T18:00:00Z");
  const v1::ListMatchesRequest& asked = matches_.last_list();
  EXPECT_EQ(asked.player(), "ada");
  EXPECT_EQ(asked.competition(), "cup");
  EXPECT_EQ(asked.fault(), v1::FAULT_KIND_LATE);
  EXPECT_EQ(asked.created_from().seconds(), 1769817600);
  EXPECT_EQ(asked.created_before().seconds(), 1769968800);
}

TEST_F(MatchIdsTest, FaultsHaveTheNamesThatResultsShow) {
  for (const char* name : {"not-ready", "not_ready"}) {
    Ask(std::string("match list --fault ") + name);
    EXPECT_EQ(matches_.last_list().fault(), v1::FAULT_KIND_NOT_READY) << name;
  }
  const Outcome outcome = Ask("match list --fault crash");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("(did you mean \"crashed\"?)"));
}

TEST_F(MatchIdsTest, AnEmptyListNamesWhatDoesNotExist) {
  const Outcome outcome = Ask("match list --game odro");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("did you mean \"ordo\"?"));
  EXPECT_THAT(Ask("match list --player greddy").output,
              HasSubstr("\"greddy\" (did you mean \"greedy\"?)"));
}

TEST_F(MatchIdsTest, AnAddressThatIsNoneIsRefused) {
  for (const char* address : {"foo", "http://127.0.0.1:5757", "unix:", ":1",
                              "localhost:", "localhost:http", "a:70000"}) {
    const Outcome outcome =
        Arena(std::string("match list --address ") + address);
    EXPECT_EQ(outcome.exit_status, 2) << address;
    EXPECT_THAT(outcome.errors,
                AllOf(HasSubstr(std::string("--address is \"") + address),
                      HasSubstr("expected host:port"),
                      Not(HasSubstr("serve"))));
  }
}

TEST_F(MatchIdsTest, EmptyListSaysSo) {
  EXPECT_THAT(Ask("match list").output, HasSubstr("No matches"));
  EXPECT_EQ(Ask("match list --json").output, "{}\n");
}

TEST_F(MatchIdsTest, WatchSaysWhatAPendingMatchWaitsFor) {
  matches_.Add("aaaa1111").set_waits_for("ada is not connected");
  EXPECT_THAT(Ask("match watch aaaa").output,
              HasSubstr("waits   ada is not connected"));
  matches_.Add("bbbb1111");
  EXPECT_THAT(Ask("match watch bbbb").output, HasSubstr("waits   room"));
}

}  // namespace
}  // namespace arena::cli
