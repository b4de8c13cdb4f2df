#include "arena/bench/engine_load.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/record/verify.h"

namespace arena::bench {
namespace {

// Adds a load if the game accepts it: some seats and options are incompatible.
void AddIfPossible(const Game& game, int seats, const std::string& options,
                   std::vector<EngineSetup>& setups) {
  auto parsed = GameOptions::Parse(game.info->options, options);
  if (parsed.ok() && game.create(seats, *parsed).ok()) {
    setups.push_back({&game, seats, *std::move(parsed)});
  }
}

Table RandomMatch(const TableConfig& config, Rng& rng) {
  Table table = Table::Create(config).value();
  ActionList legal;
  while (!table.over()) {
    if (const auto chance = table.NextChance(); chance.has_value()) {
      table.Play(*chance).value();
      continue;
    }
    const Seat seat = table.Owing().first();
    table.state()->LegalActions(seat, legal);
    table
        .Play({.kind = EntryKind::kChoice,
               .seat = seat,
               .action = legal[rng.Below(static_cast<uint32_t>(legal.size()))]})
        .value();
  }
  return table;
}

}  // namespace

std::string EngineSetup::Name() const {
  const std::string chosen = options.ToString();
  return absl::StrCat(game->info->name, "/", seats, chosen.empty() ? "" : "/",
                      chosen);
}

std::vector<EngineSetup> SetupsOf(const Game& game, bool all_options) {
  const GameInfo& info = *game.info;
  std::vector<EngineSetup> setups;
  for (int seats = info.min_seats; seats <= info.max_seats; ++seats) {
    AddIfPossible(game, seats, "", setups);
  }
  for (const OptionSpec& spec : info.options) {
    const absl::string_view name = spec.name;
    if (spec.kind != OptionKind::kChoice ||
        !(all_options || name == "variant" || name == "preset")) {
      continue;
    }
    for (const absl::string_view choice : absl::StrSplit(spec.choices, '|')) {
      if (choice == spec.default_value) continue;
      AddIfPossible(game, info.default_seats, absl::StrCat(name, "=", choice),
                    setups);
    }
  }
  return setups;
}

EngineLoad::EngineLoad(const EngineSetup& setup, const Seed& seed)
    : setup_(setup),
      start_(setup.game->create(setup.seats, setup.options).value()),
      rng_(seed) {
  for (size_t i = 0; i < kMatches; ++i) {
    configs_.push_back(
        {setup.game, setup.seats, setup.options, DeriveSeed(seed, i)});
    records_.push_back(RecordOf(RandomMatch(configs_.back(), rng_), {}));
    files_.push_back(WriteRecord(records_.back()).value());
  }
  moments_ = RandomMoments();
}

// Decisions of a random match, evenly from its first to its last.
std::vector<EngineLoad::Moment> EngineLoad::RandomMoments() {
  std::vector<Moment> all;
  Ply ply;
  for (AnyState state = start_; state->node() != Node::kTerminal;
       state->Apply(ply)) {
    ply.clear();
    if (state->node() == Node::kChance) {
      ply.push_back({kChance, state->SampleChance(rng_)});
      continue;
    }
    for (const Seat seat : state->ToAct()) {
      ply.push_back({seat, state->SampleLegal(seat, rng_)});
    }
    all.push_back({state, ply[0].seat, {}});
  }
  std::vector<Moment> moments;
  for (size_t i = 0; i < kMoments; ++i) {
    Moment& moment = moments.emplace_back(all[i * all.size() / kMoments]);
    moment.state->ObservationFor(moment.seat, moment.seen);
  }
  return moments;
}

double EngineLoad::PliesOfAMatch() const {
  double plies = 0;
  for (const Record& record : records_) plies += record.result.plies();
  return plies / kMatches;
}

double EngineLoad::RecordBytesOfAPly() const {
  double bytes = 0;
  for (const std::string& file : files_) {
    bytes += static_cast<double>(file.size());
  }
  return bytes / kMatches / PliesOfAMatch();
}

uint32_t EngineLoad::PlayOut() {
  AnyState state = start_;
  return static_cast<uint32_t>(state->PlayOut(rng_));
}

uint32_t EngineLoad::Step() {
  next_ = (next_ + 1) % kMatches;
  Table table = Table::Create(configs_[next_]).value();
  for (const MatchEntry& entry : records_[next_].entries) {
    ARENA_CHECK(table.Play(entry).ok());
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

uint32_t EngineLoad::Sample() {
  next_ = (next_ + 1) % kMoments;
  moments_[next_].state->Resample(moments_[next_].seat, rng_);
  return 1;
}

uint32_t EngineLoad::SampleSeen() {
  next_ = (next_ + 1) % kMoments;
  const auto& [state, seat, seen] = moments_[next_];
  ARENA_CHECK(
      setup_.game->sample(setup_.seats, setup_.options, seat, seen, rng_).ok());
  return 1;
}

}  // namespace arena::bench
