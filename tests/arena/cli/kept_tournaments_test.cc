// arena tournament list, stop and delete; arena competition list and delete.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>

#include <map>
#include <memory>
#include <vector>

#include "arena/v1/competition_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Keeps competitions. A stopped competition ends at once.
class FakeCompetitions final : public v1::CompetitionService::Service {
 public:
  v1::Competition& Add(const std::string& name, const std::string& tournament,
                       v1::Competition::State state) {
    v1::Competition& competition = kept_.emplace_back();
    competition.mutable_spec()->set_name(name);
    competition.mutable_spec()->set_tournament(tournament);
    competition.mutable_spec()->set_game("ordo");
    competition.set_state(state);
    competition.mutable_create_time()->set_seconds(1'700'000'000);
    return competition;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& kept : kept_) names.push_back(kept.spec().name());
    return names;
  }

 private:
  grpc::Status ListCompetitions(
      grpc::ServerContext*, const v1::ListCompetitionsRequest*,
      v1::ListCompetitionsResponse* response) override {
    for (auto it = kept_.rbegin(); it != kept_.rend(); ++it) {
      *response->add_competitions() = *it;
    }
    return grpc::Status::OK;
  }
  grpc::Status GetCompetition(grpc::ServerContext*,
                              const v1::GetCompetitionRequest* request,
                              v1::GetCompetitionResponse* response) override {
    for (const v1::Competition& kept : kept_) {
      if (kept.spec().name() != request->name()) continue;
      *response->mutable_competition() = kept;
      return grpc::Status::OK;
    }
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "none");
  }
  grpc::Status LeaveCompetition(
      grpc::ServerContext*, const v1::LeaveCompetitionRequest* request,
      v1::LeaveCompetitionResponse* response) override {
    for (const v1::Competition& kept : kept_) {
      if (kept.spec().name() != request->name()) continue;
      *response->mutable_competition() = kept;
    }
    return grpc::Status::OK;
  }
  grpc::Status StopCompetition(grpc::ServerContext*,
                               const v1::StopCompetitionRequest* request,
                               v1::StopCompetitionResponse* response) override {
    for (v1::Competition& kept : kept_) {
      if (kept.spec().name() != request->name()) continue;
      kept.set_state(v1::Competition::STATE_FINISHED);
      kept.set_stopped(true);
      kept.mutable_end_time()->set_seconds(1'700'003'600);
      *response->mutable_competition() = kept;
    }
    return grpc::Status::OK;
  }
  grpc::Status DeleteCompetition(grpc::ServerContext*,
                                 const v1::DeleteCompetitionRequest* request,
                                 v1::DeleteCompetitionResponse*) override {
    const auto removed =
        std::erase_if(kept_, [&](const v1::Competition& kept) {
          return kept.spec().name() == request->name();
        });
    return removed == 1 ? grpc::Status::OK
                        : grpc::Status(grpc::StatusCode::NOT_FOUND, "none");
  }

  std::vector<v1::Competition> kept_;
};

// Each competition has two waiting matches and one that is under way.
class FakeMatches final : public v1::MatchService::Service {
  grpc::Status ListMatches(grpc::ServerContext*,
                           const v1::ListMatchesRequest* request,
                           v1::ListMatchesResponse* response) override {
    if (request->state() == v1::Match::STATE_RUNNING) {
      response->add_matches()->set_match_id("1a");
    } else {
      response->add_matches()->set_match_id("2b");
      response->add_matches()->set_match_id("3c");
    }
    return grpc::Status::OK;
  }
};

class KeptTournamentsTest : public ArenaTest {
 protected:
  KeptTournamentsTest() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + Path("socket"),
                             grpc::InsecureServerCredentials());
    builder.RegisterService(&competitions_);
    builder.RegisterService(&matches_);
    server_ = builder.BuildAndStart();
  }
  void AddCup() {
    competitions_.Add("cup.ordo", "cup", v1::Competition::STATE_RUNNING)
        .mutable_progress()
        ->set_matches_over(7);
    competitions_.Add("cup.octrix", "cup", v1::Competition::STATE_FINISHED)
        .mutable_progress()
        ->set_matches_over(5);
    competitions_.Add("alone", "", v1::Competition::STATE_RUNNING);
  }
  Outcome Ask(const std::string& arguments) const {
    return Arena(arguments + " --address unix:" + Path("socket"));
  }

  FakeCompetitions competitions_;
  FakeMatches matches_;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(KeptTournamentsTest, ListHasALineForEachTournament) {
  AddCup();
  const Outcome outcome = Ask("tournament list");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output,
              AllOf(HasSubstr("cup         running       12"),
                    HasSubstr("2023-11-14T22:13:20Z"),
                    HasSubstr("cup.ordo, cup.octrix")));
  const nlohmann::json json = Ask("tournament list --json").Json();
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["events"].size(), 2u);
}

TEST_F(KeptTournamentsTest, AnEmptyListSaysSo) {
  EXPECT_THAT(Ask("tournament list").output, HasSubstr("no tournaments"));
}

TEST_F(KeptTournamentsTest, StopEndsWhatIsNotOver) {
  AddCup();
  const Outcome outcome = Ask("tournament stop cup");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(outcome.output,
            "event cup.ordo is stopped\nevent cup.octrix is finished\n");
}

TEST_F(KeptTournamentsTest, WhatWasStoppedIsNeverShownAsFinished) {
  AddCup();
  Ask("tournament stop cup");
  EXPECT_THAT(Ask("tournament list").output, HasSubstr("cup         stopped"));
  const nlohmann::json first =
      Ask("competition list --json").Json()["competitions"][0];
  EXPECT_EQ(first["stopped"], true);
  EXPECT_EQ(first["endTime"], "2023-11-14T23:13:20Z");
}

TEST_F(KeptTournamentsTest, DeleteTakesAllEventsAndNothingElse) {
  AddCup();
  Ask("tournament stop cup");
  const Outcome outcome = Ask("tournament delete cup");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(competitions_.names(), ElementsAre("alone"));
}

TEST_F(KeptTournamentsTest, NothingIsDeletedOfATournamentThatIsNotOver) {
  AddCup();
  const Outcome outcome = Ask("tournament delete cup");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("arena tournament stop cup"));
  EXPECT_EQ(competitions_.names().size(), 3u);
}

TEST_F(KeptTournamentsTest, StoppedItNamesTheMatchesThatAreUnderWay) {
  competitions_.Add("cup.ordo", "cup", v1::Competition::STATE_STOPPED)
      .set_stopped(true);
  for (const char* command : {"tournament delete cup",
                              "competition delete cup.ordo"}) {
    const Outcome outcome = Ask(command);
    EXPECT_EQ(outcome.exit_status, 1);
    EXPECT_THAT(outcome.errors, HasSubstr("cup.ordo is stopped, but 1 match is "
                                          "still under way: 1a"));
    EXPECT_EQ(competitions_.names().size(), 1u);
  }
}

TEST_F(KeptTournamentsTest, WhoLeavesALadderHearsWhatIsStillPlayed) {
  v1::Entrant& entrant =
      *competitions_.Add("club", "", v1::Competition::STATE_RUNNING)
           .mutable_spec()
           ->add_entrants();
  entrant.set_name("ver");
  entrant.add_players()->set_bot("ver");
  EXPECT_EQ(Ask("ladder leave club ver").output,
            "ver gets no new matches in club; 3 matches that are planned or "
            "under way are still played\n");
}

TEST_F(KeptTournamentsTest, UnknownTournamentIsNamedWithASuggestion) {
  AddCup();
  const Outcome outcome = Ask("tournament stop cpu");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("no tournament \"cpu\" (did you mean "
                                        "\"cup\"?)"));
}

TEST_F(KeptTournamentsTest, ACompetitionIsDeleted) {
  competitions_.Add("alone", "", v1::Competition::STATE_FINISHED);
  EXPECT_EQ(Ask("competition delete alone").output,
            "competition alone is deleted\n");
  EXPECT_THAT(competitions_.names(), IsEmpty());
  EXPECT_EQ(Ask("competition delete alone").exit_status, 2);
}

}  // namespace
}  // namespace arena::cli
