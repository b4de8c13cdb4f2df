// Patches that have much in common.
#include "arena/viewer/shared_patch.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arena/viewer/json_patch.h"

namespace arena::viewer {
namespace {

using Json = nlohmann::json;

std::string Shared(const std::vector<std::string>& patches) {
  std::vector<Json> parsed;
  for (const std::string& patch : patches) parsed.push_back(Json::parse(patch));
  return SharedPatches(parsed).dump();
}

TEST(SharedPatchTest, WhatAllHaveIsToldOnce) {
  EXPECT_EQ(Shared({R"({"a":1,"b":{"c":2,"d":3}})",
                    R"({"a":1,"b":{"c":2,"d":4}})"}),
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

// One after the other they do what the whole patch does, also in lists.
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
