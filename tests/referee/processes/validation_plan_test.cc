// The matches that a version plays before it is let in.
#include "referee/processes/validation_plan.h"

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/games/registry.h"
#include "tests/referee/store/store_testing.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

v1::SubmittedVersion VersionOf(const std::set<std::string>& games) {
  v1::SubmittedVersion version;
  version.set_bot("x");
  version.set_version("1");
  for (const std::string& game : games) version.add_plays()->set_game(game);
  return version;
}

int SeatOfBot(const v1::CreateMatchRequest& request) {
  for (int seat = 0; seat < request.seats_size(); ++seat) {
    if (request.seats(seat).has_bot()) return seat;
  }
  return -1;
}

// Returns matches such as "octrix 3/1": game, number of seats, seat of the bot.
std::vector<std::string> Words(const v1::SubmittedVersion& version) {
  const auto matches = ValidationMatches(version);
  EXPECT_THAT(matches, IsOk());
  std::vector<std::string> words;
  for (const v1::CreateMatchRequest& match : *matches) {
    words.push_back(absl::StrCat(match.game(), " ", match.seats_size(), "/",
                                 SeatOfBot(match)));
  }
  return words;
}

TEST(ValidationPlanTest, EverySeatOfEachNumberOfSeatsIsPlayed) {
  v1::SubmittedVersion version = VersionOf({"octrix"});
  version.mutable_plays(0)->add_seats(2);
  version.mutable_plays(0)->add_seats(3);
  EXPECT_THAT(Words(version),
              ElementsAre("octrix 2/0", "octrix 3/0", "octrix 2/1",
                          "octrix 3/1", "octrix 3/2"));
}

// ---- Promises ----

absl::Status Check(const v1::SubmittedVersion& promised,
                   const v1::SubmittedVersion& hello) {
  const std::vector<v1::GameSupport> games(promised.plays().begin(),
                                           promised.plays().end());
  return CheckKeepsPromise(games, *Repertoire::Of(hello.plays()));
}

void AddValue(v1::GameSupport& plays, const std::string& option,
              const std::vector<std::string>& values) {
  v1::OptionConstraint& constraint = *plays.add_options();
  constraint.set_name(option);
  for (const std::string& value : values) constraint.add_values(value);
}

TEST(KeptPromiseTest, WhoSaysTheSameKeepsIt) {
  std::set<std::string> all;
  for (const Game& game : AllGames()) all.insert(game.info->name);
  EXPECT_THAT(Check(VersionOf(all), VersionOf(all)), IsOk());
  EXPECT_THAT(Check(VersionOf({"ordo"}), VersionOf(all)), IsOk());
}

TEST(KeptPromiseTest, AGameThatIsMissingIsNamed) {
  EXPECT_THAT(Check(VersionOf({"ordo", "octrix"}), VersionOf({"ordo"})),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("promises octrix, and the Hello of the "
                                 "program does not have that: it plays ordo")));
}

TEST(KeptPromiseTest, SoAreSeats) {
  v1::SubmittedVersion two = VersionOf({"octrix"});
  two.mutable_plays(0)->add_seats(2);
  EXPECT_THAT(Check(VersionOf({"octrix"}), two),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("octrix with 3 seats")));
  EXPECT_THAT(Check(two, VersionOf({"octrix"})), IsOk());
}

TEST(KeptPromiseTest, AndValuesOfOptions) {
  v1::SubmittedVersion eight = VersionOf({"octrix"});
  AddValue(*eight.mutable_plays(0), "target", {"8"});
  v1::SubmittedVersion both = VersionOf({"octrix"});
  AddValue(*both.mutable_plays(0), "target", {"8", "22"});
  EXPECT_THAT(Check(eight, both), IsOk());
  EXPECT_THAT(Check(both, eight), StatusIs(absl::StatusCode::kInvalidArgument,
                                           HasSubstr("target=22")));
  // A promise that does not name an option stands for all its values.
  EXPECT_THAT(
      Check(VersionOf({"octrix"}), both),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("target=")));
}

// ---- Matches ----

TEST(ValidationPlanTest, EveryGameIsPlayedEvenIfThereAreManyMatches) {
  std::set<std::string> all;
  for (const Game& game : AllGames()) all.insert(game.info->name);
  const auto matches = ValidationMatches(VersionOf(all));
  ASSERT_THAT(matches, IsOk());
  EXPECT_THAT(*matches, SizeIs(kMostValidationMatches));
  std::set<std::string> played;
  for (const v1::CreateMatchRequest& match : *matches) {
    played.insert(match.game());
  }
  EXPECT_EQ(played, all);
}

TEST(ValidationPlanTest, OptionsAreThoseOnWhichTheBotInsists) {
  v1::SubmittedVersion version = VersionOf({"octrix"});
  v1::OptionConstraint& target = *version.mutable_plays(0)->add_options();
  target.set_name("target");
  target.set_min(1);
  target.set_max(9);
  EXPECT_EQ(ValidationMatches(version)->front().options().at("target"), "1");
  // No option is set where the game's default fits the promise.
  target.set_max(1000);
  EXPECT_EQ(ValidationMatches(version)->front().options_size(), 0);
}

TEST(ValidationPlanTest, VersionWithoutAGameOfThisRefereeCannotBeValidated) {
  EXPECT_THAT(ValidationMatches(VersionOf({"chess"})), IsInvalidArgument());
}

}  // namespace
}  // namespace arena::referee
