#include "tests/arena/cli/run_arena.h"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/testing/folders/folders.h"

namespace arena::cli {

namespace fs = std::filesystem;

ArenaTest::ArenaTest() {
  std::string folder = fs::temp_directory_path() / "cli_test-XXXXXX";
  EXPECT_NE(mkdtemp(folder.data()), nullptr) << folder;
  folder_ = folder;
  // In a sandbox of root, bots are other users.
  fs::permissions(folder_, fs::perms(0755));
}

ArenaTest::~ArenaTest() { fs::remove_all(folder_); }

Outcome ArenaTest::Arena(const std::string& arguments, int columns) const {
  const std::string command =
      "cd " + folder_ + " && PATH=" + testing::InBuild("bin") +
      ":$PATH TMPDIR=" + folder_ + " COLUMNS=" + std::to_string(columns) + " " +
      Program("arena") + " " + arguments + " 2>errors </dev/null";
  Outcome outcome;
  FILE* const pipe = popen(command.c_str(), "r");
  EXPECT_NE(pipe, nullptr);
  std::array<char, 4096> buffer;
  size_t size;
  while ((size = fread(buffer.data(), 1, buffer.size(), pipe)) > 0) {
    outcome.output.append(buffer.data(), size);
  }
  const int status = pclose(pipe);
  outcome.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  outcome.errors = Read("errors");
  return outcome;
}

std::string ArenaTest::Path(const std::string& name) const {
  return folder_ + "/" + name;
}

std::string ArenaTest::Read(const std::string& name) const {
  std::ifstream file(Path(name), std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

void ArenaTest::Write(const std::string& name, const std::string& bytes) const {
  std::ofstream(Path(name), std::ios::binary) << bytes;
}

std::string ArenaTest::Script(const std::string& name,
                              const std::string& text) const {
  Write(name, "#!/bin/sh\n" + text + "\n");
  fs::permissions(Path(name), fs::perms(0755));
  return Path(name);
}

std::vector<std::string> LongLines(const std::string& text, char table) {
  std::vector<std::string> longer;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto width = std::count_if(line.begin(), line.end(), [](char c) {
      return (c & 0xc0) != 0x80;
    });
    if (width > 80 && line[0] != table) longer.push_back(line);
  }
  return longer;
}

std::string ArenaTest::Program(const std::string& name) {
  return testing::InBuild("bin/" + name);
}

}  // namespace arena::cli
