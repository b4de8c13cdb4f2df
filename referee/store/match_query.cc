#include "referee/store/match_query.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/match/player.h"
#include "referee/store/sql/stored_time.h"

namespace arena::referee {
namespace {

constexpr int kBotColumn = 18;
constexpr int kBuiltInColumn = 19;
constexpr int kSessionColumn = 20;
constexpr int kQuarantineColumn = 21;
constexpr int kLeftColumn = 22;
constexpr int kIsolationColumn = 23;
constexpr int kInstanceColumn = 24;
constexpr int kCreatedColumn = 25;
constexpr int kStartedColumn = 26;
constexpr int kEndedColumn = 27;
constexpr int kAnonymousColumn = 28;
constexpr int kVersionColumn = 29;
constexpr int kLanguageColumn = 30;
constexpr int kWantedColumn = 31;

std::string DamageOf(const MatchRow& row, absl::string_view what) {
  return absl::StrCat("match ", row.match_id, ": its ", what,
                      " in the store is damaged");
}

// Reads an optional message; false if the bytes are not such a message.
template <typename Message>
bool ReadMessage(const Query& query, int column, std::optional<Message>& out) {
  if (query.IsNull(column)) return true;
  if (out.emplace().ParseFromString(query.Bytes(column))) return true;
  out.reset();
  return false;
}

// Reads the place; false if it is damaged.
bool ReadPlace(const Query& query, std::optional<CompetitionPlace>& out) {
  constexpr int kFirst = 13;
  if (query.IsNull(kFirst)) return true;
  CompetitionPlace& place = out.emplace();
  place.competition = query.Bytes(kFirst);
  place.set = static_cast<uint32_t>(query.Int(kFirst + 1));
  place.match = static_cast<uint32_t>(query.Int(kFirst + 2));
  place.attempt = static_cast<uint32_t>(query.Int(kFirst + 3));
  return SplitIndices(query.Bytes(kFirst + 4), place.entrants);
}

std::optional<absl::Time> ReadTime(const Query& query, int column) {
  if (query.IsNull(column)) return std::nullopt;
  return absl::FromUnixMicros(SoundMicros(query.Int(column)));
}

// Whether a name or an id can be what a referee has written: where it is not,
// the bytes that are wrong were read as escapes.
bool IsName(absl::string_view name) {
  return !name.empty() && absl::c_all_of(name, [](char c) {
    return absl::ascii_isgraph(static_cast<unsigned char>(c)) && c != '\\';
  });
}

// What of the row no referee has written; empty: nothing.
absl::string_view StrangeIn(const MatchRow& row) {
  if (!IsName(row.match_id)) return "id";
  if (!IsName(row.game)) return "game";
  if (!v1::Match::State_IsValid(row.state) ||
      row.state == v1::Match::STATE_UNSPECIFIED) {
    return "state";
  }
  if (!v1::Isolation_IsValid(row.isolation) ||
      row.isolation == v1::ISOLATION_UNSPECIFIED) {
    return "isolation";
  }
  return "";
}

// Reads the present row of such a query, without its seat.
MatchRow ReadMatch(const Query& query) {
  MatchRow row;
  row.number = query.Int(0);
  row.match_id = query.Bytes(1);
  row.request_id = query.Bytes(2);
  row.state = static_cast<v1::Match::State>(query.Int(3));
  row.quarantine = query.Bytes(kQuarantineColumn);
  if (!row.quarantine.empty()) row.state = v1::Match::STATE_QUARANTINED;
  row.left = !query.IsNull(kLeftColumn);
  row.created = ReadTime(query, kCreatedColumn);
  row.started = ReadTime(query, kStartedColumn);
  row.ended = ReadTime(query, kEndedColumn);
  row.anonymous = query.Int(kAnonymousColumn) != 0;
  row.game = query.Bytes(4);
  row.rules_version = static_cast<uint32_t>(query.Int(5));
  row.options = query.Bytes(6);
  if (!ReadMessage(query, 7, row.clock)) row.damage = DamageOf(row, "clock");
  row.max_faults = static_cast<uint32_t>(query.Int(8));
  const std::string seed = query.Bytes(9);
  if (seed.size() == row.seed.size()) {
    std::copy(seed.begin(), seed.end(), row.seed.begin());
  } else {
    row.damage = DamageOf(row, "seed");
  }
  row.label = query.Bytes(10);
  if (!ReadMessage(query, 11, row.result)) row.damage = DamageOf(row, "result");
  row.record_sha256 = query.Bytes(12);
  row.isolation = static_cast<v1::Isolation>(query.Int(kIsolationColumn));
  if (!ReadPlace(query, row.place)) row.damage = DamageOf(row, "place");
  const absl::string_view strange = StrangeIn(row);
  if (!strange.empty()) row.damage = DamageOf(row, strange);
  return row;
}

void ReadSeat(const Query& query, MatchRow& row) {
  if (!query.IsNull(kBotColumn)) {
    row.seats.emplace_back().set_bot(query.Bytes(kBotColumn));
  } else if (!query.IsNull(kBuiltInColumn)) {
    row.seats.emplace_back().set_built_in(query.Bytes(kBuiltInColumn));
  } else {
    return;
  }
  v1::SeatSpec& spec = row.seats.back();
  spec.set_version(query.Bytes(kWantedColumn));
  if (!IsName(NameOfPlayer(spec))) {
    row.damage = DamageOf(row, "player");
  }
  row.sessions.push_back(query.Bytes(kSessionColumn));
  row.instances.push_back(query.Bytes(kInstanceColumn));
  if (!row.started.has_value()) return;
  v1::PlayerInfo& player = row.player_infos.emplace_back();
  player.set_name(NameOfPlayer(spec));
  player.set_version(query.Bytes(kVersionColumn));
  player.set_language(query.Bytes(kLanguageColumn));
}

absl::StatusOr<MatchHold> Hold(SqlConnection& sql, absl::string_view match_id) {
  Query query(sql,
              "SELECT number, state, quarantine, referee FROM matches"
              " WHERE match_id = $1 {for update}",
              match_id);
  if (!query.Next()) return NoMatch(match_id);
  MatchHold match = {.number = query.Int(0),
                     .state = static_cast<v1::Match::State>(query.Int(1)),
                     .quarantine = query.Bytes(2),
                     .referee = query.Int(3)};
  if (!match.quarantine.empty()) match.state = v1::Match::STATE_QUARANTINED;
  return match;
}

}  // namespace

// A row for every seat.
std::string SelectMatches(absl::string_view which,
                          absl::string_view direction) {
  return absl::StrCat(
      "SELECT m.number, m.match_id, m.request_id, m.state, m.game,"
      " m.rules_version, m.options, m.clock, m.max_faults, m.seed, m.label,"
      " m.result, r.sha256, c.name, m.set_index, m.match_index,"
      " m.attempt, m.entrants, s.bot, s.built_in, s.session, m.quarantine,"
      " m.left_since, m.isolation, t.instance, m.created, m.started, m.ended,"
      " m.anonymous, s.version, s.language, s.wanted"
      " FROM (SELECT number FROM matches WHERE ",
      which,
      ") found JOIN matches m ON m.number = found.number"
      " LEFT JOIN records r ON r.match = m.number"
      " LEFT JOIN competitions c ON c.number = m.competition"
      " LEFT JOIN seats s ON s.match = m.number"
      " LEFT JOIN sessions t ON t.token_sha256 = s.session"
      " ORDER BY m.number ",
      direction, ", s.seat");
}

std::vector<MatchRow> ReadMatches(Query& query) {
  std::vector<MatchRow> rows;
  while (query.Next()) {
    if (rows.empty() || rows.back().number != query.Int(0)) {
      rows.push_back(ReadMatch(query));
    }
    ReadSeat(query, rows.back());
  }
  return rows;
}

absl::StatusOr<MatchRow> FindMatch(SqlConnection& sql,
                                   absl::string_view match_id) {
  static const std::string text = SelectMatches("match_id = $1");
  Query query(sql, text, match_id);
  std::vector<MatchRow> rows = ReadMatches(query);
  if (rows.empty()) return NoMatch(match_id);
  return std::move(rows.front());
}

absl::StatusOr<MatchHold> HoldMatch(SqlConnection& sql, int64_t referee,
                                    absl::string_view match_id) {
  ARENA_ASSIGN_OR_RETURN(const MatchHold match, Hold(sql, match_id));
  if (match.state == v1::Match::STATE_QUARANTINED) {
    return absl::FailedPreconditionError(absl::StrCat(
        "match ", match_id, " is quarantined: ", match.quarantine));
  }
  if (match.state != v1::Match::STATE_FINISHED && match.referee != referee) {
    return AnothersMatch(match_id);
  }
  return match;
}

absl::StatusOr<MatchHold> HoldQuarantined(SqlConnection& sql,
                                          absl::string_view match_id) {
  ARENA_ASSIGN_OR_RETURN(const MatchHold match, Hold(sql, match_id));
  if (match.state == v1::Match::STATE_QUARANTINED) return match;
  return absl::FailedPreconditionError(
      absl::StrCat("match ", match_id, " is not quarantined"));
}

absl::Status NoMatch(absl::string_view match_id) {
  return absl::NotFoundError(
      absl::StrCat("no match has the id \"", Shortened(match_id), "\""));
}

absl::Status MatchIsOver(absl::string_view match_id) {
  return absl::FailedPreconditionError(
      absl::StrCat("match ", match_id, " is over"));
}

absl::Status AnothersMatch(absl::string_view match_id) {
  return absl::FailedPreconditionError(
      absl::StrCat("match ", match_id, " belongs to another referee"));
}

std::string JoinIndices(absl::Span<const uint32_t> indices) {
  return absl::StrJoin(indices, ",");
}

bool SplitIndices(absl::string_view text, std::vector<uint32_t>& indices) {
  for (absl::string_view part : absl::StrSplit(text, ',', absl::SkipEmpty())) {
    if (!absl::SimpleAtoi(part, &indices.emplace_back())) return false;
  }
  return true;
}

}  // namespace arena::referee
