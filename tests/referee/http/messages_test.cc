// Messages on the wire: envelopes and lines, also from callers that lie.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/http/connect_handler.h"
#include "referee/http/connect_request.h"
#include "referee/http/message_codec.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

ConnectRequest RequestOf(Framing framing) {
  ConnectRequest request;
  request.form.framing = framing;
  return request;
}

// ---- Envelopes ----

TEST(EnvelopeTest, IsReadAsItWasWritten) {
  const auto envelope = ReadOnlyEnvelope(WriteEnvelope(1, "abc"));
  ASSERT_TRUE(envelope.ok());
  EXPECT_EQ(envelope->flags, 1);
  EXPECT_EQ(envelope->data, "abc");
}

TEST(EnvelopeTest, ASizeThatIsALieReservesNothing) {
  EXPECT_THAT(ReadOnlyEnvelope(std::string("\0\xff\xff\xff\xff{}", 7)),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("4294967295 bytes, and 2")));
}

TEST(EnvelopeTest, IsTheOnlyOne) {
  EXPECT_THAT(ReadOnlyEnvelope(""),
              StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("one")));
  EXPECT_THAT(ReadOnlyEnvelope("{}"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("expected an envelope")));
  EXPECT_THAT(ReadOnlyEnvelope(WriteEnvelope(0, "a") + WriteEnvelope(0, "b")),
              StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("6 bytes")));
}

// ---- Lines ----

TEST(LinesTest, HaveAContentTypeOfTheirOwn) {
  const auto form = FormOf("application/jsonl");
  ASSERT_TRUE(form.has_value());
  EXPECT_EQ(form->framing, Framing::kLines);
  EXPECT_EQ(StreamHead(RequestOf(Framing::kLines))[http::field::content_type],
            "application/jsonl");
}

TEST(LinesTest, AreMessagesAndAtMostOneError) {
  const ConnectRequest request = RequestOf(Framing::kLines);
  EXPECT_EQ(StreamPart(request, R"({"a":1})"), "{\"a\":1}\n");
  EXPECT_EQ(StreamEnd(request, absl::OkStatus(), {{"x", "1"}}), "");
  const absl::Status away = absl::UnavailableError("one\ntwo");
  EXPECT_EQ(StreamEnd(request, away, {}),
            R"({"error":{"code":"unavailable","message":"one\ntwo"}})"
            "\n");
}

// A caller that takes lines knows nothing of Connect, and cannot unpack parts.
TEST(LinesTest, AreNeverPacked) {
  HttpRequest asked(http::verb::post, "/", /*version=*/11);
  asked.set("connect-accept-encoding", "gzip");
  asked.set("accept-encoding", "gzip");
  for (const Framing framing : {Framing::kLines, Framing::kEnvelopes}) {
    asked.body() = framing == Framing::kLines ? "{}" : WriteEnvelope(0, "{}");
    const auto request = ReadPost(asked, {Encoding::kJson, framing}, 1000);
    ASSERT_TRUE(request.ok());
    EXPECT_EQ(request->takes_gzip, framing == Framing::kEnvelopes);
  }
}

TEST(RequestTest, AMessageBeyondTheLimitIsRefused) {
  HttpRequest asked(http::verb::post, "/", /*version=*/11);
  asked.body() = std::string(11, ' ');
  EXPECT_THAT(ReadPost(asked, {}, 10).status(),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       HasSubstr("11 bytes; the limit is 10")));
}

}  // namespace
}  // namespace arena::referee
