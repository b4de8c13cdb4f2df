#include "arena/submission/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "tests/arena/submission/archive_builder.h"

namespace arena::submission {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

using Kind = ArchiveBuilder::Kind;

constexpr ArchiveLimits kSmall = {.most_packed_bytes = 100'000,
                                  .most_unpacked_bytes = 1'000'000,
                                  .most_ratio = 50,
                                  .ratio_from = 10'000,
                                  .most_entries = 20,
                                  .longest_path = 100,
                                  .most_folders_deep = 5};

class ArchiveTest : public ::testing::Test {
 protected:
  ArchiveTest() {
    std::string pattern = fs::temp_directory_path() / "archive-XXXXXX";
    outside_ = mkdtemp(pattern.data());
    fs::create_directory(folder());
  }
  ~ArchiveTest() override { fs::remove_all(outside_); }

  std::string folder() const { return outside_ + "/bot"; }

  // The contents of the folder, without the folder's own path: contents of
  // files, targets of links, "/" for folders.
  std::map<std::string, std::string> Contents(const std::string& root) const {
    std::map<std::string, std::string> contents;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      std::string& what =
          contents[entry.path().lexically_relative(root).string()];
      if (entry.is_symlink()) {
        what = absl::StrCat("-> ", fs::read_symlink(entry.path()).string());
      } else if (entry.is_directory()) {
        what = "/";
      } else {
        std::ifstream file(entry.path());
        std::ostringstream text;
        text << file.rdbuf();
        what = text.str();
      }
    }
    return contents;
  }
  mode_t ModeOf(const std::string& path) const {
    struct stat status = {};
    stat((folder() + "/" + path).c_str(), &status);
    return status.st_mode & 07777;
  }

  void ExpectRefused(const std::string& archive, const std::string& why) {
    const absl::Status status = Unpack(archive, folder(), kSmall);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(why));
    EXPECT_THAT(Contents(outside_), ElementsAre(Pair("bot", "/")));
  }
  void ExpectRefused(ArchiveBuilder& builder, const std::string& why) {
    ExpectRefused(builder.Bytes(), why);
  }

  std::string outside_;
};

// ---- Accepted archives ----

TEST_F(ArchiveTest, EveryFormatIsUnpacked) {
  for (const Kind kind : {Kind::kTarGz, Kind::kTarZst, Kind::kZip}) {
    ArchiveBuilder builder(kind);
    builder.Folder("src").File("bot.toml", "a").File("src/bot.py", "b");
    ASSERT_TRUE(Unpack(builder.Bytes(), folder(), kSmall).ok());
    EXPECT_THAT(Contents(folder()),
                ElementsAre(Pair("bot.toml", "a"), Pair("src", "/"),
                            Pair("src/bot.py", "b")));
    fs::remove_all(folder());
    fs::create_directory(folder());
  }
}

TEST_F(ArchiveTest, FoldersNeedNoEntriesAndMayComeTwice) {
  ArchiveBuilder builder;
  builder.Folder("./").File("./a/b/c", "x").Folder("a/").Folder("a/b");
  ASSERT_TRUE(Unpack(builder.Bytes(), folder(), kSmall).ok());
  EXPECT_THAT(Contents(folder()), ElementsAre(Pair("a", "/"), Pair("a/b", "/"),
                                              Pair("a/b/c", "x")));
}

TEST_F(ArchiveTest, OnlyTheRightToExecuteIsKept) {
  ArchiveBuilder builder;
  builder.File("plain", "", 0600).File("program", "", 0711);
  builder.File("setuid", "", 06755).File("sticky", "", 01777);
  ASSERT_TRUE(Unpack(builder.Bytes(), folder(), kSmall).ok());
  EXPECT_EQ(ModeOf("plain"), 0644u);
  EXPECT_EQ(ModeOf("program"), 0755u);
  EXPECT_EQ(ModeOf("setuid"), 0755u);
  EXPECT_EQ(ModeOf("sticky"), 0755u);
}

TEST_F(ArchiveTest, LinksInsideAreKept) {
  ArchiveBuilder builder;
  builder.Link("bin/tool", "../lib/tool.js").File("lib/tool.js", "x");
  ASSERT_TRUE(Unpack(builder.Bytes(), folder(), kSmall).ok());
  EXPECT_EQ(Contents(folder())["bin/tool"], "-> ../lib/tool.js");
}

TEST_F(ArchiveTest, NamesMayHaveLettersOfAllLanguages) {
  ArchiveBuilder builder(Kind::kZip);
  builder.File("größe.py", "x");
  ASSERT_TRUE(Unpack(builder.Bytes(), folder(), kSmall).ok());
  EXPECT_EQ(Contents(folder())["größe.py"], "x");
}

// ---- Hostile archives ----

TEST_F(ArchiveTest, AnAbsolutePathIsRefused) {
  ExpectRefused(ArchiveBuilder().File("/etc/passwd", "x"), "absolute path");
}

TEST_F(ArchiveTest, AnAbsolutePathInAZipIsRefused) {
  ExpectRefused(ArchiveBuilder(Kind::kZip).File("/etc/passwd", "x"),
                "absolute path");
}

TEST_F(ArchiveTest, APathUpwardsIsRefused) {
  ExpectRefused(ArchiveBuilder().File("good", "").File("../evil", "x"),
                "\"../evil\" leads out of the bot's folder");
}

TEST_F(ArchiveTest, APathThatGoesDownAndUpIsRefused) {
  ExpectRefused(ArchiveBuilder().File("a/../../evil", "x"), "leads out");
}

TEST_F(ArchiveTest, ABackslashIsRefused) {
  ExpectRefused(ArchiveBuilder().File("..\\evil", "x"), "backslash");
}

TEST_F(ArchiveTest, AnAbsoluteLinkIsRefused) {
  ExpectRefused(ArchiveBuilder().Link("passwords", "/etc/shadow"),
                "is a link to \"/etc/shadow\", outside");
}

TEST_F(ArchiveTest, ALinkUpwardsIsRefused) {
  ExpectRefused(ArchiveBuilder().Link("a/link", "../../neighbour"), "outside");
}

TEST_F(ArchiveTest, ALinkThatLeavesThroughAnotherLinkIsRefused) {
  ExpectRefused(ArchiveBuilder()
                    .Folder("a/b")
                    .Link("a/b/top", "../..")
                    .Link("evil", "a/b/top/.."),
                "which ends outside");
}

TEST_F(ArchiveTest, NothingIsWrittenThroughALink) {
  ExpectRefused(ArchiveBuilder().Link("link", "real").File("link/file", "x"),
                "\"link\" is there twice");
}

TEST_F(ArchiveTest, ALinkToItselfIsRefused) {
  ExpectRefused(ArchiveBuilder().Link("loop", "loop"), "ends outside");
}

TEST_F(ArchiveTest, AnEmptyLinkIsRefused) {
  ExpectRefused(ArchiveBuilder().Special("link", S_IFLNK), "link to \"\"");
}

TEST_F(ArchiveTest, AHardLinkIsRefused) {
  ExpectRefused(
      ArchiveBuilder().File("a", "x").HardLink("b", "/etc/passwd"),
      "\"b\" is a hard link");
}

TEST_F(ArchiveTest, APipeIsRefused) {
  ExpectRefused(ArchiveBuilder().Special("pipe", S_IFIFO), "is a pipe");
}

TEST_F(ArchiveTest, DevicesAreRefused) {
  ExpectRefused(ArchiveBuilder().Special("null", S_IFCHR), "is a device");
  ExpectRefused(ArchiveBuilder().Special("disk", S_IFBLK), "is a device");
}

TEST_F(ArchiveTest, AFileThatComesTwiceIsRefused) {
  ExpectRefused(ArchiveBuilder().File("a", "good").File("./a", "evil"),
                "\"a\" is there twice");
}

TEST_F(ArchiveTest, AFileThatIsAFolderIsRefused) {
  ExpectRefused(ArchiveBuilder().File("a", "").File("a/b", ""),
                "is a file and a folder at once");
}

TEST_F(ArchiveTest, TooManyEntriesAreRefused) {
  ArchiveBuilder builder;
  for (int i = 0; i < 21; ++i) builder.File(absl::StrCat("f", i), "");
  ExpectRefused(builder, "more than 20 entries");
}

TEST_F(ArchiveTest, ALongPathIsRefused) {
  ExpectRefused(ArchiveBuilder().File(std::string(101, 'a'), ""),
                "has a path of 101 bytes; expected at most 100");
}

TEST_F(ArchiveTest, ADeepPathIsRefused) {
  ExpectRefused(ArchiveBuilder().File("1/2/3/4/5/6", ""),
                "more than 5 folders deep");
}

TEST_F(ArchiveTest, AnArchiveThatUnpacksToTooMuchIsRefused) {
  // Noise packs badly, so that the ratio is honest.
  std::string noise;
  uint32_t number = 1;
  while (noise.size() < 30'000) {
    number = number * 1664525 + 1013904223;
    noise += static_cast<char>(number >> 24);
  }
  ArchiveBuilder builder(Kind::kTarZst);
  for (int i = 0; i < 3; ++i) builder.File(absl::StrCat("f", i), noise);
  ArchiveLimits limits = kSmall;
  limits.most_unpacked_bytes = 80'000;
  const absl::Status status = Unpack(builder.Bytes(), folder(), limits);
  EXPECT_THAT(std::string(status.message()), HasSubstr("unpacks to more than"));
  EXPECT_THAT(Contents(folder()), IsEmpty());
}

TEST_F(ArchiveTest, ABombIsRefused) {
  ExpectRefused(ArchiveBuilder().File("zeros", std::string(900'000, '\0')),
                "more than 50 times its size");
}

TEST_F(ArchiveTest, ALargeArchiveIsRefused) {
  ExpectRefused(std::string(100'001, 'x'),
                "has 100001 bytes; expected at most 100000");
}

TEST_F(ArchiveTest, ATruncatedArchiveIsRefused) {
  for (const Kind kind : {Kind::kTarGz, Kind::kTarZst, Kind::kZip}) {
    ArchiveBuilder builder(kind);
    std::string noise;
    for (int i = 0; i < 2000; ++i) noise += absl::StrCat(i * 7919, " ");
    const std::string whole =
        builder.File("a", noise).File("b", noise).Bytes();
    ExpectRefused(whole.substr(0, whole.size() / 2), "cannot be read");
  }
}

TEST_F(ArchiveTest, ADamagedArchiveIsRefused) {
  std::string noise;
  for (int i = 0; i < 2000; ++i) noise += absl::StrCat(i * 7919, " ");
  std::string archive = ArchiveBuilder().File("a", noise).Bytes();
  for (size_t i = 100; i < 200; ++i) archive[i] ^= 0x55;
  ExpectRefused(archive, "cannot be read");
}

TEST_F(ArchiveTest, WhatIsNoArchiveIsRefused) {
  ExpectRefused("#!/bin/sh\nrm -rf /\n", "cannot be read");
  ExpectRefused(std::string(), "cannot be read");
}

TEST_F(ArchiveTest, OtherFormatsAreRefused) {
  ExpectRefused(ArchiveBuilder(Kind::k7Zip).File("a", "x"), "cannot be read");
}

TEST_F(ArchiveTest, AnArchiveWithAPasswordIsRefused) {
  ExpectRefused(ArchiveBuilder(Kind::kSecretZip).File("a", "text of a file"),
                "cannot be read");
}

TEST_F(ArchiveTest, NamesThatATerminalObeysAreRefused) {
  ExpectRefused(ArchiveBuilder().File("a\x1b[2Jb", ""), "is no name");
  ExpectRefused(ArchiveBuilder().File("a\nb", ""), "is no name");
}

TEST_F(ArchiveTest, NamesThatAreNotUtf8AreRefused) {
  ExpectRefused(ArchiveBuilder(Kind::kZip).File("a\xff\xfe", ""), "is no name");
}

// ---- Packing ----

TEST_F(ArchiveTest, PackingAndUnpackingGivesTheSame) {
  const std::string source = outside_ + "/source";
  fs::create_directories(source + "/src/deep");
  std::ofstream(source + "/bot.toml") << "name";
  std::ofstream(source + "/src/deep/run") << "x";
  chmod((source + "/src/deep/run").c_str(), 0700);
  fs::create_symlink("src/deep/run", source + "/start");
  const absl::StatusOr<std::string> packed = Pack(source, kSmall);
  ASSERT_TRUE(packed.ok()) << packed.status();
  ASSERT_TRUE(Unpack(*packed, folder(), kSmall).ok());
  EXPECT_EQ(Contents(folder()), Contents(source));
  EXPECT_EQ(ModeOf("src/deep/run"), 0755u);
}

TEST_F(ArchiveTest, NamesThatAreNotAsciiArePacked) {
  const std::string source = outside_ + "/source";
  fs::create_directories(source + "/\u00e4");
  std::ofstream(source + "/\u00e4/\u00f6") << "x";
  fs::create_symlink("\u00e4/\u00f6", source + "/\u00fc");
  const absl::StatusOr<std::string> packed = Pack(source, kSmall);
  ASSERT_TRUE(packed.ok()) << packed.status();
  ASSERT_TRUE(Unpack(*packed, folder(), kSmall).ok());
  EXPECT_EQ(Contents(folder()), Contents(source));
}

TEST_F(ArchiveTest, TheSameContentsGiveTheSameBytes) {
  std::vector<std::string> packed;
  for (const char* name : {"/one", "/two"}) {
    const std::string source = outside_ + name;
    fs::create_directory(source);
    const bool first = packed.empty();
    std::ofstream(source + (first ? "/a" : "/b")) << "x";
    std::ofstream(source + (first ? "/b" : "/a")) << "x";
    packed.push_back(Pack(source, kSmall).value_or(""));
  }
  EXPECT_NE(packed[0], "");
  EXPECT_EQ(packed[0], packed[1]);
}

TEST_F(ArchiveTest, HistoryAndCachesAreLeftOut) {
  const std::string source = outside_ + "/source";
  fs::create_directories(source + "/.git/objects");
  fs::create_directories(source + "/src/__pycache__");
  std::ofstream(source + "/.git/objects/x") << "x";
  std::ofstream(source + "/src/__pycache__/x") << "x";
  ASSERT_TRUE(Unpack(Pack(source, kSmall).value_or(""), folder(), kSmall).ok());
  EXPECT_THAT(Contents(folder()), ElementsAre(Pair("src", "/")));
}

TEST_F(ArchiveTest, TheCallerSaysWhatIsLeftOut) {
  const std::string source = outside_ + "/source";
  fs::create_directories(source + "/web/node_modules/x");
  fs::create_directories(source + "/.git");
  const auto packed = Pack(source, kSmall, {"node_modules"});
  ASSERT_TRUE(Unpack(packed.value_or(""), folder(), kSmall).ok());
  EXPECT_THAT(Contents(folder()),
              ElementsAre(Pair(".git", "/"), Pair("web", "/")));
}

TEST_F(ArchiveTest, WhatCannotBeUnpackedIsNotPacked) {
  const std::string source = outside_ + "/source";
  fs::create_directory(source);
  fs::create_symlink("/etc/passwd", source + "/link");
  EXPECT_THAT(Pack(source, kSmall).status().ToString(), HasSubstr("outside"));
  fs::remove(source + "/link");
  mkfifo((source + "/pipe").c_str(), 0600);
  EXPECT_THAT(Pack(source, kSmall).status().ToString(), HasSubstr("a pipe"));
}

TEST_F(ArchiveTest, AFolderThatIsMissingIsNotFound) {
  EXPECT_TRUE(absl::IsNotFound(Pack(outside_ + "/none", kSmall).status()));
}

}  // namespace
}  // namespace arena::submission
