// The JSON of messages that many callers are sent.
#include "referee/http/shared_texts.h"

#include <gmock/gmock.h>
#include <google/protobuf/duration.pb.h>
#include <google/protobuf/wrappers.pb.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using google::protobuf::StringValue;

constexpr size_t kPlenty = 1 << 20;

std::string BytesOf(const std::string& text) {
  StringValue message;
  message.set_value(text);
  return message.SerializeAsString();
}

class SharedTextsTest : public ::testing::Test {
 protected:
  std::string Json(SharedTexts& texts, const std::string& text) {
    const auto json =
        texts.Write(*StringValue::descriptor(), Encoding::kJson, BytesOf(text));
    EXPECT_THAT(json, IsOk());
    return json.value_or("");
  }
};

TEST_F(SharedTextsTest, EachMessageIsWrittenOnce) {
  SharedTexts texts(kPlenty);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(Json(texts, "a"), "\"a\"");
    EXPECT_EQ(Json(texts, "b"), "\"b\"");
  }
  EXPECT_EQ(texts.written(), 2u);
}

// The same bytes mean another message in another type.
TEST_F(SharedTextsTest, ATextBelongsToItsType) {
  SharedTexts texts(kPlenty);
  google::protobuf::UInt32Value number;
  number.set_value(7);
  const std::string bytes = number.SerializeAsString();
  EXPECT_EQ(*texts.Write(*google::protobuf::UInt32Value::descriptor(),
                         Encoding::kJson, bytes),
            "7");
  EXPECT_EQ(*texts.Write(*google::protobuf::Duration::descriptor(),
                         Encoding::kJson, bytes),
            "\"7s\"");
}

TEST_F(SharedTextsTest, ItsMemoryIsBounded) {
  constexpr size_t kMost = 1000;
  SharedTexts texts(kMost);
  for (int i = 0; i < 1000; ++i) {
    Json(texts, "message " + std::to_string(i));
    EXPECT_LE(texts.kept_bytes(), kMost);
  }
  EXPECT_EQ(Json(texts, std::string(10 * kMost, 'x')).size(), 10 * kMost + 2);
  EXPECT_LE(texts.kept_bytes(), kMost);
}

TEST_F(SharedTextsTest, WhatIsUsedStays) {
  SharedTexts texts(200);
  for (int i = 0; i < 100; ++i) {
    Json(texts, "stays");
    Json(texts, "goes " + std::to_string(i));
  }
  EXPECT_EQ(texts.written(), 101u);
}

TEST_F(SharedTextsTest, ProtobufIsPassedOn) {
  SharedTexts texts(kPlenty);
  EXPECT_EQ(*texts.Write(*StringValue::descriptor(), Encoding::kProto, "xyz"),
            "xyz");
  EXPECT_EQ(texts.kept_bytes(), 0u);
}

TEST_F(SharedTextsTest, WhatIsNoMessageIsNotKept) {
  SharedTexts texts(kPlenty);
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(
        texts.Write(*StringValue::descriptor(), Encoding::kJson, "\xff\xff"),
        StatusIs(absl::StatusCode::kInternal, ::testing::_));
  }
  EXPECT_EQ(texts.written(), 2u);
  EXPECT_EQ(texts.kept_bytes(), 0u);
}

}  // namespace
}  // namespace arena::referee
