#include "arena/record/record.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/core/bytes.h"
#include "arena/core/text.h"
#include "arena/match/private_seed.h"
#include "arena/record/frame.h"
#include "arena/record/verify.h"
#include "arena/record/writer.h"

namespace arena {
namespace {

absl::Status BadHeader(absl::string_view what) {
  return absl::DataLossError(absl::StrCat("header: ", what));
}

absl::StatusOr<const Game*> GameOfRecord(const v1::RecordHeader& header,
                                         absl::Span<const Game> games) {
  for (const Game& game : games) {
    if (header.game() != game.info->name) continue;
    const auto known = static_cast<uint32_t>(game.info->rules_version);
    if (header.rules_version() == known) return &game;
    return absl::FailedPreconditionError(absl::StrCat(
        "made by other rules: ", header.game(), " with rules version ",
        header.rules_version(), "; this program plays version ", known));
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "made by other rules: game \"", header.game(), "\" with rules version ",
      header.rules_version(), "; this program does not know the game"));
}

using OptionList = google::protobuf::RepeatedPtrField<v1::RecordOption>;
using OptionMap = std::map<std::string, std::string>;

absl::StatusOr<OptionMap> MapOf(const OptionList& list) {
  OptionMap values;
  for (const v1::RecordOption& option : list) {
    if (!values.empty() && option.name() <= values.rbegin()->first) {
      return BadHeader(absl::StrCat("option \"", option.name(),
                                    "\" is out of order or given twice"));
    }
    values[option.name()] = option.value();
  }
  return values;
}

void AddOptions(const OptionMap& values, OptionList& list) {
  for (const auto& [name, value] : values) {
    v1::RecordOption& option = *list.Add();
    option.set_name(name);
    option.set_value(value);
  }
}

absl::StatusOr<GameOptions> OptionsOf(const v1::RecordHeader& header,
                                      const GameInfo& info) {
  ARENA_ASSIGN_OR_RETURN(const OptionMap values, MapOf(header.given_options()));
  absl::StatusOr<GameOptions> options =
      GameOptions::FromMap(info.options, values);
  if (!options.ok()) return BadHeader(options.status().message());
  return options;
}

// Checks that the options in effect, if a record has them, follow from the
// given ones. A record that is older than an option lacks it; the default of
// such an option changes nothing.
absl::Status CheckInEffect(const v1::RecordHeader& header,
                           const TableConfig& config) {
  if (header.options().empty()) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(const OptionMap values, MapOf(header.options()));
  const OptionMap expected =
      config.game->options_in_effect(config.seats, config.options);
  size_t newer = 0;
  for (const auto& [name, value] : expected) {
    const auto it = values.find(name);
    if (it != values.end() && it->second == value) continue;
    if (it == values.end() && !config.options.IsSet(name)) {
      ++newer;
      continue;
    }
    return BadHeader(
        absl::StrCat("option ", name, " is ",
                     it == values.end() ? "missing" : "\"" + it->second + "\"",
                     " among the options in effect; the given ones make it \"",
                     value, "\""));
  }
  if (values.size() + newer == expected.size()) return absl::OkStatus();
  return BadHeader(absl::StrCat(values.size(), " options in effect; ",
                                header.game(), " has ", expected.size()));
}

// Records that were made before player_infos have the commitment of a match
// without an id.
absl::Status CheckCommitment(const v1::RecordHeader& header, const Seed& seed) {
  const std::string& commitment = header.seed_commitment();
  if (commitment == CommitmentOf(header.match_id(), seed) ||
      (header.player_infos().empty() && commitment == CommitmentOf("", seed))) {
    return absl::OkStatus();
  }
  return BadHeader("the commitment is not the SHA-256 of match id and seed");
}

// If a record has player_infos, they repeat the names of the players.
absl::Status CheckPlayerInfos(const v1::RecordHeader& header) {
  if (header.player_infos().empty()) return absl::OkStatus();
  if (header.player_infos_size() != header.players_size()) {
    return BadHeader(absl::StrCat(header.player_infos_size(),
                                  " player_infos for ", header.players_size(),
                                  " players"));
  }
  for (int seat = 0; seat < header.players_size(); ++seat) {
    const std::string& name = header.player_infos(seat).name();
    if (name == header.players(seat)) continue;
    return BadHeader(absl::StrCat("seat ", seat, " is \"", name,
                                  "\" in player_infos and \"",
                                  header.players(seat), "\" in players"));
  }
  return absl::OkStatus();
}

// A line feed in a text would let a record of strangers print lines that look
// like those of a replay.
absl::Status CheckLines(const v1::RecordHeader& header) {
  std::vector<absl::string_view> texts = {header.match_id(), header.label()};
  texts.insert(texts.end(), header.players().begin(), header.players().end());
  for (const v1::PlayerInfo& info : header.player_infos()) {
    texts.insert(texts.end(), {info.version(), info.language()});
  }
  for (const absl::string_view text : texts) {
    if (!absl::StrContains(text, '\n')) continue;
    return BadHeader(absl::StrCat("a name or label with a line feed: \"",
                                  absl::CHexEscape(Shortened(text)), "\""));
  }
  return absl::OkStatus();
}

}  // namespace

Record RecordOf(const Table& table, const MatchNames& names) {
  const TableConfig& config = table.config();
  Record record;
  v1::RecordHeader& header = record.header;
  header.set_game(config.game->info->name);
  header.set_rules_version(
      static_cast<uint32_t>(config.game->info->rules_version));
  header.set_seats(static_cast<uint32_t>(config.seats));
  AddOptions(config.options.given(), *header.mutable_given_options());
  AddOptions(config.game->options_in_effect(config.seats, config.options),
             *header.mutable_options());
  for (size_t seat = 0; seat < static_cast<size_t>(config.seats); ++seat) {
    header.add_players(seat < names.players.size() ? names.players[seat] : "");
  }
  header.set_seed(config.seed.data(), config.seed.size());
  header.set_seed_commitment(CommitmentOf(names.match_id, config.seed));
  if (names.clock.has_value()) *header.mutable_clock() = *names.clock;
  header.set_max_faults(static_cast<uint32_t>(config.max_faults));
  header.set_match_id(names.match_id);
  header.set_label(names.label);
  for (const std::string& secret : names.private_seeds) {
    header.add_private_seeds(secret);
  }
  for (const v1::PlayerInfo& player : names.player_infos) {
    *header.add_player_infos() = player;
  }
  record.entries = table.entries();
  for (MatchEntry& entry : record.entries) {
    entry.charged = RecordedTime(entry.charged);
  }
  record.result = table.Result();
  return record;
}

absl::StatusOr<std::string> WriteRecord(const Record& record,
                                        absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(Table table, TableOf(record.header, games));
  RecordWriter writer(record.header);
  for (const MatchEntry& entry : record.entries) {
    ARENA_RETURN_IF_ERROR(writer.Add(table, entry));
  }
  return writer.Finish(table, record.result);
}

absl::StatusOr<Record> ReadRecord(absl::string_view bytes,
                                  absl::Span<const Game> games) {
  RecordChecker checker(games);
  ARENA_RETURN_IF_ERROR(checker.Check(bytes));
  return checker.TakeRecord();
}

absl::StatusOr<Table> TableOf(const v1::RecordHeader& header,
                              absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(const Game* game, GameOfRecord(header, games));
  ARENA_ASSIGN_OR_RETURN(GameOptions options, OptionsOf(header, *game->info));
  Seed seed;
  if (header.seed().size() != seed.size()) {
    return BadHeader(absl::StrCat("a seed of ", header.seed().size(),
                                  " bytes; expected ", seed.size()));
  }
  std::copy(header.seed().begin(), header.seed().end(), seed.begin());
  ARENA_RETURN_IF_ERROR(CheckCommitment(header, seed));
  constexpr uint32_t kMaxInt = std::numeric_limits<int>::max();
  if (header.seats() > kMaxInt || header.max_faults() > kMaxInt) {
    return BadHeader(absl::StrCat(header.seats(), " seats, max_faults ",
                                  header.max_faults(),
                                  "; expected less than 2^31"));
  }
  absl::StatusOr<Table> table =
      Table::Create({game, static_cast<int>(header.seats()), std::move(options),
                     seed, static_cast<int>(header.max_faults())});
  if (!table.ok()) return BadHeader(table.status().message());
  ARENA_RETURN_IF_ERROR(CheckInEffect(header, table->config()));
  if (header.players().size() != table->config().seats) {
    return BadHeader(absl::StrCat(header.players().size(), " names for ",
                                  header.seats(), " seats"));
  }
  ARENA_RETURN_IF_ERROR(CheckPlayerInfos(header));
  ARENA_RETURN_IF_ERROR(CheckLines(header));
  return table;
}

absl::Duration RecordedTime(absl::Duration charged) {
  const absl::Duration rounded =
      absl::Trunc(charged + absl::Microseconds(500), absl::Milliseconds(1));
  return std::clamp(rounded, absl::ZeroDuration(),
                    absl::Milliseconds(std::numeric_limits<uint32_t>::max()));
}

absl::Status CheckLength(absl::string_view record, uint64_t most) {
  absl::StatusOr<FrameReader> frames = FrameReader::Open(record);
  if (!frames.ok()) return absl::OkStatus();
  uint64_t entries = 0;
  for (auto frame = frames->Next(); frame.ok() && frame->has_value();
       frame = frames->Next()) {
    if ((*frame)->type != FrameType::kPlies) continue;
    uint64_t count = 0;
    ByteReader((*frame)->payload)
        .Varint(std::numeric_limits<uint32_t>::max(), count);
    entries += count;
    if (entries <= most) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        "the match has more than ", most,
        " plies, too many to show here; read its record, and replay it with "
        "`arena replay`"));
  }
  return absl::OkStatus();
}

}  // namespace arena
