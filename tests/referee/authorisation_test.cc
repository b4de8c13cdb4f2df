// Every method of every service, called by every role: who may and who may not.
#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <grpcpp/generic/generic_stub.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/v1/competition_service.grpc.pb.h"
#include "arena/v1/runner_service.grpc.pb.h"
#include "referee/access.h"
#include "tests/referee/access_fixture.h"

namespace arena::referee {
namespace {

using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::MethodDescriptor;
using ::google::protobuf::ServiceDescriptor;
using ::grpc::StatusCode;
using ::testing::IsEmpty;

// What is expected, said a second time: the table of the referee must agree.
struct Expectation {
  // R: admin, A: author, B: bot, S: spectator, X: runner, -: without a token.
  std::string roles;
  // How a call with an empty request ends for each of these.
  StatusCode answer;
};

const std::map<std::string, Expectation>& Expected() {
  static const auto& expected = *new std::map<std::string, Expectation>{
      {"BotService.ActivateVersion", {"RA", StatusCode::NOT_FOUND}},
      {"BotService.CreateToken", {"RA", StatusCode::INVALID_ARGUMENT}},
      {"BotService.GetBot", {"RABS", StatusCode::NOT_FOUND}},
      {"BotService.GetVersion", {"RA", StatusCode::NOT_FOUND}},
      {"BotService.ListBots", {"RABS", StatusCode::OK}},
      {"BotService.ListSeatReports", {"RA", StatusCode::NOT_FOUND}},
      {"BotService.ListSessions", {"RABS", StatusCode::OK}},
      {"BotService.ListTokens", {"RA", StatusCode::OK}},
      {"BotService.ListVersions", {"RA", StatusCode::NOT_FOUND}},
      {"BotService.RegisterBot", {"RA", StatusCode::INVALID_ARGUMENT}},
      {"BotService.ReportCrash", {"RB", StatusCode::INVALID_ARGUMENT}},
      {"BotService.RetireVersion", {"RA", StatusCode::NOT_FOUND}},
      {"BotService.RevokeToken", {"RA", StatusCode::NOT_FOUND}},
      {"BotService.SetBotStatus", {"RA", StatusCode::INVALID_ARGUMENT}},
      {"BotService.SubmitVersion", {"RA", StatusCode::INVALID_ARGUMENT}},
      {"BotService.UpdateBot", {"RA", StatusCode::NOT_FOUND}},
      {"CatalogueService.ListGames", {"RABSX-", StatusCode::OK}},
      {"CompetitionService.CreateCompetition",
       {"R", StatusCode::INVALID_ARGUMENT}},
      {"CompetitionService.EnterCompetition", {"RA", StatusCode::NOT_FOUND}},
      {"CompetitionService.GetCompetition", {"RABS", StatusCode::NOT_FOUND}},
      {"CompetitionService.GetStandings", {"RABS", StatusCode::NOT_FOUND}},
      {"CompetitionService.LeaveCompetition", {"RA", StatusCode::NOT_FOUND}},
      {"CompetitionService.ListCompetitions", {"RABS", StatusCode::OK}},
      {"CompetitionService.ListResults", {"RABS", StatusCode::NOT_FOUND}},
      {"CompetitionService.RetryCompetition", {"R", StatusCode::NOT_FOUND}},
      {"CompetitionService.DeleteCompetition", {"R", StatusCode::NOT_FOUND}},
      {"CompetitionService.StopCompetition", {"R", StatusCode::NOT_FOUND}},
      {"CompetitionService.WatchCompetition", {"RABS", StatusCode::NOT_FOUND}},
      {"MatchService.CancelMatch", {"RA", StatusCode::NOT_FOUND}},
      {"MatchService.RetryMatch", {"R", StatusCode::NOT_FOUND}},
      {"MatchService.VoidMatch", {"R", StatusCode::NOT_FOUND}},
      {"MatchService.CreateMatch", {"RA", StatusCode::INVALID_ARGUMENT}},
      {"MatchService.GetMatch", {"RABS", StatusCode::NOT_FOUND}},
      {"MatchService.ListMatches", {"RABS", StatusCode::OK}},
      {"MatchService.WatchMatch", {"RABS", StatusCode::NOT_FOUND}},
      {"PlayService.Submit", {"RB", StatusCode::NOT_FOUND}},
      {"PlayService.Play", {"RB", StatusCode::INVALID_ARGUMENT}},
      {"PlayService.Receive", {"RB", StatusCode::INVALID_ARGUMENT}},
      {"ReplayService.GetRecord", {"RABS", StatusCode::NOT_FOUND}},
      {"ReplayService.ReplayMatch", {"RABS", StatusCode::NOT_FOUND}},
      {"ReplayService.ListNotes", {"RA", StatusCode::NOT_FOUND}},
      {"ReplayService.VerifyRecord", {"RABS", StatusCode::NOT_FOUND}},
      {"RunnerService.ListRunners", {"R", StatusCode::OK}},
      {"RunnerService.ReadArchive", {"RX", StatusCode::NOT_FOUND}},
      {"RunnerService.Work", {"RX", StatusCode::INVALID_ARGUMENT}},
      {"RunnerService.WriteBuild", {"RX", StatusCode::INVALID_ARGUMENT}},
  };
  return expected;
}

std::string NameOf(const MethodDescriptor& method) {
  return method.service()->name() + "." + method.name();
}

// The methods of all services of the schema.
std::vector<const MethodDescriptor*> Methods() {
  // Links a file of which nothing else here uses anything.
  v1::GetCompetitionRequest::descriptor();
  v1::WorkRequest::descriptor();
  const DescriptorPool& pool = *DescriptorPool::generated_pool();
  std::vector<const MethodDescriptor*> methods;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::string(SOURCE_DIR) + "/proto/arena/v1")) {
    const std::string name = entry.path().filename();
    if (!name.ends_with("_service.proto")) continue;
    const FileDescriptor* file = pool.FindFileByName("arena/v1/" + name);
    if (file == nullptr) {
      ADD_FAILURE() << name << " is not linked: name a message of it above";
      continue;
    }
    for (int s = 0; s < file->service_count(); ++s) {
      const ServiceDescriptor& service = *file->service(s);
      for (int m = 0; m < service.method_count(); ++m) {
        methods.push_back(service.method(m));
      }
    }
  }
  return methods;
}

std::vector<std::string> MethodNames() {
  std::vector<std::string> names;
  for (const MethodDescriptor* method : Methods()) {
    names.push_back(NameOf(*method));
  }
  return names;
}

TEST(AuthorisationTableTest, HasExactlyTheMethodsOfTheSchema) {
  std::vector<std::string> listed;
  for (const Permission& permission : Permissions()) {
    listed.emplace_back(permission.method);
  }
  EXPECT_THAT(listed, ::testing::UnorderedElementsAreArray(MethodNames()));
}

class AuthorisationTest : public AccessControlTest {
 protected:
  // Calls the method with an empty request, and returns how the call ended.
  StatusCode CallAs(const std::string& who, const MethodDescriptor& method) {
    grpc::TemplatedGenericStub<grpc::ByteBuffer, grpc::ByteBuffer> stub(
        channel_);
    const auto context = As(who);
    grpc::CompletionQueue queue;
    const auto call = stub.PrepareCall(
        context.get(),
        "/" + method.service()->full_name() + "/" + method.name(), &queue);
    call->StartCall(this);
    Await(queue);
    const grpc::ByteBuffer empty(nullptr, 0);
    call->WriteLast(empty, grpc::WriteOptions(), this);
    Await(queue);
    grpc::ByteBuffer response;
    do {
      call->Read(&response, this);
    } while (Await(queue));
    grpc::Status status;
    call->Finish(&status, this);
    Await(queue);
    queue.Shutdown();
    return status.error_code();
  }
  // How a method answers whom it does not admit.
  static StatusCode RefusalOf(const std::string& who) {
    return who.empty() ? StatusCode::UNAUTHENTICATED
                       : StatusCode::PERMISSION_DENIED;
  }

 private:
  static bool Await(grpc::CompletionQueue& queue) {
    void* tag = nullptr;
    bool ok = false;
    return queue.Next(&tag, &ok) && ok;
  }
};

TEST_F(AuthorisationTest, EveryMethodIsOpenToItsRolesAndToNobodyElse) {
  StartWithTokens();
  ASSERT_TRUE(CreateToken("root", v1::ROLE_RUNNER, "rob").ok());
  const std::vector<std::pair<char, std::string>> callers = {
      {'R', "root"}, {'A', "ada"}, {'B', "a"},
      {'S', "eve"},  {'X', "rob"}, {'-', ""}};
  std::vector<std::string> wrong;
  ASSERT_EQ(Methods().size(), Expected().size());
  for (const MethodDescriptor* method : Methods()) {
    const std::string name = NameOf(*method);
    const auto expected = Expected().find(name);
    if (expected == Expected().end()) {
      wrong.push_back(name + " is not in this test's table");
      continue;
    }
    const auto& [roles, answer] = expected->second;
    for (const auto& [letter, who] : callers) {
      const bool may = roles.find(letter) != std::string::npos;
      const StatusCode wanted = may ? answer : RefusalOf(who);
      const StatusCode found = CallAs(who, *method);
      if (found == wanted) continue;
      wrong.push_back(absl::StrCat(name, " answers ", found, " to ",
                                   std::string(1, letter), ", expected ",
                                   wanted));
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

}  // namespace
}  // namespace arena::referee
