// Calls of a referee's services by tests, about competitions.
#ifndef TESTS_TESTING_COMPETITION_CLIENT_H_
#define TESTS_TESTING_COMPETITION_CLIENT_H_

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/v1/competition_service.grpc.pb.h"
#include "tests/testing/match_request.h"

namespace arena::testing {

// A competition of two seats. An entrant has the name of its player; players
// are written as for MatchRequest.
inline v1::CompetitionSpec CompetitionOf(
    const std::string& name, const std::string& game, v1::Format format,
    const std::vector<std::string>& players) {
  v1::CompetitionSpec spec;
  spec.set_name(name);
  spec.set_tournament("games");
  spec.set_game(game);
  spec.set_seats(2);
  spec.set_seed(std::string(32, 's'));
  spec.set_format(format);
  spec.set_deals(v1::DEALS_DUPLICATE);
  const v1::CreateMatchRequest match = MatchRequest(game, players);
  for (const v1::SeatSpec& player : match.seats()) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(player.has_bot() ? player.bot() : player.built_in());
    *entrant.add_players() = player;
  }
  return spec;
}

using News = v1::WatchCompetitionResponse;

// If a call fails, the test fails.
class CompetitionClient {
 public:
  using Service = v1::CompetitionService::Stub;
  // Whether a competition has come far enough.
  using Enough = std::function<bool(const News&)>;

  explicit CompetitionClient(const std::string& address)
      : service_(v1::CompetitionService::NewStub(grpc::CreateChannel(
            address, grpc::InsecureChannelCredentials()))) {}

  v1::Competition Create(const v1::CompetitionSpec& spec) {
    v1::CreateCompetitionRequest request;
    *request.mutable_spec() = spec;
    return Ask(&Service::CreateCompetition, request).competition();
  }
  v1::Competition Get(const std::string& name) {
    return Ask(&Service::GetCompetition, Named<v1::GetCompetitionRequest>(name))
        .competition();
  }
  v1::Competition Retry(const std::string& name) {
    return Ask(&Service::RetryCompetition,
               Named<v1::RetryCompetitionRequest>(name))
        .competition();
  }
  void Stop(const std::string& name) {
    Ask(&Service::StopCompetition, Named<v1::StopCompetitionRequest>(name));
  }
  void Enter(const std::string& name, const v1::Entrant& entrant) {
    auto request = Named<v1::EnterCompetitionRequest>(name);
    *request.mutable_entrant() = entrant;
    Ask(&Service::EnterCompetition, request);
  }
  // Follows a competition until `enough` is true, which must be before its end.
  void Watch(const std::string& name, const Enough& enough) {
    EXPECT_TRUE(Follow(name, enough)) << name << " is over";
  }
  void AwaitEnd(const std::string& name) {
    Follow(name, [](const auto&) { return false; });
  }
  // Every match has one result, from its first attempt, without faults.
  void ExpectEachPlayedOnce(const std::string& name) {
    auto request = Named<v1::ListResultsRequest>(name);
    request.set_page_size(1000);
    const v1::ListResultsResponse response =
        Ask(&Service::ListResults, request);
    std::set<std::pair<uint32_t, uint32_t>> places;
    for (const v1::CompetitionMatch& match : response.matches()) {
      EXPECT_TRUE(places.insert({match.set(), match.match()}).second)
          << name << ": " << match.ShortDebugString();
      EXPECT_EQ(match.attempt(), 0u) << match.ShortDebugString();
      EXPECT_EQ(match.result().termination(), v1::TERMINATION_NORMAL)
          << match.ShortDebugString();
      EXPECT_EQ(match.result().faults_size(), 0) << match.ShortDebugString();
    }
    EXPECT_EQ(places.size(), Get(name).progress().matches_total());
  }

 private:
  template <typename Request>
  static Request Named(const std::string& name) {
    Request request;
    request.set_name(name);
    return request;
  }
  template <typename Request, typename Response>
  Response Ask(grpc::Status (Service::*call)(grpc::ClientContext*,
                                             const Request&, Response*),
               const Request& request) {
    grpc::ClientContext context;
    Response response;
    Expect((*service_.*call)(&context, request, &response));
    return response;
  }
  // True when `enough` is true, false at the end.
  bool Follow(const std::string& name, const Enough& enough) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() +
                         std::chrono::minutes(2));
    const auto reader = service_->WatchCompetition(
        &context, Named<v1::WatchCompetitionRequest>(name));
    News news;
    while (reader->Read(&news)) {
      if (!enough(news)) continue;
      context.TryCancel();
      reader->Finish();
      return true;
    }
    Expect(reader->Finish());
    return false;
  }
  static void Expect(const grpc::Status& status) {
    EXPECT_TRUE(status.ok()) << status.error_message();
  }

  const std::unique_ptr<Service> service_;
};

}  // namespace arena::testing

#endif  // TESTS_TESTING_COMPETITION_CLIENT_H_
