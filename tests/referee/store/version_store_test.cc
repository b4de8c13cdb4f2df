// Versions of submitted bots and their archives in the store.
#include <optional>
#include <string>
#include <vector>

#include "arena/core/secrets.h"
#include "referee/store/versions/versions.h"
#include "tests/referee/store/store_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr auto kUploaded = v1::SubmittedVersion::STATE_UPLOADED;
constexpr auto kBuilding = v1::SubmittedVersion::STATE_BUILDING;
constexpr auto kValidating = v1::SubmittedVersion::STATE_VALIDATING;
constexpr auto kActive = v1::SubmittedVersion::STATE_ACTIVE;
constexpr auto kInactive = v1::SubmittedVersion::STATE_INACTIVE;
constexpr auto kFailed = v1::SubmittedVersion::STATE_FAILED;
constexpr auto kRetired = v1::SubmittedVersion::STATE_RETIRED;

// Returns a mebibyte and a little more.
std::string LongArchive() {
  std::string bytes(kArchiveChunk, 'a');
  return bytes + "the end";
}

// Ends the lease of the store's referee some time ago.
void StopLease(Store& store) {
  EXPECT_THAT(store.referees().RenewLease(-absl::Minutes(1)), IsOk());
}

class VersionStoreTest : public StoreTest {
 protected:
  VersionStoreTest() {
    v1::Bot bot;
    bot.set_author("ann");
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    for (const char* name : {"alpha", "beta"}) {
      bot.set_name(name);
      EXPECT_THAT(store().bots().Insert(bot, absl::UnixEpoch()), IsOk());
    }
  }

  Archives& archives() { return store().archives(); }
  Versions& versions() { return store().versions(); }

  // Uploads all of these bytes for ann.
  Upload UploadAll(const std::string& bytes) {
    const Upload upload = {.uploader = "ann", .sha256 = Sha256(bytes)};
    EXPECT_THAT(archives().Offer(upload, bytes.size(), 0), IsOk());
    EXPECT_THAT(archives().Append(upload, 0, bytes), IsOk());
    return upload;
  }
  // Returns a version whose archive has these contents.
  static VersionRow Row(const std::string& bot, const std::string& version,
                        const std::string& contents) {
    VersionRow row;
    row.message.set_bot(bot);
    row.message.set_version(version);
    row.message.set_archive_sha256(Sha256(contents));
    row.message.set_archive_size(contents.size());
    row.message.set_runtime("python");
    row.message.set_isolation(v1::ISOLATION_SEATS);
    row.message.add_plays()->set_game("octrix");
    row.start_budget = absl::Seconds(10);
    row.memory = 512;
    row.cores = 2;
    return row;
  }
  absl::StatusOr<VersionRow> TryInsert(const std::string& bot,
                                       const std::string& version,
                                       const std::string& contents,
                                       int most_under_way = 0) {
    const Upload upload = UploadAll(contents);
    return versions().Insert(Row(bot, version, contents), upload,
                             most_under_way);
  }
  // Adds a version whose archive has the names as contents. Returns its number.
  int64_t Insert(const std::string& bot, const std::string& version) {
    const auto row = TryInsert(bot, version, bot + version);
    EXPECT_THAT(row, IsOk());
    return row->number;
  }
  // Adds the version and builds it. The archive is also the build.
  void Build(const std::string& bot, const std::string& version) {
    Insert(bot, version);
    EXPECT_THAT(versions().FindWork(100), IsOk());
    const int64_t number = Find(bot, version).number;
    EXPECT_THAT(versions().BeginBuild(number), IsOk());
    v1::ProcessUsage usage;
    usage.set_peak_memory_kib(77);
    EXPECT_THAT(versions().FinishBuild(number, Sha256(bot + version), "built",
                                       usage),
                IsOk());
  }
  // Passes the validation, so that the version is active.
  void Pass(const std::string& bot, const std::string& version) {
    Build(bot, version);
    EXPECT_THAT(versions().Pass(Find(bot, version).number), IsOk());
  }
  VersionRow Find(const std::string& bot, const std::string& version = "") {
    const auto row = versions().Find(bot, version);
    EXPECT_THAT(row, IsOk());
    return row.value_or(VersionRow());
  }
  v1::SubmittedVersion::State StateOf(const std::string& bot,
                                      const std::string& version) {
    return Find(bot, version).message.state();
  }
  // Returns the active versions, then the other playable ones.
  std::vector<std::string> Playable() {
    std::vector<std::string> names;
    const auto playable = versions().ReadPlayable();
    for (const PlayableVersion& version : playable->present) {
      names.push_back(absl::StrCat(version.active ? "*" : "", version.bot, " ",
                                   version.version));
    }
    return names;
  }
};

// ---- Archives ----

TEST_P(VersionStoreTest, ArchiveIsReadInPieces) {
  const std::string bytes = LongArchive();
  ASSERT_THAT(archives().Put(Sha256(bytes), bytes), IsOk());
  EXPECT_EQ(*archives().Size(Sha256(bytes)),
            static_cast<int64_t>(bytes.size()));
  EXPECT_EQ(*archives().ReadChunk(Sha256(bytes), 0),
            std::string(kArchiveChunk, 'a'));
  EXPECT_EQ(*archives().ReadChunk(Sha256(bytes), 1), "the end");
  EXPECT_THAT(archives().ReadChunk(Sha256(bytes), 2), IsNotFound());
  EXPECT_THAT(archives().ReadChunk(Sha256(bytes), -1), IsNotFound());
}

TEST_P(VersionStoreTest, ArchiveMayBePutTwice) {
  ASSERT_THAT(archives().Put(Sha256("bytes"), "bytes"), IsOk());
  EXPECT_THAT(archives().Put(Sha256("bytes"), "bytes"), IsOk());
  EXPECT_EQ(*archives().ReadChunk(Sha256("bytes"), 0), "bytes");
}

TEST_P(VersionStoreTest, ArchiveOfAnotherHashIsRefused) {
  EXPECT_THAT(archives().Put(Sha256("other"), "bytes"), IsInvalidArgument());
  EXPECT_THAT(archives().Size(Sha256("other")), IsNotFound());
}

TEST_P(VersionStoreTest, UploadGoesOnWhereItEnded) {
  const std::string bytes = LongArchive();
  const Upload upload = {.uploader = "ann", .sha256 = Sha256(bytes)};
  const int64_t size = bytes.size();
  EXPECT_EQ(*archives().Offer(upload, size, 0), 0);
  ASSERT_THAT(archives().Append(upload, 0, bytes.substr(0, 10)), IsOk());
  EXPECT_EQ(*archives().Offer(upload, size, 0), 10);
  ASSERT_THAT(archives().Append(upload, 10, bytes.substr(10)), IsOk());
  EXPECT_EQ(*archives().Offer(upload, size, 0), size);
  EXPECT_EQ(
      *archives().ReadUpload(upload, 0) + *archives().ReadUpload(upload, 1),
      bytes);
}

TEST_P(VersionStoreTest, UploadTakesOnlyTheNextBytes) {
  const Upload upload = {.uploader = "ann", .sha256 = Sha256("12345")};
  ASSERT_THAT(archives().Offer(upload, 5, 0), IsOk());
  EXPECT_THAT(archives().Append(upload, 1, "2"), IsFailedPrecondition());
  ASSERT_THAT(archives().Append(upload, 0, "123"), IsOk());
  // The acknowledgement was lost, and the bytes come again.
  EXPECT_THAT(archives().Append(upload, 0, "123"), IsOk());
  EXPECT_THAT(archives().Append(upload, 2, "345"), IsFailedPrecondition());
  EXPECT_THAT(archives().Append(upload, 3, "456"), IsInvalidArgument());
  EXPECT_EQ(*archives().ReadUpload(upload, 0), "123");
}

TEST_P(VersionStoreTest, UploadIsNoArchiveBeforeAVersionHasIt) {
  UploadAll("bytes");
  EXPECT_THAT(archives().ReadChunk(Sha256("bytes"), 0), IsNotFound());
}

// A stranger who knows the hash could send other bytes first otherwise.
TEST_P(VersionStoreTest, UploadersDoNotShareUploads) {
  UploadAll("bytes");
  EXPECT_EQ(*archives().Offer({.uploader = "bob", .sha256 = Sha256("bytes")}, 5,
                              0),
            0);
}

TEST_P(VersionStoreTest, OfferOfAnotherSizeBeginsAgain) {
  const Upload upload = UploadAll("bytes");
  EXPECT_EQ(*archives().Offer(upload, 6, 0), 0);
  EXPECT_THAT(archives().ReadUpload(upload, 0), IsNotFound());
}

TEST_P(VersionStoreTest, DroppedUploadLeavesNothing) {
  const Upload upload = UploadAll("bytes");
  ASSERT_THAT(archives().Drop(upload), IsOk());
  EXPECT_THAT(archives().ReadUpload(upload, 0), IsNotFound());
  EXPECT_THAT(archives().Drop(upload), IsOk());
}

TEST_P(VersionStoreTest, StrangeOfferIsRefused) {
  EXPECT_THAT(archives().Offer({.uploader = "ann", .sha256 = "x"}, 5, 0),
              IsInvalidArgument());
  EXPECT_THAT(archives().Offer({.uploader = "ann", .sha256 = Sha256("")}, 0, 0),
              IsInvalidArgument());
}

TEST_P(VersionStoreTest, UploadsAndArchivesOfAnAuthorAreBounded) {
  ASSERT_THAT(TryInsert("alpha", "1", "12345"), IsOk());
  UploadAll("678");
  const Upload upload = {.uploader = "ann", .sha256 = Sha256("90")};
  const absl::Status status = archives().Offer(upload, 3, 10).status();
  EXPECT_THAT(status, HasCode(absl::StatusCode::kResourceExhausted));
  EXPECT_THAT(StatusMessage(status), HasSubstr("have 8 bytes"));
  EXPECT_THAT(archives().Offer(upload, 2, 10), IsOk());
  EXPECT_THAT(archives().Offer({.uploader = "bob", .sha256 = Sha256("90")}, 9,
                               10),
              IsOk());
}

TEST_P(VersionStoreTest, UnusedArchivesGo) {
  Insert("alpha", "1");
  const int64_t failed = Insert("alpha", "2");
  Insert("beta", "1");
  ASSERT_THAT(versions().FindWork(9), IsOk());
  ASSERT_THAT(versions().Fail(failed, {}), IsOk());
  ASSERT_THAT(versions().Retire("beta", "1"), IsOk());
  UploadAll("an upload");
  ASSERT_THAT(archives().Put(Sha256("no version's"), "no version's"), IsOk());
  EXPECT_EQ(*archives().DeleteUnused(absl::Hours(1), 100), 0);
  EXPECT_EQ(*archives().DeleteUnused(-absl::Seconds(1), 1), 1);
  EXPECT_EQ(*archives().DeleteUnused(-absl::Seconds(1), 100), 3);
  EXPECT_THAT(archives().Size(Sha256("alpha1")), IsOk());
  EXPECT_THAT(archives().Size(Sha256("alpha2")), IsNotFound());
}

// ---- Handed over ----

TEST_P(VersionStoreTest, VersionKeepsWhatItWasSubmittedWith) {
  VersionRow row = Row("alpha", "1.2", "bytes");
  row.keep_inactive = true;
  const Upload upload = UploadAll("bytes");
  ASSERT_THAT(versions().Insert(row, upload, 0), IsOk());
  const VersionRow found = Find("alpha", "1.2");
  EXPECT_EQ(found.message.state(), kUploaded);
  EXPECT_EQ(found.message.archive_sha256(), Sha256("bytes"));
  EXPECT_EQ(found.message.archive_size(), 5u);
  EXPECT_EQ(found.message.runtime(), "python");
  EXPECT_EQ(found.message.isolation(), v1::ISOLATION_SEATS);
  ASSERT_EQ(found.message.plays_size(), 1);
  EXPECT_EQ(found.message.plays(0).game(), "octrix");
  EXPECT_GT(found.message.submitted_time().seconds(), 0);
  EXPECT_GT(found.message.state_time().seconds(), 0);
  EXPECT_EQ(found.start_budget, absl::Seconds(10));
  EXPECT_EQ(found.memory, 512);
  EXPECT_EQ(found.cores, 2);
  EXPECT_TRUE(found.keep_inactive);
  EXPECT_EQ(found.build_sha256, "");
  EXPECT_EQ(*archives().ReadChunk(Sha256("bytes"), 0), "bytes");
}

TEST_P(VersionStoreTest, SameArchiveIsTheSameVersion) {
  const int64_t number = Insert("alpha", "1");
  EXPECT_EQ(Insert("alpha", "1"), number);
  EXPECT_THAT(archives().ReadUpload(
                  {.uploader = "ann", .sha256 = Sha256("alpha1")}, 0),
              IsNotFound());
  // The archive is already kept, so there is no upload.
  const auto again =
      versions().Insert(Row("alpha", "1", "alpha1"),
                        {.uploader = "", .sha256 = Sha256("alpha1")}, 0);
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->number, number);
  EXPECT_THAT(archives().ReadChunk(Sha256("alpha1"), 0), IsOk());
}

TEST_P(VersionStoreTest, AnotherArchiveOfTheSameVersionIsRefused) {
  Insert("alpha", "1");
  const absl::Status status = TryInsert("alpha", "1", "other").status();
  EXPECT_THAT(status, IsAlreadyExists());
  EXPECT_THAT(StatusMessage(status), HasSubstr("another version in bot.toml"));
  EXPECT_THAT(archives().Size(Sha256("other")), IsNotFound());
}

TEST_P(VersionStoreTest, FailedVersionMayBeHandedOverAgain) {
  const int64_t failed = Insert("alpha", "1");
  ASSERT_THAT(versions().FindWork(9), IsOk());
  ASSERT_THAT(versions().Fail(failed, {}), IsOk());
  const auto again = TryInsert("alpha", "1", "other");
  ASSERT_THAT(again, IsOk());
  EXPECT_NE(again->number, failed);
  EXPECT_EQ(StateOf("alpha", "1"), kUploaded);
}

TEST_P(VersionStoreTest, OldFailuresAreForgotten) {
  for (int i = 0; i < 30; ++i) {
    const int64_t number = Insert("alpha", "1");
    ASSERT_THAT(versions().FindWork(9), IsOk());
    ASSERT_THAT(versions().Fail(number, {}), IsOk());
  }
  EXPECT_LE(versions().List("alpha", 100, 0)->size(), 21u);
}

TEST_P(VersionStoreTest, VersionNeedsItsWholeArchive) {
  const Upload upload = {.uploader = "ann", .sha256 = Sha256("bytes")};
  ASSERT_THAT(archives().Offer(upload, 5, 0), IsOk());
  ASSERT_THAT(archives().Append(upload, 0, "byte"), IsOk());
  EXPECT_THAT(versions().Insert(Row("alpha", "1", "bytes"), upload, 0),
              IsNotFound());
  EXPECT_THAT(versions().Find("alpha", "1"), IsNotFound());
}

TEST_P(VersionStoreTest, VersionNeedsABotThatIsNotRetired) {
  EXPECT_THAT(TryInsert("nope", "1", "bytes"), IsNotFound());
  ASSERT_THAT(store().bots().SetStatus("alpha", v1::Bot::STATUS_RETIRED, "",
                                       "author ann", absl::UnixEpoch()),
              IsOk());
  EXPECT_THAT(TryInsert("alpha", "1", "bytes"), IsFailedPrecondition());
}

TEST_P(VersionStoreTest, VersionsUnderWayOfAnAuthorAreBounded) {
  Insert("alpha", "1");
  Insert("beta", "1");
  EXPECT_THAT(TryInsert("alpha", "2", "bytes", 2),
              HasCode(absl::StatusCode::kResourceExhausted));
  EXPECT_THAT(TryInsert("alpha", "2", "bytes", 3), IsOk());
}

TEST_P(VersionStoreTest, UnknownVersionIsToldWhichThereAre) {
  EXPECT_THAT(StatusMessage(versions().Find("alpha", "1").status()),
              HasSubstr("no version of alpha was submitted"));
  Insert("alpha", "1");
  Insert("alpha", "2");
  const absl::Status status = versions().Find("alpha", "3").status();
  EXPECT_THAT(status, IsNotFound());
  EXPECT_THAT(StatusMessage(status),
              HasSubstr("alpha has no version 3; it has 2, 1"));
}

TEST_P(VersionStoreTest, VersionsAreListedNewestFirst) {
  for (const char* version : {"1", "2", "3"}) Insert("alpha", version);
  Insert("beta", "1");
  const auto page = versions().List("alpha", 2, 0);
  ASSERT_EQ(page->size(), 2u);
  EXPECT_EQ((*page)[0].message.version(), "3");
  EXPECT_EQ((*page)[1].message.version(), "2");
  EXPECT_EQ(versions().List("alpha", 2, (*page)[1].number)->size(), 1u);
  EXPECT_EQ(Find("alpha").message.version(), "3");
  EXPECT_EQ(versions().FindByArchive(Sha256("beta1"))->size(), 1u);
}

TEST_P(VersionStoreTest, DamagedVersionHidesNoOther) {
  Pass("alpha", "1");
  Pass("beta", "1");
  database().Execute("UPDATE versions SET details = " +
                     std::string(GetParam().name == std::string("Sqlite")
                                     ? "X'ff'"
                                     : "'\\xff'") +
                     " WHERE bot = 'alpha'");
  EXPECT_NE(Find("alpha", "1").damage, "");
  EXPECT_THAT(Find("alpha", "1").message.failure().reason(),
              HasSubstr("damaged"));
  EXPECT_THAT(Playable(), ElementsAre("*beta 1"));
}

// ---- Built, validated ----

TEST_P(VersionStoreTest, VersionIsBuiltValidatedAndActive) {
  const int64_t number = Insert("alpha", "1");
  ASSERT_EQ(versions().FindWork(9)->size(), 1u);
  ASSERT_THAT(versions().BeginBuild(number), IsOk());
  EXPECT_EQ(StateOf("alpha", "1"), kBuilding);
  EXPECT_THAT(versions().FinishBuild(number, Sha256("no build"), "", {}),
              IsNotFound());
  ASSERT_THAT(archives().Put(Sha256("build"), "build"), IsOk());
  ASSERT_THAT(versions().FinishBuild(number, Sha256("build"), "log", {}),
              IsOk());
  EXPECT_EQ(StateOf("alpha", "1"), kValidating);
  EXPECT_EQ(Find("alpha", "1").build_sha256, Sha256("build"));
  EXPECT_EQ(Find("alpha", "1").message.build_log(), "log");
  EXPECT_THAT(Playable(), ElementsAre("alpha 1"));
  ASSERT_THAT(versions().SetMatches(number, {"m1", "m2"}), IsOk());
  EXPECT_THAT(Find("alpha", "1").message.validation_matches(),
              ElementsAre("m1", "m2"));
  EXPECT_EQ(*versions().Pass(number), kActive);
  EXPECT_EQ(store().bots().Get("alpha")->active_version(), "1");
  EXPECT_THAT(Playable(), ElementsAre("*alpha 1"));
}

TEST_P(VersionStoreTest, WhatCanPlayIsTold) {
  Pass("alpha", "1");
  const std::vector<PlayableVersion> playable =
      versions().ReadPlayable()->present;
  ASSERT_EQ(playable.size(), 1u);
  EXPECT_EQ(playable[0].build_sha256, Sha256("alpha1"));
  ASSERT_EQ(playable[0].plays.size(), 1u);
  EXPECT_EQ(playable[0].plays[0].game(), "octrix");
  EXPECT_EQ(playable[0].start_budget, absl::Seconds(10));
  EXPECT_EQ(playable[0].runtime, "python");
  EXPECT_TRUE(playable[0].several_matches);
  EXPECT_FALSE(playable[0].rehearses);
}

TEST_P(VersionStoreTest, OnlyWhatHasChangedIsReadAgain) {
  Pass("alpha", "1");
  const int64_t last = versions().ReadPlayable()->last;
  EXPECT_THAT(versions().ReadPlayable(last)->present, IsEmpty());
  Pass("alpha", "2");
  const auto changes = versions().ReadPlayable(last);
  ASSERT_THAT(changes, IsOk());
  ASSERT_EQ(changes->present.size(), 2u) << "the one before plays no more";
  EXPECT_FALSE(changes->present[0].active);
  EXPECT_EQ(changes->present[1].version, "2");
  EXPECT_TRUE(changes->present[1].active);
  EXPECT_THAT(versions().ReadPlayable(changes->last)->present, IsEmpty());
}

TEST_P(VersionStoreTest, EveryWayToPlayOrNotIsAChange) {
  Pass("alpha", "1");
  Pass("alpha", "2");
  int64_t last = versions().ReadPlayable()->last;
  const auto changed = [&] {
    const auto changes = versions().ReadPlayable(last);
    last = changes->last;
    return changes->present.size() + changes->gone.size();
  };
  ASSERT_THAT(versions().Activate("alpha", "1"), IsOk());
  EXPECT_EQ(changed(), 2u);
  ASSERT_THAT(versions().RollBack("alpha"), IsOk());
  EXPECT_EQ(changed(), 2u);
  ASSERT_THAT(versions().Retire("alpha", "1"), IsOk());
  EXPECT_EQ(changed(), 1u);
  Build("alpha", "3");
  EXPECT_GE(changed(), 1u);
  ASSERT_THAT(versions().Fail(Find("alpha", "3").number, {}), IsOk());
  EXPECT_EQ(changed(), 1u);
}

TEST_P(VersionStoreTest, WhatCanPlayNoMoreIsNamed) {
  Pass("alpha", "1");
  const int64_t last = versions().ReadPlayable()->last;
  ASSERT_THAT(versions().Retire("alpha", "1"), IsOk());
  const auto changes = versions().ReadPlayable(last);
  EXPECT_THAT(changes->present, IsEmpty());
  EXPECT_THAT(changes->gone, ElementsAre(std::pair<std::string, std::string>(
                                 "alpha", "1")));
}

TEST_P(VersionStoreTest, BotsWithAnActiveVersionAreFound) {
  Pass("alpha", "1");
  Insert("beta", "1");
  const std::vector<std::string> bots = {"alpha", "beta", "gamma"};
  EXPECT_THAT(*versions().FindActiveOf(bots), ElementsAre("alpha"));
}

TEST_P(VersionStoreTest, VersionMayStayInactive) {
  VersionRow row = Row("alpha", "1", "bytes");
  row.keep_inactive = true;
  const Upload upload = UploadAll("bytes");
  const int64_t number = versions().Insert(row, upload, 0)->number;
  ASSERT_THAT(versions().FindWork(9), IsOk());
  ASSERT_THAT(versions().BeginBuild(number), IsOk());
  ASSERT_THAT(versions().FinishBuild(number, Sha256("bytes"), "", {}), IsOk());
  EXPECT_EQ(*versions().Pass(number), kInactive);
  EXPECT_EQ(store().bots().Get("alpha")->active_version(), "");
}

TEST_P(VersionStoreTest, VersionFailsWithItsReason) {
  const int64_t number = Insert("alpha", "1");
  ASSERT_THAT(versions().FindWork(9), IsOk());
  v1::VersionFailure failure;
  failure.set_phase(v1::VersionFailure::PHASE_BUILD);
  failure.set_reason("make failed");
  ASSERT_THAT(versions().Fail(number, failure, "log"), IsOk());
  const v1::SubmittedVersion found = Find("alpha", "1").message;
  EXPECT_EQ(found.state(), kFailed);
  EXPECT_EQ(found.failure().reason(), "make failed");
  EXPECT_EQ(found.build_log(), "log");
  EXPECT_THAT(Playable(), IsEmpty());
}

TEST_P(VersionStoreTest, ReleasedVersionIsFoundAgain) {
  const int64_t number = Insert("alpha", "1");
  ASSERT_EQ(versions().FindWork(9)->size(), 1u);
  ASSERT_THAT(versions().BeginBuild(number), IsOk());
  EXPECT_THAT(*versions().FindWork(9), IsEmpty());
  ASSERT_THAT(versions().Release(number), IsOk());
  EXPECT_EQ(StateOf("alpha", "1"), kUploaded);
  EXPECT_EQ(versions().FindWork(9)->size(), 1u);
}

TEST_P(VersionStoreTest, VersionOfARefereeThatIsGoneIsTakenOver) {
  const std::unique_ptr<Store> other = Open("b");
  const int64_t number = Insert("alpha", "1");
  ASSERT_EQ(other->versions().FindWork(9)->size(), 1u);
  EXPECT_THAT(*versions().FindWork(9), IsEmpty());
  EXPECT_THAT(versions().BeginBuild(number), IsFailedPrecondition());
  StopLease(*other);
  EXPECT_EQ(versions().FindWork(9)->size(), 1u);
  EXPECT_THAT(other->versions().BeginBuild(number), IsFailedPrecondition());
  EXPECT_THAT(versions().BeginBuild(number), IsOk());
}

TEST_P(VersionStoreTest, RestartedRefereeGoesOnWithItsVersions) {
  Build("alpha", "1");
  Reopen();
  const std::vector<VersionRow> found = *versions().FindWork(9);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message.state(), kValidating);
  EXPECT_THAT(versions().Pass(found[0].number), IsOk());
}

TEST_P(VersionStoreTest, RetiredVersionIsNotValidatedAnyMore) {
  Build("alpha", "1");
  ASSERT_THAT(versions().Retire("alpha", "1"), IsOk());
  EXPECT_THAT(versions().Pass(Find("alpha", "1").number),
              IsFailedPrecondition());
  EXPECT_THAT(*versions().FindWork(9), IsEmpty());
}

// ---- Chosen ----

TEST_P(VersionStoreTest, NewVersionTakesThePlaceOfTheOneBefore) {
  Pass("alpha", "1");
  Pass("alpha", "2");
  EXPECT_EQ(StateOf("alpha", "1"), kInactive);
  EXPECT_THAT(Playable(), ElementsAre("alpha 1", "*alpha 2"));
}

TEST_P(VersionStoreTest, FailedVersionLeavesTheOneBefore) {
  Pass("alpha", "1");
  Build("alpha", "2");
  ASSERT_THAT(versions().Fail(Find("alpha", "2").number, {}), IsOk());
  EXPECT_THAT(Playable(), ElementsAre("*alpha 1"));
}

TEST_P(VersionStoreTest, ActivatingChoosesAVersion) {
  Pass("alpha", "1");
  Pass("alpha", "2");
  const auto row = versions().Activate("alpha", "1");
  ASSERT_THAT(row, IsOk());
  EXPECT_EQ(row->message.state(), kActive);
  EXPECT_THAT(Playable(), ElementsAre("*alpha 1", "alpha 2"));
  EXPECT_THAT(versions().Activate("alpha", "1"), IsOk());
}

TEST_P(VersionStoreTest, OnlyVersionsThatCanPlayAreActivated) {
  Insert("alpha", "1");
  EXPECT_THAT(versions().Activate("alpha", "1"), IsFailedPrecondition());
  EXPECT_THAT(versions().Activate("alpha", "2"), IsNotFound());
  ASSERT_THAT(versions().Retire("alpha", "1"), IsOk());
  const absl::Status status = versions().Activate("alpha", "1").status();
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(StatusMessage(status),
              HasSubstr("version 1 of alpha is retired"));
}

TEST_P(VersionStoreTest, RollingBackGoesBackStepByStep) {
  for (const char* version : {"1", "2", "3"}) Pass("alpha", version);
  EXPECT_EQ(versions().RollBack("alpha")->message.version(), "2");
  EXPECT_EQ(versions().RollBack("alpha")->message.version(), "1");
  EXPECT_THAT(versions().RollBack("alpha"), IsFailedPrecondition());
  EXPECT_THAT(Playable(), ElementsAre("*alpha 1", "alpha 2", "alpha 3"));
}

TEST_P(VersionStoreTest, RollingBackPassesOverRetiredVersions) {
  for (const char* version : {"1", "2", "3"}) Pass("alpha", version);
  ASSERT_THAT(versions().Retire("alpha", "2"), IsOk());
  EXPECT_EQ(versions().RollBack("alpha")->message.version(), "1");
}

TEST_P(VersionStoreTest, RollingBackEndsWhereTwoVersionsTookTurns) {
  for (const char* version : {"1", "2", "3"}) Pass("alpha", version);
  ASSERT_THAT(versions().Activate("alpha", "2"), IsOk());
  ASSERT_THAT(versions().Activate("alpha", "1"), IsOk());
  ASSERT_THAT(versions().Retire("alpha", "2"), IsOk());
  ASSERT_THAT(versions().Retire("alpha", "3"), IsOk());
  EXPECT_THAT(versions().RollBack("alpha"), IsFailedPrecondition());
}

TEST_P(VersionStoreTest, NothingIsRolledBackWithoutAnActiveVersion) {
  EXPECT_THAT(versions().RollBack("alpha"), IsFailedPrecondition());
  EXPECT_THAT(versions().RollBack("nope"), IsNotFound());
}

TEST_P(VersionStoreTest, RetiredVersionPlaysNoMore) {
  Pass("alpha", "1");
  EXPECT_EQ(versions().Retire("alpha", "1")->message.state(), kRetired);
  EXPECT_EQ(versions().Retire("alpha", "1")->message.state(), kRetired);
  EXPECT_THAT(Playable(), IsEmpty());
  // The name of the version is used up.
  EXPECT_THAT(TryInsert("alpha", "1", "other"), IsAlreadyExists());
}

TEST_P(VersionStoreTest, VersionsOfARetiredBotAreRetired) {
  Pass("alpha", "1");
  Insert("alpha", "2");
  Pass("beta", "1");
  ASSERT_THAT(store().bots().SetStatus("alpha", v1::Bot::STATUS_RETIRED, "",
                                       "author ann", absl::UnixEpoch()),
              IsOk());
  EXPECT_EQ(StateOf("alpha", "1"), kRetired);
  EXPECT_EQ(StateOf("alpha", "2"), kRetired);
  EXPECT_THAT(Playable(), ElementsAre("*beta 1"));
}

// ---- Their matches ----

class PlayedVersionTest : public VersionStoreTest {
 protected:
  // Ends a match of this version of alpha against a built-in player, with these
  // ranks and faults of alpha.
  void Play(const std::string& match_id, const std::string& version,
            const std::vector<uint32_t>& ranks, int faults = 0) {
    Add(match_id);
    v1::PlayerInfo player;
    player.set_version(version);
    EXPECT_THAT(store().matches().Start(match_id, {std::string(32, 's'), ""},
                                        {player, {}}),
                IsOk());
    FinishedMatch finished = SampleEnd(match_id);
    *finished.result.mutable_ranks() = {ranks.begin(), ranks.end()};
    for (int i = 0; i < faults; ++i) {
      v1::Fault& fault = *finished.result.add_faults();
      fault.set_seat(0);
      fault.set_decision(i);
      fault.set_kind(v1::FAULT_KIND_LATE);
    }
    EXPECT_THAT(store().matches().Finish(finished), IsOk());
  }
};

TEST_P(PlayedVersionTest, MatchesWinsAndFaultsAreCounted) {
  Pass("alpha", "1");
  Play("m1", "1", {1, 2});
  Play("m2", "1", {2, 1}, 3);
  Play("m3", "1", {1, 1});
  Play("m4", "another", {1, 2}, 1);
  const v1::SubmittedVersion version = Find("alpha", "1").message;
  EXPECT_EQ(version.matches(), 3u);
  EXPECT_EQ(version.wins(), 1u);
  EXPECT_EQ(version.faults(), 3u);
}

TEST_P(PlayedVersionTest, MatchesOfTheValidationDoNotCount) {
  Build("alpha", "1");
  Play("m1", "1", {1, 2});
  ASSERT_THAT(versions().Pass(Find("alpha", "1").number), IsOk());
  EXPECT_EQ(Find("alpha", "1").message.matches(), 0u);
}

TEST_P(PlayedVersionTest, SeatMayAskForAVersion) {
  MatchRow match = SampleMatch("m1");
  match.seats[0].set_version("1.2");
  Add(match);
  EXPECT_EQ(Get("m1").seats[0].version(), "1.2");
  EXPECT_EQ(Get("m1").seats[1].version(), "");
}

// ---- The secret of processes ----

TEST_P(VersionStoreTest, RefereesShareTheSecretOfProcesses) {
  const std::unique_ptr<Store> other = Open("b");
  const std::string secret = *versions().ProcessSecret();
  EXPECT_EQ(secret.size(), 32u);
  EXPECT_EQ(*other->versions().ProcessSecret(), secret);
  Reopen();
  EXPECT_EQ(*versions().ProcessSecret(), secret);
}

INSTANTIATE_TEST_SUITE_P(All, VersionStoreTest,
                         ::testing::ValuesIn(AllDatabases()), NameOfDatabase);
INSTANTIATE_TEST_SUITE_P(All, PlayedVersionTest,
                         ::testing::ValuesIn(AllDatabases()), NameOfDatabase);

}  // namespace
}  // namespace arena::referee
