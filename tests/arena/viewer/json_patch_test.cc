// Patches between messages as JSON.
#include "arena/viewer/json_patch.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arena::viewer {
namespace {

using Json = nlohmann::json;

struct Change {
  std::string before;
  std::string after;
  std::string patch;
};

class JsonPatchTest : public ::testing::TestWithParam<Change> {};

TEST_P(JsonPatchTest, MakesWhatCameAfter) {
  const Json before = Json::parse(GetParam().before);
  const Json after = Json::parse(GetParam().after);
  const Json patch = JsonPatch(before, after);
  EXPECT_EQ(patch.dump(), GetParam().patch);
  EXPECT_EQ(Patched(before, patch), after);
}

INSTANTIATE_TEST_SUITE_P(
    All, JsonPatchTest,
    ::testing::Values(
        Change{R"({"a":1,"b":2})", R"({"a":1,"b":2})", "{}"},
        Change{R"({"a":1,"b":2})", R"({"a":1,"b":3})", R"({"b":3})"},
        Change{R"({"a":1,"b":2})", R"({"a":1})", R"({"b":null})"},
        Change{R"({"a":1})", R"({"a":1,"b":{"c":4}})", R"({"b":{"c":4}})"},
        Change{R"({"a":{"b":1,"c":2}})", R"({"a":{"b":1}})",
               R"({"a":{"c":null}})"},
        // A short list changes as a whole, and a long one by element.
        Change{R"({"a":[1,2,3]})", R"({"a":[1,3]})", R"({"a":[1,3]})"},
        Change{R"({"a":[11,12,13,14,15]})", R"({"a":[11,12,13,14]})",
               R"({"a":{"length":4}})"},
        Change{R"({"a":[11,12,13,14]})", R"({"a":[11,12,13,14,5,6]})",
               R"({"a":[11,12,13,14,5,6]})"},
        Change{R"([{"c":[1,2,3,4]},{"c":[5,6,7,8]},{"c":[9,10]}])",
               R"([{"c":[1,2,3,4]},{"c":[5,6,7,8,9]},{"c":[9,10]}])",
               R"({"1":{"c":[5,6,7,8,9]}})"},
        Change{R"([{"card":1,"seat":1}])",
               R"([{"card":1,"seat":1},{"card":2,"seat":2}])",
               R"({"1":{"card":2,"seat":2},"length":2})"},
        Change{R"({"a":1})", R"({"a":[2]})", R"({"a":[2]})"}));

std::string Shared(const std::vector<std::string>& patches) {
  std::vector<Json> parsed;
  for (const std::string& patch : patches) parsed.push_back(Json::parse(patch));
  return SharedPatches(parsed).dump();
}

TEST(SharedPatchTest, WhatAllHaveIsToldOnce) {
  EXPECT_EQ(
      Shared({R"({"a":1,"b":{"c":2,"d":3}})", R"({"a":1,"b":{"c":2,"d":4}})"}),
      R"({"all":{"a":1,"b":{"c":2}},)"
      R"("own":{"0":{"b":{"d":3}},"1":{"b":{"d":4}}}})");
}

TEST(SharedPatchTest, EqualPatchesAreOne) {
  EXPECT_EQ(Shared({R"({"a":null})", R"({"a":null})"}),
            R"({"all":{"a":null}})");
  EXPECT_EQ(Shared({"{}", "{}"}), "{}");
  EXPECT_EQ(Shared({}), "{}");
}

TEST(SharedPatchTest, NullStaysAsItIs) {
  EXPECT_EQ(Shared({R"({"a":1})", "null"}),
            R"({"all":{"a":1},"own":{"1":null}})");
}

// The two patches, one after the other, do the same as the whole patch, also in
// lists.
TEST(SharedPatchTest, AllAndOwnTogetherAreThePatch) {
  const std::vector<Json> before = {
      Json::parse(R"({"hand":[1,2,3],"tricks":[{"cards":[4,5],"by":1}]})"),
      Json::parse(R"({"tricks":[{"cards":[4,5],"by":1}],"x":{"y":1}})")};
  const std::vector<Json> after = {
      Json::parse(R"({"hand":[2,3],"tricks":[{"cards":[4,5],"by":1},{}]})"),
      Json::parse(R"({"tricks":[{"cards":[4,5],"by":1},{"by":2}]})")};
  const Json shared = SharedPatches(
      {JsonPatch(before[0], after[0]), JsonPatch(before[1], after[1])});
  for (size_t i = 0; i < before.size(); ++i) {
    const Json common = Patched(before[i], shared.value("all", Json::object()));
    EXPECT_EQ(Patched(common, shared["own"][std::to_string(i)]), after[i]);
  }
}

}  // namespace

}  // namespace arena::viewer
