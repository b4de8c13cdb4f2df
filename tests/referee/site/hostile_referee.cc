#include "tests/referee/site/hostile_referee.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/v1/bot_service.grpc.pb.h"
#include "arena/v1/competition_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"

namespace arena::referee {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

constexpr int kMoment = 1700000000;
constexpr int kDeepest = 8;

void Fill(absl::string_view text, int depth, Message& message);

void FillField(absl::string_view text, int depth, const FieldDescriptor& field,
               Message& message) {
  const Reflection& reflection = *message.GetReflection();
  const bool list = field.is_repeated();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      list ? reflection.AddString(&message, &field, std::string(text))
           : reflection.SetString(&message, &field, std::string(text));
      break;
    case FieldDescriptor::CPPTYPE_MESSAGE:
      if (depth >= kDeepest) break;
      Fill(text, depth + 1,
           list ? *reflection.AddMessage(&message, &field)
                : *reflection.MutableMessage(&message, &field));
      break;
    case FieldDescriptor::CPPTYPE_ENUM:
      list ? reflection.AddEnumValue(&message, &field, 1)
           : reflection.SetEnumValue(&message, &field, 1);
      break;
    case FieldDescriptor::CPPTYPE_UINT32:
      list ? reflection.AddUInt32(&message, &field, 1)
           : reflection.SetUInt32(&message, &field, 1);
      break;
    case FieldDescriptor::CPPTYPE_INT32:
      list ? reflection.AddInt32(&message, &field, 1)
           : reflection.SetInt32(&message, &field, 1);
      break;
    case FieldDescriptor::CPPTYPE_INT64:
      if (!list) reflection.SetInt64(&message, &field, kMoment);
      break;
    case FieldDescriptor::CPPTYPE_DOUBLE:
      if (!list) reflection.SetDouble(&message, &field, 0.75);
      break;
    default:
      break;
  }
}

void Fill(absl::string_view text, int depth, Message& message) {
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    FillField(text, depth, field, message);
    if (field.is_repeated() && !field.is_map()) {
      FillField(text, depth, field, message);
    }
  }
}

}  // namespace

void FillWith(absl::string_view text, Message& message) {
  Fill(text, 0, message);
}

// Each method that the site calls.
class HostileReferee::Services {
 public:
  explicit Services(std::string text) : text_(std::move(text)) {
    bots_.text = matches_.text = competitions_.text = text_;
  }
  void Register(grpc::ServerBuilder& builder) {
    builder.RegisterService(&bots_);
    builder.RegisterService(&matches_);
    builder.RegisterService(&competitions_);
  }

 private:
  using Context = grpc::ServerContext;
  using Status = grpc::Status;

  struct Bots final : v1::BotService::Service {
    Status GetBot(Context*, const v1::GetBotRequest*,
                  v1::GetBotResponse* response) override {
      FillWith(text, *response);
      return Status::OK;
    }
    Status ListBots(Context*, const v1::ListBotsRequest*,
                    v1::ListBotsResponse* response) override {
      FillWith(text, *response);
      return Status::OK;
    }
    Status ListVersions(Context*, const v1::ListVersionsRequest*,
                        v1::ListVersionsResponse* response) override {
      FillWith(text, *response);
      return Status::OK;
    }
    Status GetVersion(Context*, const v1::GetVersionRequest*,
                      v1::GetVersionResponse* response) override {
      FillWith(text, *response);
      return Status::OK;
    }
    Status ListSeatReports(Context*, const v1::ListSeatReportsRequest*,
                           v1::ListSeatReportsResponse* response) override {
      FillWith(text, *response);
      return Status::OK;
    }
    std::string text;
  };
  struct MatchesOfAll final : v1::MatchService::Service {
    Status GetMatch(Context*, const v1::GetMatchRequest* request,
                    v1::GetMatchResponse* response) override {
      // The words of an error are somebody else's, too.
      if (request->match_id() == "none") {
        return {grpc::StatusCode::NOT_FOUND, text};
      }
      FillWith(text, *response);
      return Status::OK;
    }
    Status ListMatches(Context*, const v1::ListMatchesRequest*,
                       v1::ListMatchesResponse* response) override {
      FillWith(text, *response);
      return Status::OK;
    }
    std::string text;
  };
  struct Competitions final : v1::CompetitionService::Service {
    Status GetCompetition(Context*, const v1::GetCompetitionRequest*,
                          v1::GetCompetitionResponse* response) override {
      FillWith(text, *response);
      // One with rounds.
      response->mutable_competition()->mutable_spec()->set_format(
          v1::FORMAT_KNOCKOUT);
      return Status::OK;
    }
    Status ListCompetitions(Context*, const v1::ListCompetitionsRequest*,
                            v1::ListCompetitionsResponse* response) override {
      FillWith(text, *response);
      return Status::OK;
    }
    Status GetStandings(Context*, const v1::GetStandingsRequest*,
                        v1::GetStandingsResponse* response) override {
      FillWith(text, *response);
      return Status::OK;
    }
    Status ListResults(Context*, const v1::ListResultsRequest*,
                       v1::ListResultsResponse* response) override {
      FillWith(text, *response);
      return Status::OK;
    }
    std::string text;
  };

  const std::string text_;
  Bots bots_;
  MatchesOfAll matches_;
  Competitions competitions_;
};

HostileReferee::HostileReferee(std::string text)
    : services_(std::make_unique<Services>(std::move(text))) {
  grpc::ServerBuilder builder;
  services_->Register(builder);
  grpc_ = builder.BuildAndStart();
  site_ = std::make_unique<Site>(
      grpc_->InProcessChannel({}),
      Site::Options{
          .more_metadata = [](const Exchange&) { return Metadata(); }});
  http_ = std::make_unique<HttpServer>(HttpServer::Options(), *site_);
}

HostileReferee::~HostileReferee() {
  http_->Stop();
  grpc_->Shutdown();
}

void HostileReferee::Take() {
  http_->Take(Descriptor(listener_.Accept()),
              "10.0.0.1:1", nullptr);
}

}  // namespace arena::referee
