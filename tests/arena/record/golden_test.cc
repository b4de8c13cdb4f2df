// Every game still plays as its goldens say.
#include "tests/arena/record/golden.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "absl/strings/str_cat.h"
#include "arena/record/file.h"
#include "tests/testing/folders/folders.h"

namespace arena {
namespace {

using ::arena::testing::Golden;
using ::arena::testing::Goldens;

const std::string kFolder = testing::InSources("tests/golden/");
const char kAdvice[] =
    "; if the rules were meant to change, raise the rules version, build "
    "the target update_goldens, and read the difference like code";

TEST(GoldenTest, EveryPlaythroughIsAsItsGoldenSays) {
  for (const Golden& golden : Goldens()) {
    const auto expected = ReadFile(kFolder + golden.path);
    EXPECT_EQ(expected.value_or("none"), golden.text) << golden.path << kAdvice;
  }
}

TEST(GoldenTest, EveryGoldenBelongsToAGame) {
  std::set<std::string> known;
  for (const Golden& golden : Goldens()) known.insert(golden.path);
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(kFolder)) {
    const std::string path =
        std::filesystem::relative(entry.path(), kFolder).string();
    // The folder's own files are no goldens.
    if (entry.is_directory() || path.find('/') == std::string::npos) continue;
    EXPECT_TRUE(known.contains(path)) << path << " is not written any more";
  }
}

}  // namespace
}  // namespace arena
