// Calls that come by HTTP: the events that their methods and their coroutines
// hear.
#include "referee/http/http_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/v1/match_service.pb.h"
#include "tests/testing/http/fake_exchange.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Writes down the events that it hears.
class Stream final : public CallStream {
 public:
  explicit Stream(std::vector<std::string>& heard) : heard_(heard) {}
  void Begin() override { heard_.push_back("begin"); }
  void OnWritten(bool ok) override {
    heard_.push_back(ok ? "written" : "not written");
  }
  void OnCancel() override { heard_.push_back("cancelled"); }
  void OnRevoked(const absl::Status&) override {}
  void OnDone() override { heard_.push_back("done"); }

 private:
  std::vector<std::string>& heard_;
};

class NoPlace final : public StreamPlace {
 public:
  void NoteMessage() override {}
};

class HttpCallTest : public ::testing::Test, protected MethodTable {
 protected:
  HttpCallTest() : MethodTable({{MethodNamed("MatchService.GetMatch"), {}}}) {}

  void Begin(const std::shared_ptr<Call>& call, const Method& method,
             std::shared_ptr<const google::protobuf::Message> request) override {
    EXPECT_EQ(&method, &methods().begin()->second);
    EXPECT_EQ(request, request_);
    call_ = call;
  }
  std::shared_ptr<HttpCall> Start(Metadata metadata = {}) {
    return HttpCall::Start(*this, methods().begin()->second,
                           {.metadata = std::move(metadata),
                            .message = request_},
                           exchange_);
  }
  std::shared_ptr<HttpCall> StartStream() {
    auto call = Start();
    call_->Attach(std::make_shared<Stream>(heard_),
                  std::make_unique<NoPlace>());
    return call;
  }
  void Write(const std::string& match_id) {
    v1::GetMatchRequest message;
    message.set_match_id(match_id);
    call_->Write(Packed(message));
  }
  // Reads all messages of the call, and then its status.
  net::awaitable<void> Read(std::shared_ptr<HttpCall> call) {
    bool more = true;
    while (more) {
      const std::optional<std::string> bytes = co_await call->Next();
      more = bytes.has_value();
      v1::GetMatchRequest message;
      if (more && message.ParseFromString(*bytes)) {
        read_.push_back(message.match_id());
      }
    }
    read_.push_back(absl::StatusCodeToString(call->status().code()));
  }
  // Runs until nothing more happens.
  void Run() {
    io_.restart();
    io_.poll();
  }

  net::io_context io_;
  FakeExchange exchange_{io_.get_executor()};
  const std::shared_ptr<v1::GetMatchRequest> request_ =
      std::make_shared<v1::GetMatchRequest>();
  std::shared_ptr<Call> call_;
  std::vector<std::string> heard_;
  std::vector<std::string> read_;
};

TEST_F(HttpCallTest, OfAnAnswerNothingIsCopied) {
  const auto call = Start();
  v1::GetMatchRequest answer;
  answer.set_match_id("m");
  call_->Respond(answer);
  EXPECT_EQ(answer.match_id(), "");
  EXPECT_FALSE(call->over());
  Run();
  ASSERT_TRUE(call->over());
  EXPECT_TRUE(call->status().ok());
  EXPECT_EQ(static_cast<v1::GetMatchRequest&>(call->response()).match_id(),
            "m");
}

TEST_F(HttpCallTest, AMessageIsWrittenWhenItIsTaken) {
  const auto call = StartStream();
  Write("one");
  Run();
  EXPECT_THAT(heard_, ElementsAre("begin"));
  net::co_spawn(io_, Read(call), net::detached);
  Run();
  EXPECT_THAT(heard_, ElementsAre("begin", "written"));
  EXPECT_THAT(read_, ElementsAre("one"));
  call_->Finish(absl::NotFoundError("gone"));
  Run();
  EXPECT_THAT(heard_, ElementsAre("begin", "written", "done"));
  EXPECT_THAT(read_, ElementsAre("one", "NOT_FOUND"));
}

TEST_F(HttpCallTest, OfACallerThatIsGoneTheStreamHears) {
  const auto call = StartStream();
  Write("one");
  Run();
  exchange_.Go();
  Run();
  EXPECT_THAT(heard_, ElementsAre("begin", "not written", "cancelled"));
  EXPECT_TRUE(absl::IsUnavailable(call->status()));
  // A method may write before it hears that the caller is gone.
  Write("two");
  Run();
  EXPECT_THAT(heard_, ElementsAre("begin", "not written", "cancelled",
                                  "not written"));
  call_->Finish(absl::OkStatus());
  Run();
  EXPECT_EQ(heard_.back(), "done");
  EXPECT_TRUE(absl::IsUnavailable(call->status()));
}

TEST_F(HttpCallTest, ACallerMayBeGoneBeforeTheStreamBegins) {
  const auto call = Start();
  exchange_.Go();
  Run();
  EXPECT_TRUE(call->over());
  call_->Attach(std::make_shared<Stream>(heard_), std::make_unique<NoPlace>());
  EXPECT_THAT(heard_, ElementsAre("begin", "cancelled"));
}

TEST_F(HttpCallTest, TheLastValueOfANameCounts) {
  Start({{"x", "1"}, {"y", "2"}, {"x", "3"}});
  EXPECT_EQ(call_->MetadataOf("x"), "3");
  EXPECT_EQ(call_->MetadataOf("z"), "");
  EXPECT_EQ(call_->uri(), "10.0.0.1:1");
}

}  // namespace
}  // namespace arena::referee
