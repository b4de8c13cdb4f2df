// Every method of every service, called by every role: who may and who may not.
#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <grpcpp/generic/generic_stub.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "arena/v1/competition_service.grpc.pb.h"
#include "referee/access.h"
#include "tests/referee/access_fixture.h"

namespace arena::referee {
namespace {

using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::MethodDescriptor;
using ::google::protobuf::ServiceDescriptor;
using ::testing::IsEmpty;

// What is expected, said a second time: the table of the referee must agree.
// A: author, B: bot, S: spectator, -: without a token; an admin may everything.
const std::map<std::string, std::string>& Expected() {
  static const auto& expected = *new std::map<std::string, std::string>{
      {"BotService.CreateToken", "A"},
      {"BotService.GetBot", "ABS"},
      {"BotService.ListBots", "ABS"},
      {"BotService.ListTokens", "A"},
      {"BotService.RegisterBot", "A"},
      {"BotService.RevokeToken", "A"},
      {"BotService.SetBotStatus", "A"},
      {"CatalogueService.ListGames", "ABS-"},
      {"CompetitionService.CreateCompetition", ""},
      {"CompetitionService.EnterCompetition", "A"},
      {"CompetitionService.GetCompetition", "ABS"},
      {"CompetitionService.ListCompetitions", "ABS"},
      {"CompetitionService.ListResults", "ABS"},
      {"CompetitionService.StopCompetition", ""},
      {"CompetitionService.WatchCompetition", "ABS"},
      {"MatchService.CancelMatch", "A"},
      {"MatchService.CreateMatch", "A"},
      {"MatchService.GetMatch", "ABS"},
      {"MatchService.ListMatches", "ABS"},
      {"MatchService.WatchMatch", "ABS"},
      {"PlayService.Act", "B"},
      {"PlayService.Play", "B"},
      {"PlayService.Watch", "B"},
      {"ReplayService.GetRecord", "ABS"},
      {"ReplayService.ReplayMatch", "ABS"},
      {"ReplayService.VerifyRecord", "ABS"},
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
  grpc::StatusCode CallAs(const std::string& who,
                          const MethodDescriptor& method) {
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
  // Whether the method is refused, with the right code.
  bool IsRefused(const std::string& who, const MethodDescriptor& method) {
    const grpc::StatusCode code = CallAs(who, method);
    return code == (who.empty() ? grpc::StatusCode::UNAUTHENTICATED
                                : grpc::StatusCode::PERMISSION_DENIED);
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
  const std::vector<std::pair<char, std::string>> callers = {
      {'A', "ada"}, {'B', "a"}, {'S', "eve"}, {'-', ""}};
  std::vector<std::string> wrong;
  for (const MethodDescriptor* method : Methods()) {
    const std::string name = NameOf(*method);
    const auto expected = Expected().find(name);
    if (expected == Expected().end()) {
      wrong.push_back(name + " is not in this test's table");
      continue;
    }
    // A service that the referee does not offer lets nobody in.
    if (CallAs("root", *method) == grpc::StatusCode::UNIMPLEMENTED) continue;
    if (IsRefused("root", *method)) wrong.push_back(name + " refuses admins");
    for (const auto& [letter, who] : callers) {
      const bool may = expected->second.find(letter) != std::string::npos;
      if (IsRefused(who, *method) == may) {
        wrong.push_back(name + (may ? " refuses " : " admits ") + letter);
      }
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

}  // namespace
}  // namespace arena::referee
