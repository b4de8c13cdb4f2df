#include "tests/arena/record/golden.h"

#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/record/replay.h"
#include "tests/arena/record/prompted_match.h"
#include "tests/arena/record/random_match.h"

namespace arena::testing {
namespace {

// A position is long, and the plies between two positions are easy to follow.
constexpr uint32_t kPositionEvery = 20;

// Lines of an abridged playthrough: the options, the first deal, the first
// plies.
constexpr int kBeginning = 30;

// A game that leaves options to its presets has many options and long matches.
// For such a game one of these deals for each preset is enough.
constexpr char kFewDeals[] = "deals=8";

bool HasPresets(const GameInfo& info) {
  return absl::c_any_of(info.options, [](const OptionSpec& spec) {
    return absl::string_view(spec.default_value) == "preset";
  });
}

GoldenMatch Play(const Game& game, int seats, const std::string& option) {
  RandomMatch match{
      .game = &game, .seats = seats, .options = option, .seed = "golden"};
  if (HasPresets(*game.info)) {
    absl::StrAppend(&match.options, option.empty() ? "" : ",", kFewDeals);
  }
  const std::string variant =
      option.empty() ? ""
                     : absl::StrCat("-", absl::StrReplaceAll(
                                             option, {{"=", "-"}, {"_", "-"}}));
  return {absl::StrCat(game.info->name, "/", seats, "-seats", variant),
          RandomRecord(match), /*whole=*/option.empty()};
}

std::string TextOf(const Record& record) {
  return absl::StrCat(
      *Playthrough(record, {.position_every = kPositionEvery}, AllGames()),
      "\n", *Playthrough(record, {.view = 1, .position_every = 0}, AllGames()));
}

// The beginning and the end of a text, and a hash that every other line
// changes.
std::string Abridged(const std::string& text) {
  size_t beginning = 0;
  for (int i = 0; i < kBeginning; ++i) {
    beginning = text.find('\n', beginning) + 1;
  }
  const size_t end = text.rfind("\nend\n") + 1;
  ARENA_CHECK(beginning < end);
  return absl::StrCat(text.substr(0, beginning), "... (", text.size(),
                      " bytes, SHA-256 ", absl::BytesToHexString(Sha256(text)),
                      ")\n", text.substr(end));
}

bool CanPlay(const Game& game, int seats, const std::string& option) {
  const auto options = GameOptions::Parse(game.info->options, option);
  return options.ok() && game.create(seats, *options).ok();
}

// The values of an option that are not its default: all variants and presets,
// and one value of any other switch or choice.
std::vector<std::string> OtherValues(const GameInfo& info,
                                     const OptionSpec& spec) {
  std::vector<std::string> others;
  if (spec.kind == OptionKind::kInt) return others;
  const bool preset = absl::string_view(spec.name) == "preset";
  if (HasPresets(info) && !preset) return others;
  for (const absl::string_view value : absl::StrSplit(spec.Allowed(), '|')) {
    const bool variant = preset || absl::string_view(spec.name) == "variant";
    if (value != spec.default_value && (variant || others.empty())) {
      others.emplace_back(value);
    }
  }
  return others;
}

}  // namespace

std::vector<GoldenMatch> GoldenMatches() {
  std::vector<GoldenMatch> matches;
  for (const Game& game : AllGames()) {
    const GameInfo& info = *game.info;
    for (int seats = info.min_seats; seats <= info.max_seats; ++seats) {
      if (CanPlay(game, seats, "")) matches.push_back(Play(game, seats, ""));
    }
    for (const OptionSpec& spec : info.options) {
      for (const std::string& value : OtherValues(info, spec)) {
        const std::string option = absl::StrCat(spec.name, "=", value);
        // Some values go with some seat counts only, so the first that fits is
        // taken.
        int seats = info.default_seats;
        if (!CanPlay(game, seats, option)) seats = info.min_seats;
        while (seats <= info.max_seats && !CanPlay(game, seats, option)) {
          ++seats;
        }
        if (seats > info.max_seats) continue;
        matches.push_back(Play(game, seats, option));
      }
    }
  }
  return matches;
}

std::vector<Golden> Goldens() {
  std::vector<Golden> goldens;
  for (const Game& game : AllGames()) {
    const GoldenQuestion asked = GoldenQuestionOf(game);
    const std::string folder = game.info->name;
    goldens.push_back({folder + "/prompt.jsonl", JsonOf(asked.question)});
    goldens.push_back({folder + "/prompt.txt", TextOf(asked)});
  }
  for (const GoldenMatch& match : GoldenMatches()) {
    const std::string text = TextOf(match.record);
    goldens.push_back(
        {match.name + ".txt", match.whole ? text : Abridged(text)});
  }
  return goldens;
}

}  // namespace arena::testing
