// No page makes markup of a text from the referee's services.
#include <gmock/gmock.h>
#include <google/protobuf/message.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/replay_service.pb.h"
#include "referee/calls/method.h"
#include "referee/http/http_server.h"
#include "referee/site/pages/site.h"
#include "referee/site/visit.h"
#include "tests/testing/http/http_client.h"
#include "tests/testing/http/local_listener.h"

namespace arena::referee {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using ::testing::HasSubstr;
using testing::HttpClient;
using ::testing::Not;

// A text that would be markup, with 64 letters behind and a mark that turns the
// direction of writing.
constexpr absl::string_view kHostile =
    "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;\u202E"
    "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm";

// A site whose methods fill every message with one text. Not thread-safe.
class HostileReferee {
 public:
  explicit HostileReferee(std::string text = std::string(kHostile));
  ~HostileReferee();

  // Takes the connection that a client has made. Call it after connecting.
  void Take();
  std::string url() const { return listener_.url(); }

 private:
  class Methods;

  std::unique_ptr<Methods> methods_;
  std::unique_ptr<Site> site_;
  std::unique_ptr<HttpServer> http_;
  const testing::LocalListener listener_;
};

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

// Fills every field: text with `text`, lists with two elements, enums with
// their first value that is sent, times with a moment.
void FillWith(absl::string_view text, Message& message) {
  Fill(text, 0, message);
}

// All methods that the site calls; they are open to every caller.
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
    // A stranger may have chosen the words of an error, too.
    if (match != nullptr && match->match_id() == "none") {
      return call->Finish(absl::NotFoundError(text_));
    }
    const std::unique_ptr<Message> response(
        google::protobuf::MessageFactory::generated_factory()
            ->GetPrototype(method.descriptor->output_type())
            ->New());
    FillWith(text_, *response);
    if (auto* got = dynamic_cast<v1::GetCompetitionResponse*>(response.get())) {
      // A knockout has rounds.
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
  http_->Take(Descriptor(listener_.Accept()), "10.0.0.1:1", nullptr);
}

class HostileTest : public ::testing::Test {
 protected:
  HttpClient::Answer Get(const std::string& target) {
    HttpClient client(referee_.url());
    referee_.Take();
    return client.Get(target);
  }
  HostileReferee referee_;
};

std::string Between(const std::string& text, const std::string& from,
                    const std::string& to) {
  const size_t begin = text.find(from);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find(to, begin) - begin);
}

TEST_F(HostileTest, NoPageMakesMarkupOfText) {
  const std::string quoted = AddressPart(kHostile);
  for (const std::string& target : std::vector<std::string>{
           "/", "/competitions", "/competition/x", "/bots", "/bot/x",
           absl::StrCat("/bot/", quoted), "/matches", "/match/x", "/match/none",
           absl::StrCat("/matches?bot=", quoted, "&competition=", quoted,
                        "&page=", quoted),
           absl::StrCat("/matches?state=", quoted),
           absl::StrCat("/matches?game=", quoted), absl::StrCat("/", quoted),
           absl::StrCat("/game/", quoted), absl::StrCat("/static/", quoted),
           "/set/x/99", absl::StrCat("/set/", quoted, "/99"),
           absl::StrCat("/set/x/", quoted),
           "/competition/x/feed.atom", "/token", "/connect", "/data"}) {
    const auto answer = Get(target);
    SCOPED_TRACE(target);
    EXPECT_GT(answer.body().size(), 100u);
    EXPECT_THAT(answer.body(), Not(HasSubstr("<script>alert")));
    EXPECT_THAT(answer.body(), Not(HasSubstr("<img")));
    EXPECT_THAT(answer.body(), Not(HasSubstr("'><")));
    // Only the site's own files run, whatever text the page shows.
    EXPECT_THAT(std::string(answer["content-security-policy"]),
                HasSubstr("script-src 'self';"));
  }
}

// The pages of these tests did show the text.
TEST_F(HostileTest, TheTextIsThere) {
  for (const char* target : {"/", "/competition/x", "/bot/x", "/matches",
                             "/match/x", "/match/none"}) {
    EXPECT_THAT(Get(target).body(), HasSubstr("&lt;script&gt;alert(1)"))
        << target;
  }
}

TEST_F(HostileTest, NoTitleTurnsTheDirectionOfWriting) {
  for (const char* target :
       {"/competition/x", "/match/x", "/bot/%E2%80%AEgnp"}) {
    const std::string body = Get(target).body();
    EXPECT_THAT(Between(body, "<head>", "</head>"), Not(HasSubstr("\u202E")))
        << target;
  }
}

TEST_F(HostileTest, ASetOfOneMatchLeadsToItsPage) {
  const auto answer = Get("/set/x/1");
  EXPECT_EQ(answer.result_int(), 303u);
  EXPECT_THAT(std::string(answer["location"]),
              ::testing::StartsWith("/match/%3cscript%3e"));
}

// The viewer's script reads these parts.
TEST_F(HostileTest, TheShellOfAMatchQuotesWhatItTellsTheScript) {
  const std::string body = Get("/match/x").body();
  EXPECT_THAT(body, HasSubstr("data-match=\"&lt;script&gt;"));
  EXPECT_THAT(body, HasSubstr("data-document=\"/match/%3cscript%3e"));
}

}  // namespace

}  // namespace arena::referee
