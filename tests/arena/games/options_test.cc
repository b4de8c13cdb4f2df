// Options: one description validates every value.
#include "arena/games/base/options.h"

#include <gtest/gtest.h>

#include <array>

namespace arena {
namespace {

constexpr std::array kSpecs = {
    BoolOption("open", "true", "whether hands are open"),
    ChoiceOption("rank", "high|low", "high", "which card wins"),
    IntOption("target", 1, 100, "88", "points to reach"),
};

std::string ErrorOf(absl::string_view text) {
  const auto options = GameOptions::Parse(kSpecs, text);
  return options.ok() ? "no error" : std::string(options.status().message());
}

TEST(GameOptionsTest, DefaultsHoldWhereNothingIsGiven) {
  const GameOptions options = GameOptions::Parse(kSpecs, "").value();
  EXPECT_TRUE(options.Bool("open"));
  EXPECT_EQ(options.Choice("rank"), "high");
  EXPECT_EQ(options.Int("target"), 88);
  EXPECT_EQ(options.ToString(), "");
}

TEST(GameOptionsTest, ValuesAreGivenOrDefaults) {
  GameOptions options = GameOptions::Parse(kSpecs, "target=7").value();
  options.Give("open", "false");
  const std::map<std::string, std::string> values = {
      {"open", "false"}, {"rank", "high"}, {"target", "7"}};
  EXPECT_EQ(options.values(), values);
}

TEST(GameOptionsTest, GivenValuesReplaceDefaults) {
  const GameOptions options =
      GameOptions::Parse(kSpecs, "target=7,open=false,rank=low").value();
  EXPECT_FALSE(options.Bool("open"));
  EXPECT_EQ(options.Choice("rank"), "low");
  EXPECT_EQ(options.Int("target"), 7);
  EXPECT_TRUE(options.IsSet("target"));
  EXPECT_EQ(options.ToString(), "open=false,rank=low,target=7");
}

TEST(GameOptionsTest, ErrorsNameTheValueAndWhatWouldBeRight) {
  EXPECT_EQ(ErrorOf("target=0"), "option target=0: expected 1..100");
  EXPECT_EQ(ErrorOf("target=x"), "option target=x: expected 1..100");
  EXPECT_EQ(ErrorOf("open=yes"), "option open=yes: expected true|false");
  EXPECT_EQ(ErrorOf("rank=mid"), "option rank=mid: expected high|low");
  EXPECT_EQ(ErrorOf("tagret=5"),
            "unknown option \"tagret\" (did you mean \"target\"?); the options "
            "are: open, rank, target");
  EXPECT_EQ(ErrorOf("open"), "option \"open\": expected name=value");
  EXPECT_EQ(ErrorOf("target=5,target=6"), "option target is given twice");
}

TEST(GameOptionsTest, OneValueHasOneSpelling) {
  EXPECT_EQ(ErrorOf("target=007"), "option target=007: expected 1..100");
  EXPECT_EQ(ErrorOf("target=+7"), "option target=+7: expected 1..100");
  EXPECT_EQ(ErrorOf("target= 7"), "option target= 7: expected 1..100");
}

TEST(GameOptionsTest, CommasAtTheEndsMeanNothing) {
  EXPECT_EQ(GameOptions::Parse(kSpecs, ",target=7,,")->Int("target"), 7);
}

TEST(GameOptionsTest, AMapReadsLikeText) {
  EXPECT_EQ(GameOptions::FromMap(kSpecs, {{"target", "5"}})->Int("target"), 5);
  EXPECT_FALSE(GameOptions::FromMap(kSpecs, {{"target", "500"}}).ok());
}

}  // namespace
}  // namespace arena
