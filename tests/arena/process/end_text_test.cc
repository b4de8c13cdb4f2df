// How programs inside others have ended.
#include "arena/process/end_text.h"

#include <gtest/gtest.h>

namespace arena {
namespace {

TEST(EndTextTest, AShellTellsOfASignalByItsStatus) {
  EXPECT_EQ(EndInShell("exit status 3"), "exit status 3");
  EXPECT_EQ(EndInShell("exit status 128"), "exit status 128");
  EXPECT_EQ(EndInShell("exit status 139"), "signal 11 (Segmentation fault)");
  EXPECT_EQ(EndInShell("signal 9 (Killed)"), "signal 9 (Killed)");
}

}  // namespace
}  // namespace arena
