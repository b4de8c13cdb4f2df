#include "arena/submission/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace arena::submission {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr char kWhole[] = R"(name = "my_bot"
version = "1.2"
runtime = "python"
build = "python3 -m compileall ."
run = "python3 'my bot.py' --depth 3"
memory_mib = 256
cores = 2
start = "30s"
games = [
  "ordo",
  { name = "octrix", seats = [2, 4], rules_versions = [1], options = { target = { min = 1, max = 5 } } },
]
)";

Manifest Read(absl::string_view text) {
  const absl::StatusOr<Manifest> manifest = ReadManifest(text, "bot.toml");
  EXPECT_TRUE(manifest.ok()) << manifest.status();
  return manifest.value_or(Manifest());
}

// The file with `to` in place of `from` has a mistake in that line.
void ExpectMistake(absl::string_view from, absl::string_view to, int line,
                   const std::string& message) {
  const std::string text = absl::StrReplaceAll(kWhole, {{from, to}});
  ASSERT_NE(text, kWhole);
  const absl::Status status = ReadManifest(text, "bot.toml").status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(std::string(status.message()),
              AllOf(StartsWith(absl::StrCat("bot.toml:", line, ": ")),
                    HasSubstr(message)));
}

TEST(ManifestTest, EveryKeyIsRead) {
  const Manifest manifest = Read(kWhole);
  EXPECT_EQ(manifest.name, "my_bot");
  EXPECT_EQ(manifest.version, "1.2");
  EXPECT_EQ(manifest.runtime, Runtime::kPython);
  EXPECT_THAT(manifest.build,
              ElementsAre(ElementsAre("python3", "-m", "compileall", ".")));
  EXPECT_THAT(manifest.run,
              ElementsAre("python3", "my bot.py", "--depth", "3"));
  EXPECT_EQ(manifest.memory_bytes, int64_t{256} << 20);
  EXPECT_EQ(manifest.cores, 2);
  EXPECT_EQ(manifest.start_budget, absl::Seconds(30));
  ASSERT_EQ(manifest.games.size(), 2u);
  EXPECT_EQ(manifest.games[0].ShortDebugString(), "game: \"ordo\"");
  EXPECT_EQ(manifest.games[1].ShortDebugString(),
            "game: \"octrix\" rules_versions: 1 seats: 2 seats: 4 "
            "options { name: \"target\" min: 1 max: 5 }");
}

TEST(ManifestTest, LittleIsEnough) {
  const Manifest manifest = Read(
      "name = \"b\"\nversion = \"1\"\nruntime = \"binary\"\nrun = \"./b\"\n"
      "games = [\"ordo\"]\n");
  EXPECT_THAT(manifest.build, IsEmpty());
  EXPECT_EQ(manifest.memory_bytes, 0);
  EXPECT_EQ(manifest.cores, 0);
  EXPECT_EQ(manifest.start_budget, absl::Seconds(10));
}

TEST(ManifestTest, AnImageHasACommandOfItsOwn) {
  const Manifest manifest = Read(
      "name = \"b\"\nversion = \"1\"\nimage = \"example.org/b:1\"\n"
      "games = [\"ordo\"]\n");
  EXPECT_EQ(manifest.runtime, Runtime::kImage);
  EXPECT_EQ(manifest.image, "example.org/b:1");
  EXPECT_THAT(manifest.run, IsEmpty());
}

TEST(ManifestTest, ABuildMayHaveSeveralCommands) {
  const Manifest manifest = Read(absl::StrReplaceAll(
      kWhole, {{"build = \"python3 -m compileall .\"",
                "build = [\"cmake -B b\", \"cmake --build b\"]"}}));
  EXPECT_THAT(manifest.build,
              ElementsAre(ElementsAre("cmake", "-B", "b"),
                          ElementsAre("cmake", "--build", "b")));
}

TEST(ManifestTest, EveryRuntimeHasItsWord) {
  for (const char* word :
       {"cpp", "python", "node", "go", "rust", "java", "bridge", "binary"}) {
    const Manifest manifest = Read(absl::StrReplaceAll(
        kWhole, {{"\"python\"", absl::StrCat("\"", word, "\"")}}));
    EXPECT_EQ(std::string(WordOf(manifest.runtime)), word);
  }
}

TEST(ManifestTest, AProgramThatWritesLinesOfJsonHasTheBridgeInFrontOfIt) {
  const Manifest manifest =
      Read(absl::StrReplaceAll(kWhole, {{"\"python\"", "\"bridge\""}}));
  EXPECT_THAT(manifest.run, ElementsAre("arena", "bridge", "--", "python3",
                                        "my bot.py", "--depth", "3"));
}

TEST(ManifestTest, AProcessPlaysOneMatchUnlessItIsSaid) {
  const auto with = [](absl::string_view line) {
    return Read(absl::StrReplaceAll(
                    kWhole, {{"cores = 2", absl::StrCat("cores = 2\n", line)}}))
        .isolation;
  };
  EXPECT_EQ(with(""), v1::ISOLATION_MATCHES);
  EXPECT_EQ(with("isolation = \"matches\""), v1::ISOLATION_MATCHES);
  EXPECT_EQ(with("isolation = \"seats\""), v1::ISOLATION_SEATS);
  ExpectMistake("cores = 2", "isolation = \"seat\"", 7,
                "isolation is \"seat\" (did you mean \"seats\"?); expected "
                "matches or seats");
}

TEST(ManifestTest, AFolderThatIsLeftOutMayBeAskedFor) {
  EXPECT_THAT(Read(absl::StrCat("include = [\".venv\"]\n", kWhole)).include,
              ElementsAre(".venv"));
  ExpectMistake("cores = 2", "include = [\"venv\"]", 7,
                "an entry of include is \"venv\"; expected a name that is left "
                "out: .git, __pycache__, .venv, node_modules, target");
}

TEST(ManifestTest, AValueOfAnOptionMayBeWrittenInThreeWays) {
  const auto constraint = [](absl::string_view value) {
    const Manifest manifest = Read(absl::StrReplaceAll(
        kWhole, {{"{ min = 1, max = 5 }", value}}));
    return manifest.games[1].options(0).ShortDebugString();
  };
  EXPECT_EQ(constraint("5"), "name: \"target\" values: \"5\"");
  EXPECT_EQ(constraint("[1, \"2\"]"),
            "name: \"target\" values: \"1\" values: \"2\"");
  EXPECT_EQ(constraint("{ min = 3 }"), "name: \"target\" min: 3");
}

TEST(ManifestTest, MistakesAreNamedWithTheirLine) {
  ExpectMistake("name = \"my_bot\"", "nmae = \"my_bot\"", 1,
                "unknown key \"nmae\" in the file (did you mean \"name\"?)");
  ExpectMistake("\"my_bot\"", "\"my bot\"", 1, "my bot");
  ExpectMistake("version = \"1.2\"", "version = 1.2", 2,
                "version in the file is 1.2; expected a text");
  ExpectMistake("\"python\"", "\"pyton\"", 3,
                "runtime is \"pyton\" (did you mean \"python\"?); expected "
                "cpp, python, node, go, rust, java, bridge, binary, or a key "
                "image");
  ExpectMistake("'my bot.py'", "'my bot.py", 5, "run: a quote");
  ExpectMistake("256", "0", 6, "expected a whole number from 1 to 65536");
  ExpectMistake("cores = 2", "cores = \"two\"", 7, "from 1 to 64");
  ExpectMistake("\"30s\"", "\"6m\"", 8,
                "start is 6m; expected more than 0 and at most 5m");
  ExpectMistake("\"ordo\"", "\"orod\"", 10, "orod");
  ExpectMistake("[2, 4]", "[2, 5]", 11, "from 1 to 4");
  ExpectMistake("target", "targte", 11,
                "octrix has no option \"targte\" (did you mean \"target\"?)");
  ExpectMistake("min = 1", "mni = 1", 11, "unknown key \"mni\"");
  ExpectMistake("\"ordo\"", "\"octrix\"", 11, "octrix is there twice");
}

TEST(ManifestTest, WhatIsMissingIsNamed) {
  ExpectMistake("name = \"my_bot\"\n", "", 1, "there is no name");
  ExpectMistake("version = \"1.2\"\n", "", 1, "there is no version");
  ExpectMistake("runtime = \"python\"\n", "", 1, "there is no runtime");
  ExpectMistake("run = \"python3 'my bot.py' --depth 3\"\n", "", 1,
                "there is no run; expected, for example, run = \"./my_bot\"");
  const absl::Status none =
      ReadManifest("name = \"b\"\nversion = \"1\"\nruntime = \"go\"\n"
                   "run = \"./b\"\n",
                   "bot.toml")
          .status();
  EXPECT_THAT(std::string(none.message()), HasSubstr("the file names no game"));
}

TEST(ManifestTest, ARuntimeAndAnImageAreTooMuch) {
  ExpectMistake("cores = 2", "image = \"x\"", 3,
                "there are a runtime and an image; expected one");
}

}  // namespace
}  // namespace arena::submission
