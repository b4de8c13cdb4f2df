// The files that a command needs to read.
#include "arena/sandbox/program_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "arena/process/temporary_folder.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

// A home with programs, in a folder without links.
class ProgramFilesTest : public ::testing::Test {
 protected:
  ProgramFilesTest()
      : temporary_(*TemporaryFolder::Create()),
        root_(fs::canonical(temporary_->path())) {
    fs::create_directories(Home("bots"));
  }

  std::string Path(const std::string& name) const { return root_ + "/" + name; }
  std::string Home(const std::string& name) const {
    return Path("home/me/" + name);
  }
  void Write(const std::string& path, const std::string& text = "") const {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << text;
  }
  void Program(const std::string& path, const std::string& text = "") const {
    Write(path, text);
    fs::permissions(path, fs::perms::owner_all);
  }
  std::vector<std::string> FilesOf(
      const std::vector<std::string>& command) const {
    return FindProgramFiles(command, {current_, variables_, readable_})
        .readable;
  }

  const std::unique_ptr<TemporaryFolder> temporary_;
  const std::string root_;
  std::string current_ = Home("bots");
  std::map<std::string, std::string> variables_ = {{"HOME", Path("home/me")},
                                                   {"PATH", "/usr/bin:/bin"}};
  std::vector<std::string> readable_;
};

TEST_F(ProgramFilesTest, AProgramHasItsFolder) {
  Program(Home("bots/first/bot"));
  EXPECT_THAT(FilesOf({"first/bot"}), ElementsAre(Home("bots/first")));
}

TEST_F(ProgramFilesTest, AScriptHasItsFolder) {
  Write(Home("bots/first/bot.py"));
  Write(Home("bots/model.bin"));
  EXPECT_THAT(FilesOf({"sh", "first/bot.py", "--model=model.bin"}),
              ElementsAre(Home("bots/first"), Home("bots/model.bin")));
}

TEST_F(ProgramFilesTest, OfAHomeThereIsOnlyTheFile) {
  Write(Path("home/me/bot.py"));
  current_ = Path("home/me");
  EXPECT_THAT(FilesOf({"sh", "bot.py"}), ElementsAre(Home("bot.py")));
  EXPECT_THAT(FilesOf({"sh", "-c", "./bot"}), IsEmpty());
  EXPECT_THAT(FilesOf({"sh", "bot.py", "--home", "."}),
              ElementsAre(Home("bot.py")));
}

TEST_F(ProgramFilesTest, FoldersForEverythingAreNeverShown) {
  for (const std::string folder :
       {"/", "/home", "/home/other", "/root", "/tmp", "/run", "/var", "/opt"}) {
    EXPECT_THAT(FilesOf({"sh", "--folder", folder}), IsEmpty()) << folder;
  }
}

TEST_F(ProgramFilesTest, AnInterpreterHasItsInstallation) {
  Program(Home(".nvm/versions/node/v20/bin/node"));
  fs::create_directories(Home(".nvm/versions/node/v20/lib"));
  Write(Home("bots/bot.js"));
  variables_["PATH"] = Home(".nvm/versions/node/v20/bin") + ":/usr/bin";
  EXPECT_THAT(
      FilesOf({"node", "bot.js"}),
      UnorderedElementsAre(Home(".nvm/versions/node/v20"), Home("bots")));
}

TEST_F(ProgramFilesTest, LinksAreFollowedOneByOne) {
  Program(Path("jdk/21/bin/java"));
  fs::create_directories(Path("jdk/21/lib"));
  fs::create_directory_symlink("21", Path("jdk/current"));
  fs::create_directories(Path("links"));
  fs::create_symlink(Path("jdk/current/bin/java"), Path("links/java"));
  const std::vector<std::string> files = FilesOf({Path("links/java")});
  EXPECT_THAT(files, Contains(Path("links")));
  EXPECT_THAT(files, Contains(Path("jdk/current")));
  EXPECT_THAT(files, Contains(Path("jdk/21")));
}

TEST_F(ProgramFilesTest, AScriptFindsTheProgramsOnThePath) {
  Program(Home("tools/bin/java"));
  fs::create_directories(Home("tools/lib"));
  Program(Home("bots/bot"), "#!/bin/sh\nexec java Bot\n");
  variables_["PATH"] = Home("tools/bin") + ":/usr/bin";
  EXPECT_THAT(FilesOf({"./bot"}), Contains(Home("tools")));
}

TEST_F(ProgramFilesTest, ShimsHaveWhatIsBehindThem) {
  Program(Home(".pyenv/shims/python3"), "#!/usr/bin/env bash\n");
  variables_["PATH"] = Home(".pyenv/shims");
  EXPECT_THAT(FilesOf({"python3"}), Contains(Home(".pyenv")));
}

TEST_F(ProgramFilesTest, AnEnvironmentHasItsInstallationAndItsSources) {
  Program(Home(".pyenv/versions/3.12/bin/python3"));
  fs::create_directories(Home(".pyenv/versions/3.12/lib"));
  fs::create_directories(Home("bots/venv/bin"));
  fs::create_symlink(Home(".pyenv/versions/3.12/bin/python3"),
                     Home("bots/venv/bin/python"));
  fs::create_directories(Home("sdk"));
  fs::create_directories(Home("other"));
  Write(Home("bots/venv/pyvenv.cfg"),
        "home = " + Home(".pyenv/versions/3.12/bin") + "\n");
  const std::string packages = Home("bots/venv/lib/python3.12/site-packages/");
  Write(packages + "a.pth", Home("sdk") + "\n");
  Write(packages + "__editable___b_finder.py",
        "MAPPING = {'b': '" + Home("other") + "'}\n");
  const std::vector<std::string> files = FilesOf({"venv/bin/python"});
  EXPECT_THAT(files, Contains(Home("bots/venv")));
  EXPECT_THAT(files, Contains(Home(".pyenv/versions/3.12")));
  EXPECT_THAT(files, Contains(Home("sdk")));
  EXPECT_THAT(files, Contains(Home("other")));
  // A script starts the program, whose folder only a flag names.
  current_ = Home("bots/launched");
  fs::create_directories(current_);
  EXPECT_THAT(FilesOf({"sh", "-c", "x"}), Not(Contains(Home("sdk"))));
  readable_ = {Home("bots/venv")};
  EXPECT_THAT(FilesOf({"sh", "-c", "x"}), Contains(Home("sdk")));
}

TEST_F(ProgramFilesTest, TheFirstLineOfAScriptIsRead) {
  Program(Home("tools/lib/../bin/lua"));
  fs::create_directories(Home("tools/lib"));
  Program(Home("bots/bot"), "#!" + Home("tools/bin/lua") + " -w\r\n");
  EXPECT_THAT(FilesOf({"./bot"}), Contains(Home("tools")));
}

TEST_F(ProgramFilesTest, WhatAnotherProgramStartsIsFound) {
  Program(Home("tools/bin/node"));
  fs::create_directories(Home("tools/lib"));
  Program(Home("bots/arena"));
  variables_["PATH"] = Home("tools/bin") + ":/usr/bin";
  EXPECT_THAT(FilesOf({"env", "A=1", "node", "x"}), Contains(Home("tools")));
  EXPECT_THAT(FilesOf({"./arena", "bridge", "--", "node"}),
              Contains(Home("tools")));
}

TEST_F(ProgramFilesTest, TheTokenOfCargoIsNotShown) {
  Program(Home(".cargo/bin/bot"));
  Write(Home(".cargo/credentials.toml"));
  fs::create_directories(Home(".cargo/registry"));
  const std::vector<std::string> files = FilesOf({Home(".cargo/bin/bot")});
  EXPECT_THAT(files, Contains(Home(".cargo/registry")));
  EXPECT_THAT(files, Not(Contains(Home(".cargo"))));
}

TEST_F(ProgramFilesTest, OfDotLocalOnlyPackagesOfPythonAreShown) {
  Program(Home(".local/bin/python3.11"));
  fs::create_directories(Home(".local/lib/python3.11"));
  fs::create_directories(Home(".local/share/keyrings"));
  const std::vector<std::string> files =
      FilesOf({Home(".local/bin/python3.11")});
  EXPECT_THAT(files, Contains(Home(".local/lib/python3.11")));
  EXPECT_THAT(files, Not(Contains(Home(".local"))));
}

TEST_F(ProgramFilesTest, ModulesAboveAScriptAreFound) {
  Write(Home("bots/src/bot.js"));
  fs::create_directories(Home("bots/node_modules"));
  Write(Home("bots/package.json"));
  EXPECT_THAT(
      FilesOf({"sh", "src/bot.js"}),
      UnorderedElementsAre(Home("bots/node_modules"), Home("bots/package.json"),
                           Home("bots/src")));
}

TEST_F(ProgramFilesTest, PackagesThatAreLinksAreFollowed) {
  Write(Home("bots/bot.js"));
  fs::create_directories(Home("sdk"));
  fs::create_directories(Home("bots/node_modules/@me"));
  fs::create_directory_symlink(Home("sdk"), Home("bots/node_modules/@me/sdk"));
  EXPECT_THAT(FilesOf({"sh", "bot.js"}), Contains(Home("sdk")));
}

TEST_F(ProgramFilesTest, AllFilesOfAFolderAreItsFolder) {
  Write(Home("bots/out/Bot.class"));
  Write(Home("offer/java/sdk.jar"));
  EXPECT_THAT(FilesOf({"java", "-cp", "out:" + Home("offer/java/*"), "Bot"}),
              ElementsAre(Home("bots/out"), Home("offer/java")));
}

TEST_F(ProgramFilesTest, InstallationsAreToldApart) {
  Program(Home("bots/venv/bin/python"));
  fs::create_directories(Home("bots/venv/lib"));
  Write(Home("bots/bot.py"));
  EXPECT_THAT(
      FindProgramFiles({"venv/bin/python", "bot.py"},
                       {current_, variables_, readable_})
          .installations,
      ElementsAre(Home("bots/venv")));
}

TEST_F(ProgramFilesTest, VariablesNameLibraries) {
  fs::create_directories(Home("libraries"));
  variables_["PYTHONPATH"] = Home("libraries") + ":" + Home("missing");
  EXPECT_THAT(FilesOf({"sh"}), ElementsAre(Home("libraries")));
}

TEST_F(ProgramFilesTest, WhatEveryProgramHasIsNotNamed) {
  EXPECT_THAT(FilesOf({"sh", "/dev/null", "/usr/share", "/proc/cpuinfo"}),
              IsEmpty());
}

}  // namespace
}  // namespace arena::sandbox
