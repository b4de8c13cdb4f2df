#include "arena/process/program_name.h"

#include <fstream>

#include "arena/process/temporary_folder.h"
#include "gtest/gtest.h"

namespace arena {
namespace {

class ProgramNameTest : public ::testing::Test {
 protected:
  // Makes a file of this name in a folder, and returns its path.
  std::string File(const std::string& name) const {
    const std::string path = (*folder_)->path() + "/" + name;
    std::ofstream(path) << "\n";
    return path;
  }

  absl::StatusOr<std::unique_ptr<TemporaryFolder>> folder_ =
      TemporaryFolder::Create();
};

TEST_F(ProgramNameTest, IsThatOfTheProgram) {
  EXPECT_EQ(ProgramName({"/opt/bots/deep.thought", File("weights.bin")}),
            "deep");
  EXPECT_EQ(ProgramName({"./my_bot", "--depth", "3"}), "my_bot");
}

TEST_F(ProgramNameTest, KeepsTheVersion) {
  EXPECT_EQ(ProgramName({"./mybot-2.0"}), "mybot-2.0");
  EXPECT_EQ(ProgramName({"./mybot-2.1.py"}), "mybot-2.1");
  EXPECT_EQ(ProgramName({"./mybot.v2"}), "mybot.v2");
}

TEST_F(ProgramNameTest, IsNotThatOfAFileForAProgramNamedAfterItsLanguage) {
  EXPECT_EQ(ProgramName({"./java-bot", File("model.bin")}), "java-bot");
  EXPECT_EQ(ProgramName({"java-17", File("bot.jar")}), "bot");
}

TEST_F(ProgramNameTest, IsThatOfTheScriptOfAnInterpreter) {
  EXPECT_EQ(ProgramName({"bash", File("careful.sh"), "--depth", "3"}),
            "careful");
  EXPECT_EQ(ProgramName({"/usr/bin/python3.11", "-u", File("bold.py")}),
            "bold");
}

TEST_F(ProgramNameTest, IsThatOfTheInterpreterWithoutAScript) {
  EXPECT_EQ(ProgramName({"bash", "-c", "exit"}), "bash");
}

}  // namespace
}  // namespace arena
