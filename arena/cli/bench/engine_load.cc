#include "arena/cli/bench/engine_load.h"

#include <openssl/sha.h>

#include <array>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/record/verify.h"

namespace arena::bench {
namespace {

// The first number of seats that goes with the options.
int SeatsFor(const Game& game, const GameOptions& options) {
  for (Seat seats = game.info->min_seats; seats < game.info->max_seats;
       ++seats) {
    if (game.create(seats, options).ok()) return seats;
  }
  return game.info->max_seats;
}

void AddSetups(const Game& game, std::vector<EngineSetup>& setups) {
  const GameInfo& info = *game.info;
  for (const OptionSpec& option : info.options) {
    if (absl::string_view(option.name) != "variant") continue;
    for (const absl::string_view choice : absl::StrSplit(option.choices, '|')) {
      const std::string value(choice);
      const GameOptions options =
          GameOptions::FromMap(info.options, {{option.name, value}}).value();
      setups.push_back({&game, SeatsFor(game, options), options,
                        absl::StrCat(info.name, "/", value)});
    }
    return;
  }
  for (int seats = info.min_seats; seats <= info.max_seats; ++seats) {
    setups.push_back({&game, seats, GameOptions(info.options),
                      absl::StrCat(info.name, "/", seats)});
  }
}

Table RandomMatch(const TableConfig& config, Rng& rng) {
  Table table = Table::Create(config).value();
  ActionList legal;
  while (!table.over()) {
    if (const auto chance = table.NextChance(); chance.has_value()) {
      table.Apply(*chance);
      continue;
    }
    const Seat seat = table.Owing().first();
    table.state()->LegalActions(seat, legal);
    table.Apply(
        {.kind = EntryKind::kChoice,
         .seat = seat,
         .action = legal[rng.Below(static_cast<uint32_t>(legal.size()))]});
  }
  return table;
}

}  // namespace

std::vector<EngineSetup> EngineSetups() {
  std::vector<EngineSetup> setups;
  for (const Game& game : AllGames()) AddSetups(game, setups);
  return setups;
}

EngineLoad::EngineLoad(const EngineSetup& setup)
    : start_(setup.game->create(setup.seats, setup.options).value()),
      rng_("engine") {
  const Seed seed = ParseSeed("engine").value();
  for (size_t i = 0; i < kMatches; ++i) {
    configs_.push_back(
        {setup.game, setup.seats, setup.options, DeriveSeed(seed, i)});
    records_.push_back(RecordOf(RandomMatch(configs_.back(), rng_), {}));
    files_.push_back(WriteRecord(records_.back()).value());
  }
}

uint32_t EngineLoad::PlayOut() {
  AnyState state = start_;
  return static_cast<uint32_t>(state->PlayOut(rng_));
}

uint32_t EngineLoad::Step() {
  next_ = (next_ + 1) % kMatches;
  Table table = Table::Create(configs_[next_]).value();
  for (const MatchEntry& entry : records_[next_].entries) {
    ARENA_CHECK(table.Check(entry).ok());
    table.Apply(entry);
  }
  return table.plies();
}

uint32_t EngineLoad::Write() {
  next_ = (next_ + 1) % kMatches;
  ARENA_CHECK(WriteRecord(records_[next_]).ok());
  return records_[next_].result.plies();
}

uint32_t EngineLoad::Verify() {
  next_ = (next_ + 1) % kMatches;
  const VerifyReport report = VerifyRecord(files_[next_]);
  ARENA_CHECK(report.status.ok(), report.status.ToString());
  return report.plies;
}

void HashBlocks(int blocks) {
  static constexpr std::array<uint8_t, 64 * kMaxHashBlocks> kInput = {};
  const size_t size = 64 * static_cast<size_t>(blocks);
  ARENA_CHECK(size <= kInput.size());
  std::array<uint8_t, 32> hash;
  SHA256(kInput.data(), size, hash.data());
}

}  // namespace arena::bench
