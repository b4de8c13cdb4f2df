// Patches between messages as JSON.
#include "arena/viewer/json_patch.h"

#include <gtest/gtest.h>

#include <string>

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
        // Short lists as a whole, long ones by element.
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

}  // namespace
}  // namespace arena::viewer
