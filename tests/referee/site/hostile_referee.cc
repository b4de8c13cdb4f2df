#include "tests/referee/site/hostile_referee.h"

#include <utility>
#include <vector>

#include "arena/v1/bot_service.pb.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/replay_service.pb.h"
#include "referee/calls/method.h"

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

// Each method that the site calls, open to all.
class HostileReferee::Methods final : public MethodTable {
 public:
  explicit Methods(std::string text)
      : MethodTable(Rows()), text_(std::move(text)) {}

  void Begin(const std::shared_ptr<Call>& call, const Method& method,
             std::shared_ptr<const Message> request) override {
    if (method.descriptor->server_streaming()) {
      return call->Finish(absl::UnimplementedError(text_));
    }
    const auto* match = dynamic_cast<const v1::GetMatchRequest*>(request.get());
    // The words of an error are somebody else's, too.
    if (match != nullptr && match->match_id() == "none") {
      return call->Finish(absl::NotFoundError(text_));
    }
    const std::unique_ptr<Message> response(
        google::protobuf::MessageFactory::generated_factory()
            ->GetPrototype(method.descriptor->output_type())
            ->New());
    FillWith(text_, *response);
    if (auto* got = dynamic_cast<v1::GetCompetitionResponse*>(response.get())) {
      // One with rounds.
      got->mutable_competition()->mutable_spec()->set_format(
          v1::FORMAT_KNOCKOUT);
    }
    call->Respond(*response);
  }

 private:
  static std::vector<Method> Rows() {
    std::vector<Method> rows;
    for (const auto* file : {v1::GetBotRequest::descriptor()->file(),
                             v1::GetMatchRequest::descriptor()->file(),
                             v1::GetCompetitionRequest::descriptor()->file(),
                             v1::GetRecordRequest::descriptor()->file()}) {
      const auto& service = *file->service(0);
      for (int i = 0; i < service.method_count(); ++i) {
        rows.push_back({.descriptor = service.method(i), .permission = {}});
      }
    }
    return rows;
  }

  const std::string text_;
};

HostileReferee::HostileReferee(std::string text)
    : methods_(std::make_unique<Methods>(std::move(text))),
      site_(std::make_unique<Site>(*methods_, Site::Options())),
      http_(std::make_unique<HttpServer>(HttpServer::Options(), *site_)) {}

HostileReferee::~HostileReferee() { http_->Stop(); }

void HostileReferee::Take() {
  http_->Take(Descriptor(listener_.Accept()),
              "10.0.0.1:1", nullptr);
}

}  // namespace arena::referee
