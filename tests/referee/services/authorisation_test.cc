// Every role calls every method of every service, by gRPC and by plain HTTP.
#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <grpcpp/generic/generic_stub.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/secrets.h"
#include "arena/v1/competition_service.grpc.pb.h"
#include "arena/v1/runner_service.grpc.pb.h"
#include "referee/access/access.h"
#include "referee/http/connect_error.h"
#include "referee/http/message_codec.h"
#include "tests/referee/services/access_fixture.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/http/http_client.h"

namespace arena::referee {
namespace {

using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::MethodDescriptor;
using ::google::protobuf::ServiceDescriptor;
using ::grpc::StatusCode;
using ::testing::IsEmpty;

// The expected answers. The table of the referee must agree with this table.
struct Expectation {
  // The roles that may call the method. R: admin, A: author, B: bot, S:
  // spectator, X: runner, -: no token, P: no token where the public may watch.
  std::string roles;
  // The answer to an empty request from each of these roles.
  StatusCode answer;
};

const std::map<std::string, Expectation>& Expected() {
  static const auto& expected = *new std::map<std::string, Expectation>{
      {"BotService.ActivateVersion", {"RA", StatusCode::NOT_FOUND}},
      {"BotService.CreateToken", {"RA", StatusCode::INVALID_ARGUMENT}},
      {"BotService.GetBot", {"RABSP", StatusCode::NOT_FOUND}},
      {"BotService.GetVersion", {"RA", StatusCode::NOT_FOUND}},
      {"BotService.ListBots", {"RABSP", StatusCode::OK}},
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
      {"CatalogueService.ListGames", {"RABSXP-", StatusCode::OK}},
      {"CompetitionService.ChangeCompetition", {"R", StatusCode::NOT_FOUND}},
      {"CompetitionService.CreateCompetition",
       {"R", StatusCode::INVALID_ARGUMENT}},
      {"CompetitionService.EnterCompetition", {"RA", StatusCode::NOT_FOUND}},
      {"CompetitionService.GetCompetition", {"RABSP", StatusCode::NOT_FOUND}},
      {"CompetitionService.GetStandings", {"RABSP", StatusCode::NOT_FOUND}},
      {"CompetitionService.LeaveCompetition", {"RA", StatusCode::NOT_FOUND}},
      {"CompetitionService.ListCompetitions", {"RABSP", StatusCode::OK}},
      {"CompetitionService.ListResults", {"RABSP", StatusCode::NOT_FOUND}},
      {"CompetitionService.RetryCompetition", {"R", StatusCode::NOT_FOUND}},
      {"CompetitionService.DeleteCompetition", {"R", StatusCode::NOT_FOUND}},
      {"CompetitionService.StopCompetition", {"R", StatusCode::NOT_FOUND}},
      {"CompetitionService.WatchCompetition", {"RABSP", StatusCode::NOT_FOUND}},
      {"MatchService.CancelMatch", {"RA", StatusCode::NOT_FOUND}},
      {"MatchService.RetryMatch", {"R", StatusCode::NOT_FOUND}},
      {"MatchService.VoidMatch", {"R", StatusCode::NOT_FOUND}},
      {"MatchService.CreateMatch", {"RA", StatusCode::INVALID_ARGUMENT}},
      {"MatchService.GetMatch", {"RABSP", StatusCode::NOT_FOUND}},
      {"MatchService.ListMatches", {"RABSP", StatusCode::OK}},
      {"MatchService.WatchMatch", {"RABSP", StatusCode::NOT_FOUND}},
      {"PlayService.Submit", {"RB", StatusCode::NOT_FOUND}},
      {"PlayService.Play", {"RB", StatusCode::INVALID_ARGUMENT}},
      {"PlayService.Receive", {"RB", StatusCode::INVALID_ARGUMENT}},
      {"ReplayService.GetRecord", {"RABSP", StatusCode::NOT_FOUND}},
      {"ReplayService.ReplayMatch", {"RABSP", StatusCode::NOT_FOUND}},
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

// Returns the methods of all services of the schema.
std::vector<const MethodDescriptor*> Methods() {
  // These calls link a file that nothing else here uses.
  v1::GetCompetitionRequest::descriptor();
  v1::WorkRequest::descriptor();
  const DescriptorPool& pool = *DescriptorPool::generated_pool();
  std::vector<const MethodDescriptor*> methods;
  for (const auto& entry : std::filesystem::directory_iterator(
           testing::InSources("proto/arena/v1"))) {
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

class AuthorisationTest : public AccessControlTest {
 protected:
  AuthorisationTest() { options_.http = {"127.0.0.1:0"}; }

  // Calls the method with an empty request. Returns the codes of the answers by
  // gRPC, and by plain HTTP if the method allows plain HTTP.
  std::vector<StatusCode> CallAs(const std::string& who,
                                 const MethodDescriptor& method) {
    std::vector<StatusCode> ends = {CallByGrpc(who, method)};
    if (!method.client_streaming()) ends.push_back(CallByHttp(who, method));
    return ends;
  }
  // Compares the answers with the table. `letter` stands for the caller's role.
  void Check(char letter, const std::string& who) {
    for (const MethodDescriptor* method : Methods()) {
      const std::string name = NameOf(*method);
      const auto expected = Expected().find(name);
      if (expected == Expected().end()) {
        wrong_.push_back(name + " is not in this test's table");
        continue;
      }
      const auto& [roles, answer] = expected->second;
      const bool may = roles.find(letter) != std::string::npos;
      const StatusCode wanted = may ? answer : RefusalOf(who);
      for (const StatusCode found : CallAs(who, *method)) {
        if (found == wanted) continue;
        wrong_.push_back(absl::StrCat(name, " answers ", found, " to ",
                                      std::string(1, letter), ", expected ",
                                      wanted));
      }
    }
  }

  std::vector<std::string> wrong_;

 private:
  StatusCode CallByGrpc(const std::string& who, const MethodDescriptor& method) {
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
  StatusCode CallByHttp(const std::string& who,
                        const MethodDescriptor& method) {
    testing::HttpClient client(server_->http_urls().front());
    testing::HttpClient::Headers headers;
    if (!who.empty()) headers["Authorization"] = "Bearer " + secrets_.at(who);
    const bool stream = method.server_streaming();
    if (stream) headers["Content-Type"] = "application/connect+json";
    const auto answer = client.Post(
        "/" + method.service()->full_name() + "/" + method.name(),
        stream ? WriteEnvelope(0, "{}") : "{}", headers);
    const nlohmann::json error = stream ? ErrorAtTheEnd(answer.body())
                                 : answer.result_int() == 200
                                     ? nlohmann::json()
                                     : nlohmann::json::parse(answer.body());
    return error.is_null() ? StatusCode::OK
                           : CodeOf(error["code"].get<std::string>());
  }
  // Returns the error at the end of a stream; null if the stream ended well.
  static nlohmann::json ErrorAtTheEnd(const std::string& body) {
    for (size_t at = 0; at + 5 <= body.size();) {
      size_t size = 0;
      for (int i = 1; i <= 4; ++i) {
        size = size * 256 + static_cast<uint8_t>(body[at + i]);
      }
      const std::string data = body.substr(at + 5, size);
      if (body[at] & kEnvelopeEnd) {
        return nlohmann::json::parse(data).value("error", nlohmann::json());
      }
      at += 5 + size;
    }
    ADD_FAILURE() << "the stream has no end: " << body;
    return nullptr;
  }
  static StatusCode CodeOf(const std::string& word) {
    for (int code = 1; code <= StatusCode::UNAUTHENTICATED; ++code) {
      if (ConnectCode(static_cast<absl::StatusCode>(code)) == word) {
        return static_cast<StatusCode>(code);
      }
    }
    ADD_FAILURE() << "no such code: " << word;
    return StatusCode::DO_NOT_USE;
  }
  // Returns the code for a caller that may not call the method.
  static StatusCode RefusalOf(const std::string& who) {
    return who.empty() ? StatusCode::UNAUTHENTICATED
                       : StatusCode::PERMISSION_DENIED;
  }

  static bool Await(grpc::CompletionQueue& queue) {
    void* tag = nullptr;
    bool ok = false;
    return queue.Next(&tag, &ok) && ok;
  }
};

TEST_F(AuthorisationTest, EveryMethodIsOpenToItsRolesAndToNobodyElse) {
  StartWithTokens();
  ASSERT_TRUE(CreateToken("root", v1::ROLE_RUNNER, "rob").ok());
  ASSERT_EQ(Methods().size(), Expected().size());
  const std::vector<std::pair<char, std::string>> callers = {
      {'R', "root"}, {'A', "ada"}, {'B', "a"},
      {'S', "eve"},  {'X', "rob"}, {'-', ""}};
  for (const auto& [letter, who] : callers) Check(letter, who);
  EXPECT_THAT(wrong_, IsEmpty());
}

TEST_F(AuthorisationTest, ThePublicMayReadWhatIsPublicAndNothingElse) {
  options_.open_to_public = true;
  StartWithTokens();
  Check('P', "");
  EXPECT_THAT(wrong_, IsEmpty());
}

// The referee's address for its own runners. It listens without tokens beside
// the public address.
class PrivateAddressTest : public RefereeTest {
 protected:
  PrivateAddressTest() {
    options_.private_address = options_.listen[1];
    options_.runner_sha256 = Sha256("of-the-runner");
    StartReferee();
  }
  template <typename Service, typename Request, typename Response>
  StatusCode Call(const std::string& address, const std::string& token,
                  grpc::Status (Service::Stub::*method)(grpc::ClientContext*,
                                                        const Request&,
                                                        Response*)) {
    grpc::ClientContext context;
    if (!token.empty()) {
      context.AddMetadata("authorization", "Bearer " + token);
    }
    Response response;
    const auto stub = Service::NewStub(
        grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
    return (stub.get()->*method)(&context, {}, &response).error_code();
  }
};

TEST_F(PrivateAddressTest, IsForItsRunnersAlone) {
  constexpr auto kList = &v1::BotService::Stub::ListBots;
  constexpr auto kGames = &v1::CatalogueService::Stub::ListGames;
  EXPECT_EQ(Call<v1::BotService>(address(), "", kList), StatusCode::OK);
  EXPECT_EQ(Call<v1::BotService>(socket(), "", kList),
            StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(Call<v1::CatalogueService>(socket(), "", kGames),
            StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(Call<v1::BotService>(socket(), "made-up", kList),
            StatusCode::UNAUTHENTICATED);
}

TEST_F(PrivateAddressTest, TakesTheTokenOfItsRunners) {
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer of-the-runner");
  const auto stub = v1::RunnerService::NewStub(
      grpc::CreateChannel(socket(), grpc::InsecureChannelCredentials()));
  v1::ReadArchiveRequest request;
  const auto archive = stub->ReadArchive(&context, request);
  v1::ReadArchiveResponse response;
  while (archive->Read(&response)) {
  }
  EXPECT_EQ(archive->Finish().error_code(), StatusCode::NOT_FOUND);
}

}  // namespace
}  // namespace arena::referee
