// What programs in a sandbox see, and how they end.
#include "arena/sandbox/sandbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sandbox/sandbox_testing.h"

namespace arena::sandbox {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SandboxTest : public SandboxFixture {};

INSTANTIATE_TEST_SUITE_P(Kinds, SandboxTest, AllKinds(), KindName);

TEST_P(SandboxTest, AProgramPrintsAndEnds) {
  Ran ran = Run({"sh", "-c", "echo hello; echo there >&2; exit 3"});
  EXPECT_THAT(ran.lines, ElementsAre("hello", "there"));
  EXPECT_EQ(ran.end, "exit status 3");
}

}  // namespace
}  // namespace arena::sandbox
