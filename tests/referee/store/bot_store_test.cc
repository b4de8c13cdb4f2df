// The contract of BotStore: registered bots and tokens.
#include <string>
#include <vector>

#include "referee/store/bots.h"
#include "tests/referee/store/store_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

absl::Time Second(int64_t second) { return absl::FromUnixSeconds(second); }

class BotStoreTest : public StoreTest {
 protected:
  void Register(const std::string& name, const std::string& author = "ann") {
    v1::Bot bot;
    bot.set_name(name);
    bot.set_author(author);
    bot.add_games("octrix");
    bot.add_games("ordo");
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    EXPECT_THAT(store().bots().Insert(bot, Second(5)), IsOk());
  }
  v1::Bot Find(const std::string& name) {
    absl::StatusOr<v1::Bot> bot = store().bots().Get(name);
    EXPECT_TRUE(bot.ok()) << bot.status();
    return *bot;
  }
  std::vector<std::string> Names(const std::string& author,
                                 const std::string& after, int limit) {
    std::vector<std::string> names;
    const auto bots = store().bots().List(author, after, limit);
    for (const v1::Bot& bot : *bots) names.push_back(bot.name());
    return names;
  }
  // Ends a match of alpha against a built-in player, with faults in these
  // seats.
  void FinishWithFaults(const std::string& match_id,
                        const std::vector<uint32_t>& seats) {
    Add(match_id);
    FinishedMatch finished = SampleEnd(match_id);
    for (const uint32_t seat : seats) {
      v1::Fault& fault = *finished.result.add_faults();
      fault.set_seat(seat);
      fault.set_kind(v1::FAULT_KIND_LATE);
      fault.set_decision(finished.result.faults_size());
    }
    EXPECT_THAT(store().matches().Finish(finished), IsOk());
  }
};

TokenRow SampleToken(const std::string& id, char secret,
                     const std::string& owner) {
  return {.token_id = id,
          .secret_sha256 = std::string(32, secret),
          .role = v1::ROLE_AUTHOR,
          .owner = owner,
          .created = Second(7)};
}

// ---- Bots ----

TEST_P(BotStoreTest, BotKeepsWhatItWasRegisteredWith) {
  Register("alpha");
  const v1::Bot bot = Find("alpha");
  EXPECT_EQ(bot.author(), "ann");
  EXPECT_THAT(bot.games(), ElementsAre("octrix", "ordo"));
  EXPECT_EQ(bot.status(), v1::Bot::STATUS_ACTIVE);
  EXPECT_EQ(bot.created_time().seconds(), 5);
}

TEST_P(BotStoreTest, ARepeatedRegistrationIsOfTheSameBotWithinAnHour) {
  v1::Bot bot;
  bot.set_name("alpha");
  bot.set_author("ann");
  bot.add_games("octrix");
  bot.add_games("ordo");
  bot.set_status(v1::Bot::STATUS_ACTIVE);
  ASSERT_THAT(store().bots().Insert(bot, Second(5), "r1"), IsOk());
  const auto repeats = [&](const v1::Bot& again, const char* request = "r1",
                           absl::Duration later = absl::Minutes(59)) {
    return *store().bots().WasAddedBy(request, again, Second(5) + later);
  };
  EXPECT_TRUE(repeats(bot));
  EXPECT_FALSE(repeats(bot, "r2"));
  EXPECT_FALSE(repeats(bot, ""));
  EXPECT_FALSE(repeats(bot, "r1", kRepetition));
  v1::Bot other_games = bot;
  other_games.mutable_games()->RemoveLast();
  EXPECT_FALSE(repeats(other_games));
  v1::Bot other_author = bot;
  other_author.set_author("bob");
  EXPECT_FALSE(repeats(other_author));
  v1::Bot other_name = bot;
  other_name.set_name("beta");
  EXPECT_FALSE(repeats(other_name));
}

TEST_P(BotStoreTest, TakenNameIsRefused) {
  Register("alpha");
  EXPECT_THAT(store().bots().Insert(Find("alpha"), Second(6)),
              IsAlreadyExists());
}

TEST_P(BotStoreTest, NameThatDiffersByCaseOnlyIsTaken) {
  Register("alpha");
  v1::Bot bot = Find("alpha");
  bot.set_name("Alpha");
  const absl::Status status = store().bots().Insert(bot, Second(6));
  EXPECT_THAT(status, IsAlreadyExists());
  EXPECT_THAT(std::string(status.message()), HasSubstr("as alpha already"));
}

TEST_P(BotStoreTest, UnknownBotIsNotFoundByName) {
  const absl::Status status = store().bots().Get("nope").status();
  EXPECT_THAT(status, IsNotFound());
  EXPECT_THAT(std::string(status.message()), HasSubstr("nope"));
}

TEST_P(BotStoreTest, BotsAreListedByTheBytesOfTheirNames) {
  for (const char* name : {"b", "a", "C", "_"}) Register(name);
  EXPECT_THAT(Names("", "", 9), ElementsAre("C", "_", "a", "b"));
}

TEST_P(BotStoreTest, NextPageOfBotsGoesOnBehindTheLastName) {
  for (const char* name : {"a", "b", "c"}) Register(name);
  EXPECT_THAT(Names("", "a", 1), ElementsAre("b"));
}

TEST_P(BotStoreTest, BotsOfOneAuthor) {
  Register("a", "ann");
  Register("b", "bob");
  EXPECT_THAT(Names("bob", "", 9), ElementsAre("b"));
}

TEST_P(BotStoreTest, StatusAndReasonAreChanged) {
  Register("alpha");
  ASSERT_THAT(
      store().bots().SetStatus("alpha", v1::Bot::STATUS_BENCHED, "too slow",
                               "admin root", absl::FromUnixSeconds(5)),
      IsOk());
  EXPECT_EQ(Find("alpha").status(), v1::Bot::STATUS_BENCHED);
  EXPECT_EQ(Find("alpha").status_reason(), "too slow");
  EXPECT_EQ(Find("alpha").status_by(), "admin root");
  EXPECT_EQ(Find("alpha").status_time().seconds(), 5);
}

TEST_P(BotStoreTest, UnknownBotGetsNoStatus) {
  EXPECT_THAT(store().bots().SetStatus("nope", v1::Bot::STATUS_BENCHED, "", "",
                                       absl::UnixEpoch()),
              IsNotFound());
}

TEST_P(BotStoreTest, VersionsAreShownNewestFirst) {
  Register("alpha");
  ASSERT_THAT(store().bots().SeeVersion("alpha", "1", "C", Second(10)), IsOk());
  ASSERT_THAT(store().bots().SeeVersion("alpha", "2", "Go", Second(20)),
              IsOk());
  const v1::Bot bot = Find("alpha");
  ASSERT_EQ(bot.versions_size(), 2);
  EXPECT_EQ(bot.versions(0).language(), "Go");
  EXPECT_EQ(bot.versions(1).version(), "1");
}

TEST_P(BotStoreTest, VersionKnowsItsFirstAndLastTime) {
  Register("alpha");
  ASSERT_THAT(store().bots().SeeVersion("alpha", "1", "C", Second(10)), IsOk());
  ASSERT_THAT(store().bots().SeeVersion("alpha", "1", "C", Second(20)), IsOk());
  const v1::BotVersion version = Find("alpha").versions(0);
  EXPECT_EQ(version.first_seen_time().seconds(), 10);
  EXPECT_EQ(version.last_seen_time().seconds(), 20);
}

TEST_P(BotStoreTest, VersionOfAnUnknownBotIsForgotten) {
  ASSERT_THAT(store().bots().SeeVersion("alpha", "1", "C", Second(10)), IsOk());
  Register("alpha");
  EXPECT_EQ(Find("alpha").versions_size(), 0);
}

// ---- Faults ----

TEST_P(BotStoreTest, FaultsOfABotAreShownNewestFirst) {
  Register("alpha");
  FinishWithFaults("m1", {0});
  FinishWithFaults("m2", {0, 0});
  const v1::Bot bot = Find("alpha");
  ASSERT_EQ(bot.faults_size(), 3);
  EXPECT_EQ(bot.faults(0).match_id(), "m2");
  EXPECT_EQ(bot.faults(0).fault().decision(), 2u);
  EXPECT_EQ(bot.faults(2).match_id(), "m1");
}

TEST_P(BotStoreTest, MatchesAndFaultsAreCounted) {
  Register("alpha");
  FinishWithFaults("m1", {0, 0});
  FinishWithFaults("m2", {});
  EXPECT_EQ(Find("alpha").matches(), 2u);
  EXPECT_EQ(Find("alpha").fault_count(), 2u);
}

TEST_P(BotStoreTest, MatchWithItselfCountsOnce) {
  Register("alpha");
  MatchRow match = SampleMatch("m1");
  match.seats = {Bot("alpha"), Bot("alpha")};
  Add(match);
  ASSERT_THAT(store().matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_EQ(Find("alpha").matches(), 1u);
}

TEST_P(BotStoreTest, FaultsOfOthersAreNotItsOwn) {
  Register("alpha");
  FinishWithFaults("m1", {1});
  EXPECT_EQ(Find("alpha").fault_count(), 0u);
}

TEST_P(BotStoreTest, EachBotHasTheFaultsOfItsSeats) {
  Register("alpha");
  Register("beta");
  MatchRow match = SampleMatch("m1");
  match.seats = {Bot("beta"), Bot("alpha"), Bot("gamma")};
  Add(match);
  FinishedMatch finished = SampleEnd("m1");
  for (const uint32_t seat : {1, 0, 2, 3, 0}) {
    finished.result.add_faults()->set_seat(seat);
  }
  finished.fault_times = {absl::Seconds(1), absl::Seconds(2)};
  ASSERT_THAT(store().matches().Finish(finished), IsOk());
  const v1::Bot alpha = Find("alpha");
  ASSERT_EQ(alpha.faults_size(), 1);
  EXPECT_EQ(alpha.fault_count(), 1u);
  EXPECT_EQ(alpha.faults(0).charged().seconds(), 1);
  const v1::Bot beta = Find("beta");  // Find lists the newest fault first.
  ASSERT_EQ(beta.faults_size(), 2);
  EXPECT_EQ(beta.fault_count(), 2u);
  EXPECT_FALSE(beta.faults(0).has_charged());
  EXPECT_EQ(beta.faults(1).charged().seconds(), 2);
}

TEST_P(BotStoreTest, RepeatedEndCountsOnce) {
  Register("alpha");
  FinishWithFaults("m1", {0});
  FinishedMatch finished = SampleEnd("m1");
  *finished.result.mutable_faults() = Get("m1").result->faults();
  ASSERT_THAT(store().matches().Finish(finished), IsOk());
  EXPECT_EQ(Find("alpha").fault_count(), 1u);
}

TEST_P(BotStoreTest, FaultsHaveTheTimeThatWasCharged) {
  Register("alpha");
  Add("m1");
  FinishedMatch finished = SampleEnd("m1");
  for (int i = 0; i < 2; ++i) finished.result.add_faults();
  finished.fault_times = {absl::Milliseconds(1250), absl::ZeroDuration()};
  ASSERT_THAT(store().matches().Finish(finished), IsOk());
  const v1::Bot bot = Find("alpha");  // Find lists the newest fault first.
  EXPECT_FALSE(bot.faults(0).has_charged());
  EXPECT_EQ(bot.faults(1).charged().seconds(), 1);
  EXPECT_EQ(bot.faults(1).charged().nanos(), 250000000);
}

TEST_P(BotStoreTest, StatusesAreThoseOfRegisteredBots) {
  Register("alpha");
  Register("beta");
  ASSERT_THAT(store().bots().SetStatus("beta", v1::Bot::STATUS_RETIRED, "", "",
                                       Second(5)),
              IsOk());
  const std::vector<std::string> names = {"alpha", "beta", "nope"};
  const auto statuses = store().bots().ReadStatuses(names);
  ASSERT_THAT(statuses, IsOk());
  EXPECT_THAT(*statuses,
              ElementsAre(std::pair("alpha", v1::Bot::STATUS_ACTIVE),
                          std::pair("beta", v1::Bot::STATUS_RETIRED)));
}

TEST_P(BotStoreTest, OnlyTheLastHundredFaultsAreShown) {
  Register("alpha");
  FinishWithFaults("m1", std::vector<uint32_t>(101));
  EXPECT_EQ(Find("alpha").faults_size(), 100);
  EXPECT_EQ(Find("alpha").fault_count(), 101u);
}

// ---- Tokens ----

TEST_P(BotStoreTest, TokenIsFoundByItsHash) {
  ASSERT_THAT(store().tokens().Insert(SampleToken("t1", 's', "ann")), IsOk());
  Reopen();
  const absl::StatusOr<TokenRow> token =
      store().tokens().Find(std::string(32, 's'));
  ASSERT_THAT(token, IsOk());
  EXPECT_EQ(token->token_id, "t1");
  EXPECT_EQ(token->role, v1::ROLE_AUTHOR);
  EXPECT_EQ(token->owner, "ann");
  EXPECT_EQ(token->created, Second(7));
}

TEST_P(BotStoreTest, UnknownHashIsNotFound) {
  EXPECT_THAT(store().tokens().Find(std::string(32, 's')), IsNotFound());
}

TEST_P(BotStoreTest, TokenWithoutHashIsRefused) {
  TokenRow token = SampleToken("t1", 's', "ann");
  token.secret_sha256 = "secret";
  EXPECT_THAT(store().tokens().Insert(token), IsInvalidArgument());
}

TEST_P(BotStoreTest, TakenTokenIdIsRefused) {
  ASSERT_THAT(store().tokens().Insert(SampleToken("t1", 's', "ann")), IsOk());
  EXPECT_THAT(store().tokens().Insert(SampleToken("t1", 'x', "ann")),
              IsAlreadyExists());
}

TEST_P(BotStoreTest, TakenHashIsRefused) {
  ASSERT_THAT(store().tokens().Insert(SampleToken("t1", 's', "ann")), IsOk());
  EXPECT_THAT(store().tokens().Insert(SampleToken("t2", 's', "ann")),
              IsAlreadyExists());
}

TEST_P(BotStoreTest, TokensOfOneOwnerComeOldestFirst) {
  ASSERT_THAT(store().tokens().Insert(SampleToken("z", 'z', "ann")), IsOk());
  ASSERT_THAT(store().tokens().Insert(SampleToken("y", 'y', "bob")), IsOk());
  ASSERT_THAT(store().tokens().Insert(SampleToken("x", 'x', "ann")), IsOk());
  const std::vector<TokenRow> tokens =
      *store().tokens().List({.owner = "ann", .author = ""}, 9, 0);
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_EQ(tokens[0].token_id, "z");
  EXPECT_EQ(store().tokens().List({}, 9, 0)->size(), 3u);
}

TEST_P(BotStoreTest, TokensOfOneAuthorAreThoseOfItsBots) {
  Register("alpha", "ann");
  Register("beta", "bob");
  for (const char* owner : {"alpha", "beta"}) {
    TokenRow token = SampleToken(owner, owner[0], owner);
    token.role = v1::ROLE_BOT;
    ASSERT_THAT(store().tokens().Insert(token), IsOk());
  }
  // A person may have the name of a bot, and is somebody else.
  ASSERT_THAT(store().tokens().Insert(SampleToken("t", 't', "alpha")), IsOk());
  const std::vector<TokenRow> tokens =
      *store().tokens().List({.owner = "", .author = "ann"}, 9, 0);
  ASSERT_EQ(tokens.size(), 1u);
  EXPECT_EQ(tokens[0].token_id, "alpha");
}

TEST_P(BotStoreTest, AnExpiredTokenIsNoneAndDoesNotCount) {
  TokenRow past = SampleToken("past", 'p', "ann");
  past.expires = absl::FromUnixSeconds(1000);
  TokenRow future = SampleToken("future", 'f', "ann");
  future.expires = absl::FromUnixSeconds(250'000'000'000);
  for (const TokenRow& token : {past, future}) {
    ASSERT_THAT(store().tokens().Insert(token), IsOk());
  }
  EXPECT_THAT(store().tokens().Find(past.secret_sha256), IsNotFound());
  EXPECT_EQ(store().tokens().Find(future.secret_sha256)->expires,
            future.expires);
  const std::vector<std::string> ids = {"past", "future"};
  EXPECT_THAT(*store().tokens().FindIds(ids), ElementsAre("future"));
  EXPECT_EQ(*store().tokens().Count(past.role, "ann"), 1);
  // The list still has the expired token.
  EXPECT_EQ(store().tokens().List({}, 9, 0)->size(), 2u);
}

TEST_P(BotStoreTest, ARepeatedRequestReplacesItsTokenForAnHour) {
  TokenRow first = SampleToken("first", 'f', "ann");
  first.request = "CreateToken/admin/root/r1";
  EXPECT_EQ(*store().tokens().Insert(first), "");
  TokenRow second = first;
  second.token_id = "second";
  second.secret_sha256 = std::string(32, 's');
  second.created += absl::Minutes(59);
  EXPECT_EQ(*store().tokens().Count(first.role, "ann", first.request), 0);
  EXPECT_EQ(*store().tokens().Insert(second), "first");
  EXPECT_THAT(store().tokens().Get("first"), IsNotFound());
  TokenRow third = second;
  third.token_id = "third";
  third.secret_sha256 = std::string(32, 't');
  third.created += kRepetition;
  EXPECT_EQ(*store().tokens().Insert(third), "");
  EXPECT_THAT(store().tokens().Get("second"), IsOk());
}

TEST_P(BotStoreTest, ARepeatedRequestForAnotherRoleOrOwnerReplacesNoToken) {
  TokenRow first = SampleToken("first", 'f', "ann");
  first.request = "CreateToken/admin/root/r1";
  EXPECT_EQ(*store().tokens().Insert(first), "");
  TokenRow other_role = first;
  other_role.token_id = "role";
  other_role.secret_sha256 = std::string(32, 'r');
  other_role.role = v1::ROLE_SPECTATOR;
  EXPECT_THAT(store().tokens().Insert(other_role), IsAlreadyExists());
  TokenRow other_owner = first;
  other_owner.token_id = "owner";
  other_owner.secret_sha256 = std::string(32, 'o');
  other_owner.owner = "bob";
  EXPECT_THAT(store().tokens().Insert(other_owner), IsAlreadyExists());
  EXPECT_THAT(store().tokens().Get("first"), IsOk());
}

TEST_P(BotStoreTest, TokenOfABotTellsTheAuthor) {
  Register("alpha", "ann");
  TokenRow token = SampleToken("t1", 's', "alpha");
  token.role = v1::ROLE_BOT;
  ASSERT_THAT(store().tokens().Insert(token), IsOk());
  EXPECT_EQ(store().tokens().Get("t1")->author, "ann");
}

TEST_P(BotStoreTest, TokenOfAPersonHasNoAuthor) {
  Register("ann", "bob");
  ASSERT_THAT(store().tokens().Insert(SampleToken("t1", 's', "ann")), IsOk());
  EXPECT_EQ(store().tokens().Get("t1")->author, "");
}

TEST_P(BotStoreTest, UnknownTokenIdIsNotFound) {
  EXPECT_THAT(store().tokens().Get("nope"), IsNotFound());
}

TEST_P(BotStoreTest, IdsOfTokensThatAreGoneAreLeftOut) {
  ASSERT_THAT(store().tokens().Insert(SampleToken("t1", 's', "ann")), IsOk());
  const std::vector<std::string> asked = {"t1", "t2"};
  EXPECT_THAT(*store().tokens().FindIds(asked), ElementsAre("t1"));
}

TEST_P(BotStoreTest, DeletedTokenIsReturnedAndGone) {
  ASSERT_THAT(store().tokens().Insert(SampleToken("t1", 's', "ann")), IsOk());
  EXPECT_EQ(store().tokens().Delete("t1")->owner, "ann");
  EXPECT_THAT(store().tokens().Find(std::string(32, 's')), IsNotFound());
}

TEST_P(BotStoreTest, UnknownTokenIsNotDeleted) {
  EXPECT_THAT(store().tokens().Delete("nope"), IsNotFound());
}

INSTANTIATE_TEST_SUITE_P(All, BotStoreTest, ::testing::ValuesIn(AllDatabases()),
                         NameOfDatabase);

}  // namespace
}  // namespace arena::referee
