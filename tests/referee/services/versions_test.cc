// Submitted bots at a whole referee: archives from authors and strangers, and
// the rights to see versions.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/core/secrets.h"
#include "referee/store/open_store.h"
#include "tests/arena/submission/archive_builder.h"
#include "tests/referee/services/access_fixture.h"

namespace arena::referee {
namespace {

namespace fs = std::filesystem;
using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using submission::ArchiveBuilder;
using Kind = ArchiveBuilder::Kind;

std::string Manifest(const std::string& name, const std::string& version) {
  return absl::StrCat("name = \"", name, "\"\nversion = \"", version,
                      "\"\nruntime = \"python\"\nrun = \"python3 bot.py\"\n"
                      "games = [\"ordo\"]\n");
}

std::string Archive(const std::string& name, const std::string& version = "1",
                    const std::string& contents = "pass") {
  return ArchiveBuilder()
      .File("bot.toml", Manifest(name, version))
      .File("bot.py", contents)
      .Bytes();
}

// The outcome of a submission.
struct Outcome {
  grpc::Status status;
  v1::SubmittedVersion version;
  // The byte from which the referee wanted to go on.
  uint64_t offset = 0;
};

class VersionsTest : public AccessControlTest {
 protected:
  VersionsTest() {
    // The test has this folder for itself, so that it sees leftovers.
    temporary_ = folder_ + "/tmp";
    fs::create_directory(temporary_);
    setenv("TMPDIR", temporary_.c_str(), 1);
  }
  ~VersionsTest() override { unsetenv("TMPDIR"); }

  // Hands over an archive in chunks, but only its first `most` bytes.
  Outcome Submit(const std::string& who, const std::string& archive,
                 const std::string& bot = "", size_t most = 1 << 30) {
    v1::ArchiveOffer offer;
    offer.set_bot(bot);
    offer.set_archive_sha256(Sha256(archive));
    offer.set_archive_size(archive.size());
    return Submit(who, offer, archive.substr(0, most));
  }
  Outcome Submit(const std::string& who, const v1::ArchiveOffer& offer,
                 const std::string& bytes) {
    constexpr size_t kChunk = 10'000;
    Outcome outcome;
    const auto context = As(who);
    const auto stream = bots_->SubmitVersion(context.get());
    v1::SubmitVersionRequest request;
    *request.mutable_offer() = offer;
    stream->Write(request);
    v1::SubmitVersionResponse response;
    if (stream->Read(&response) && !response.has_version()) {
      outcome.offset = response.offset();
      for (size_t at = outcome.offset; at < bytes.size(); at += kChunk) {
        request.set_chunk(bytes.substr(at, kChunk));
        stream->Write(request);
      }
      stream->WritesDone();
      stream->Read(&response);
    }
    outcome.version = response.version();
    outcome.status = stream->Finish();
    return outcome;
  }
  std::vector<std::string> Versions(const std::string& who,
                                    const std::string& bot) {
    v1::ListVersionsRequest request;
    request.set_bot(bot);
    v1::ListVersionsResponse response;
    const grpc::Status status =
        Call(who, *bots_, &BotStub::ListVersions, request, response);
    if (!status.ok()) return {status.error_message()};
    std::vector<std::string> versions;
    for (const v1::SubmittedVersion& version : response.versions()) {
      versions.push_back(version.version());
    }
    return versions;
  }
  bool TemporaryIsEmpty() { return fs::is_empty(temporary_); }
  // Returns whether any part of the archive is still in the store.
  bool IsStored(const std::string& archive) {
    StopReferee();
    const auto store = OpenStore("sqlite:" + options_.data + "/referee.sqlite");
    EXPECT_TRUE(store.ok()) << store.status();
    const std::string sha256 = Sha256(archive);
    return (*store)->archives().Size(sha256).ok() ||
           (*store)
               ->archives()
               .ReadUpload({.uploader = "ada", .sha256 = sha256}, 0)
               .ok();
  }

  std::string temporary_;
};

// ---- Handing over ----

TEST_F(VersionsTest, BotThatNeedsMoreThanItIsGivenIsRefused) {
  options_.host.resources.set_memory_mib(512);
  options_.host.resources.set_cores(1);
  StartWithTokens();
  const auto submit = [&](const std::string& needs) {
    return Submit("ada", ArchiveBuilder()
                             .File("bot.toml", needs + Manifest("a", "1"))
                             .Bytes())
        .status;
  };
  EXPECT_EQ(submit("memory_mib = 513\n").error_message(),
            "memory_mib in bot.toml is 513; this referee gives each process "
            "512 MiB");
  EXPECT_EQ(submit("cores = 2\n").error_message(),
            "cores in bot.toml is 2; this referee gives each process 1 core");
  EXPECT_TRUE(submit("memory_mib = 512\ncores = 1\n").ok());
}

TEST_F(VersionsTest, AuthorHandsOverAVersion) {
  StartWithTokens();
  const Outcome outcome = Submit("ada", Archive("a"));
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.error_message();
  EXPECT_EQ(outcome.version.bot(), "a");
  EXPECT_EQ(outcome.version.version(), "1");
  EXPECT_EQ(outcome.version.runtime(), "python");
  EXPECT_EQ(outcome.version.plays(0).game(), "ordo");
  EXPECT_THAT(Versions("ada", "a"), ElementsAre("1"));
  EXPECT_TRUE(TemporaryIsEmpty());
}

TEST_F(VersionsTest, BotThatIsNotRegisteredIsRegisteredForItsAuthor) {
  StartWithTokens();
  ASSERT_TRUE(Submit("ada", Archive("new_bot")).status.ok());
  EXPECT_EQ(GetBot("root", "new_bot").author(), "ada");
  EXPECT_THAT(Versions("ada", "new_bot"), ElementsAre("1"));
}

TEST_F(VersionsTest, AdminHandsOverForEveryBot) {
  StartWithTokens();
  ASSERT_TRUE(Submit("root", Archive("a")).status.ok());
  EXPECT_EQ(GetBot("root", "a").author(), "ada");
  ASSERT_TRUE(Submit("root", Archive("new_bot")).status.ok());
  EXPECT_EQ(GetBot("root", "new_bot").author(), "new_bot");
}

TEST_F(VersionsTest, SameArchiveIsTheSameVersionAndNotSentAgain) {
  StartWithTokens();
  const std::string archive = Archive("a");
  ASSERT_TRUE(Submit("ada", archive).status.ok());
  const Outcome again = Submit("ada", archive, "", /*most=*/0);
  ASSERT_TRUE(again.status.ok()) << again.status.error_message();
  EXPECT_EQ(again.version.version(), "1");
  EXPECT_THAT(Versions("ada", "a"), ElementsAre("1"));
}

TEST_F(VersionsTest, OtherContentsNeedAnotherVersion) {
  StartWithTokens();
  ASSERT_TRUE(Submit("ada", Archive("a", "1", "one")).status.ok());
  const std::string other = Archive("a", "1", "two");
  EXPECT_EQ(Submit("ada", other).status.error_code(),
            StatusCode::ALREADY_EXISTS);
  EXPECT_TRUE(Submit("ada", Archive("a", "2", "two")).status.ok());
  EXPECT_FALSE(IsStored(other));
}

TEST_F(VersionsTest, BrokenStreamIsGoneOnWith) {
  StartWithTokens();
  // A connection may not send so much without a message that the referee takes.
  std::string noise;
  while (noise.size() < 4'000'000) noise += Sha256(absl::StrCat(noise.size()));
  const std::string archive = Archive("a", "1", noise);
  const Outcome first = Submit("ada", archive, "", /*most=*/100'000);
  EXPECT_EQ(first.status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(first.status.error_message(), HasSubstr("send the rest"));
  const Outcome second = Submit("ada", archive);
  ASSERT_TRUE(second.status.ok()) << second.status.error_message();
  EXPECT_EQ(second.offset, 100'000u);
}

// ---- Refused submissions ----

TEST_F(VersionsTest, AnothersBotIsNotTakenOver) {
  StartWithTokens();
  EXPECT_EQ(Submit("bob", Archive("a")).status.error_code(),
            StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(Submit("bob", Archive("a"), "a").status.error_code(),
            StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(Versions("ada", "a"), IsEmpty());
}

// A caller that knows the hash need not have the archive.
TEST_F(VersionsTest, AnothersArchiveIsNotClaimedByItsHash) {
  StartWithTokens();
  const std::string archive = Archive("a");
  ASSERT_TRUE(Submit("ada", archive).status.ok());
  const Outcome claim = Submit("bob", archive, "", /*most=*/0);
  EXPECT_FALSE(claim.status.ok());
  EXPECT_EQ(claim.offset, 0u);
  EXPECT_EQ(claim.version.version(), "");
}

TEST_F(VersionsTest, ArchiveOfAnotherBotIsRefused) {
  StartWithTokens();
  const Outcome outcome = Submit("ada", Archive("a"), "other");
  EXPECT_EQ(outcome.status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(outcome.status.error_message(), HasSubstr("name = \"a\""));
}

TEST_F(VersionsTest, RetiredBotGetsNoVersions) {
  StartWithTokens();
  ASSERT_TRUE(Submit("ada", Archive("a")).status.ok());
  ASSERT_TRUE(SetStatus("ada", "a", v1::Bot::STATUS_RETIRED).ok());
  EXPECT_EQ(Submit("ada", Archive("a", "2")).status.error_code(),
            StatusCode::FAILED_PRECONDITION);
}

TEST_F(VersionsTest, VersionsUnderWayAreBounded) {
  options_.host.quotas.max_versions = 1;
  StartWithTokens();
  ASSERT_TRUE(Submit("ada", Archive("a", "1")).status.ok());
  const std::string second = Archive("a", "2");
  EXPECT_EQ(Submit("ada", second).status.error_code(),
            StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_TRUE(Submit("bob", Archive("b")).status.ok());
  EXPECT_FALSE(IsStored(second));
}

TEST_F(VersionsTest, ArchivesOfAnAuthorAreBounded) {
  options_.host.quotas.max_archive_bytes = 2000;
  StartWithTokens();
  ASSERT_TRUE(Submit("ada", Archive("a", "1")).status.ok());
  v1::ArchiveOffer offer;
  offer.set_archive_sha256(std::string(32, 's'));
  offer.set_archive_size(1900);
  EXPECT_EQ(Submit("ada", offer, "").status.error_code(),
            StatusCode::RESOURCE_EXHAUSTED);
}

// A registered bot plays only with its token. A submission is no way around the
// token.
TEST_F(VersionsTest, WithoutATokenNoBotOfAnAuthorIsReplaced) {
  StartWithAdmin();
  ASSERT_TRUE(RegisterAs("root", "a", "ada").ok());
  EXPECT_EQ(Submit("", Archive("a")).status.error_code(),
            StatusCode::UNAUTHENTICATED);
  ASSERT_TRUE(Submit("", Archive("new_bot")).status.ok());
  ASSERT_TRUE(Submit("", Archive("new_bot", "2")).status.ok());
  EXPECT_THAT(Versions("", "new_bot"), ElementsAre("2", "1"));
}

// An offer, the bytes that follow the offer, and the expected answer.
struct BadOffer {
  std::string name;
  v1::ArchiveOffer offer;
  std::string bytes;
  StatusCode code;
  std::string message;
};

std::vector<BadOffer> BadOffers() {
  const std::string archive = Archive("a");
  v1::ArchiveOffer sound;
  sound.set_archive_sha256(Sha256(archive));
  sound.set_archive_size(archive.size());
  std::vector<BadOffer> bad;
  const auto add = [&](const std::string& name, StatusCode code,
                       const std::string& message) -> BadOffer& {
    return bad.emplace_back(BadOffer{name, sound, archive, code, message});
  };
  add("hash", StatusCode::INVALID_ARGUMENT, "32 of a SHA-256")
      .offer.set_archive_sha256("short");
  add("size 0", StatusCode::INVALID_ARGUMENT, "archive_size is 0")
      .offer.set_archive_size(0);
  add("size", StatusCode::RESOURCE_EXHAUSTED, "at most 67108864")
      .offer.set_archive_size(uint32_t{1} << 31);
  add("name", StatusCode::INVALID_ARGUMENT, "offer.bot")
      .offer.set_bot("a/../b");
  add("more bytes", StatusCode::INVALID_ARGUMENT, "were sent").bytes += "x";
  add("fewer bytes", StatusCode::INVALID_ARGUMENT, "stream ended")
      .bytes.pop_back();
  add("other bytes", StatusCode::INVALID_ARGUMENT, "do not have the hash")
      .bytes.back() ^= 1;
  return bad;
}

TEST_F(VersionsTest, BadOffersAreRefusedInWords) {
  StartWithTokens();
  for (const BadOffer& bad : BadOffers()) {
    const Outcome outcome = Submit("ada", bad.offer, bad.bytes);
    EXPECT_EQ(outcome.status.error_code(), bad.code) << bad.name;
    EXPECT_THAT(outcome.status.error_message(), HasSubstr(bad.message))
        << bad.name;
  }
  EXPECT_TRUE(TemporaryIsEmpty());
}

TEST_F(VersionsTest, FirstRequestMustBeAnOffer) {
  StartWithTokens();
  const auto context = As("ada");
  const auto stream = bots_->SubmitVersion(context.get());
  v1::SubmitVersionRequest request;
  request.set_chunk("x");
  stream->Write(request);
  v1::SubmitVersionResponse response;
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::INVALID_ARGUMENT);
}

// ---- Hostile archives ----

struct Hostile {
  std::string name;
  std::string archive;
  std::string message;
};

std::vector<Hostile> HostileArchives() {
  const std::string manifest = Manifest("a", "1");
  const auto with = [&](Kind kind = Kind::kTarGz) {
    auto builder = std::make_unique<ArchiveBuilder>(kind);
    builder->File("bot.toml", manifest);
    return builder;
  };
  const auto toml = [](const std::string& text) {
    return ArchiveBuilder().File("bot.toml", text).Bytes();
  };
  std::string cut = with()->Bytes();
  cut.resize(cut.size() / 2);
  std::string deep = "a";
  for (int i = 0; i < 40; ++i) deep += "/a";
  return {
      {"absolute path", with()->File("/etc/cron.d/x", "x").Bytes(), "/etc"},
      {"parent", with()->File("../../x", "x").Bytes(), ".."},
      {"parent inside", with()->File("a/../../x", "x").Bytes(), ".."},
      {"backslash", with()->File("..\\x", "x").Bytes(), "x"},
      {"link outside", with()->Link("x", "/etc/passwd").Bytes(), "x"},
      {"link up", with()->Link("x", "../../x").Bytes(), "x"},
      {"link chain",
       with()->Link("x", "y/..").Link("y", "x/..").Bytes(), ""},
      {"hard link", with()->HardLink("x", "/etc/passwd").Bytes(), "x"},
      {"device", with()->Special("x", S_IFCHR).Bytes(), "x"},
      {"block device", with()->Special("x", S_IFBLK).Bytes(), "x"},
      {"pipe", with()->Special("x", S_IFIFO).Bytes(), "x"},
      {"bomb", with()->File("x", std::string(100 << 20, 'x')).Bytes(), "times"},
      {"long path", with()->File(std::string(300, 'x'), "x").Bytes(), ""},
      {"deep path", with()->File(deep, "x").Bytes(), "deep"},
      {"twice", with()->File("x", "1").File("x", "2").Bytes(), "x"},
      {"terminal", with()->File("x\x1b[2J", "x").Bytes(), ""},
      {"not UTF-8", with()->File("x\xff", "x").Bytes(), ""},
      {"7z", with(Kind::k7Zip)->Bytes(), ""},
      {"password", with(Kind::kSecretZip)->Bytes(), ""},
      {"cut", cut, ""},
      {"nothing", std::string(1000, '\0'), ""},
      {"text", "hello", ""},
      {"no manifest", ArchiveBuilder().File("x", "x").Bytes(),
       "no file bot.toml at its top; it has x"},
      {"manifest below", ArchiveBuilder().File("a/bot.toml", manifest).Bytes(),
       "not the folder"},
      {"manifest a folder",
       ArchiveBuilder().Folder("bot.toml").File("bot.toml/x", "x").Bytes(), ""},
      {"long manifest", toml(manifest + std::string(1 << 17, '#')),
       "expected at most 65536"},
      {"strange manifest", toml("name = "), "bot.toml"},
      {"unknown key", toml(manifest + "memmory_mib = 1\n"), "memmory_mib"},
      {"no such game", toml(absl::StrReplaceAll(manifest, {{"ordo", "ord"}})),
       "ord"},
  };
}

TEST_F(VersionsTest, HostileArchivesAreRefusedAndLeaveNothing) {
  options_.host.quotas.max_calls = 0;
  StartWithTokens();
  const std::vector<Hostile> hostile = HostileArchives();
  ASSERT_GE(hostile.size(), 20u);
  for (const Hostile& one : hostile) {
    const Outcome outcome = Submit("ada", one.archive);
    EXPECT_EQ(outcome.status.error_code(), StatusCode::INVALID_ARGUMENT)
        << one.name << ": " << outcome.status.error_message();
    EXPECT_THAT(outcome.status.error_message(), HasSubstr(one.message))
        << one.name;
    EXPECT_TRUE(TemporaryIsEmpty()) << one.name;
  }
  EXPECT_THAT(Versions("ada", "a"), IsEmpty());
  StopReferee();
  const auto store = OpenStore("sqlite:" + options_.data + "/referee.sqlite");
  ASSERT_TRUE(store.ok());
  EXPECT_EQ(*(*store)->archives().DeleteUnused(-absl::Hours(1), 100), 0);
}

// ---- Rights to see ----

TEST_F(VersionsTest, VersionsAreForTheirAuthorAndAdmins) {
  StartWithTokens();
  ASSERT_TRUE(Submit("ada", Archive("a")).status.ok());
  EXPECT_THAT(Versions("root", "a"), ElementsAre("1"));
  ASSERT_TRUE(CreateToken("root", v1::ROLE_RUNNER, "rob").ok());
  for (const char* who : {"bob", "a", "b", "eve", "rob"}) {
    EXPECT_NE(Versions(who, "a"), std::vector<std::string>{"1"}) << who;
    v1::GetVersionRequest get;
    get.set_bot("a");
    v1::GetVersionResponse version;
    EXPECT_EQ(
        Call(who, *bots_, &BotStub::GetVersion, get, version).error_code(),
        StatusCode::PERMISSION_DENIED)
        << who;
    v1::ListSeatReportsRequest list;
    list.set_bot("a");
    v1::ListSeatReportsResponse reports;
    EXPECT_EQ(Call(who, *bots_, &BotStub::ListSeatReports, list, reports)
                  .error_code(),
              StatusCode::PERMISSION_DENIED)
        << who;
    v1::RetireVersionRequest retire;
    retire.set_bot("a");
    retire.set_version("1");
    v1::RetireVersionResponse retired;
    EXPECT_EQ(Call(who, *bots_, &BotStub::RetireVersion, retire, retired)
                  .error_code(),
              StatusCode::PERMISSION_DENIED)
        << who;
    v1::ActivateVersionRequest activate;
    activate.set_bot("a");
    v1::ActivateVersionResponse activated;
    EXPECT_EQ(Call(who, *bots_, &BotStub::ActivateVersion, activate, activated)
                  .error_code(),
              StatusCode::PERMISSION_DENIED)
        << who;
  }
}

TEST_F(VersionsTest, VersionIsRetiredByNameOnly) {
  StartWithTokens();
  ASSERT_TRUE(Submit("ada", Archive("a")).status.ok());
  v1::RetireVersionRequest request;
  request.set_bot("a");
  v1::RetireVersionResponse response;
  EXPECT_EQ(
      Call("ada", *bots_, &BotStub::RetireVersion, request, response)
          .error_code(),
      StatusCode::INVALID_ARGUMENT);
  request.set_version("1");
  ASSERT_TRUE(
      Call("ada", *bots_, &BotStub::RetireVersion, request, response).ok());
  EXPECT_EQ(response.version().state(),
            v1::SubmittedVersion::STATE_RETIRED);
}

// ---- Matches that ask for a version ----

class WantedVersionTest : public VersionsTest {
 protected:
  grpc::Status Create(const std::string& who, const std::string& version,
                      bool built_in = false) {
    v1::CreateMatchRequest request = Request("ordo", {"bot:a", "random"});
    request.mutable_seats(built_in ? 1 : 0)->set_version(version);
    v1::CreateMatchResponse response;
    return Call(who, *matches_, &v1::MatchService::Stub::CreateMatch, request,
                response);
  }
};

TEST_F(WantedVersionTest, OnlyVersionsThatCanPlayAreAskedFor) {
  StartWithTokens();
  ASSERT_TRUE(Submit("ada", Archive("a")).status.ok());
  EXPECT_EQ(Create("ada", "1").error_code(), StatusCode::FAILED_PRECONDITION);
  const grpc::Status unknown = Create("ada", "2");
  EXPECT_EQ(unknown.error_code(), StatusCode::NOT_FOUND);
  EXPECT_THAT(unknown.error_message(), HasSubstr("it has 1"));
  EXPECT_EQ(Create("ada", "1", /*built_in=*/true).error_code(),
            StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(Create("bob", "1").error_code(), StatusCode::PERMISSION_DENIED);
}

}  // namespace
}  // namespace arena::referee
