#include "referee/store/matches/match_query.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <type_traits>
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
#include "referee/store/sql/stored_values.h"

namespace arena::referee {
namespace {

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

std::optional<absl::Time> ReadTime(const Query& query, int column) {
  if (query.IsNull(column)) return std::nullopt;
  return absl::FromUnixMicros(SoundMicros(query.Int(column)));
}

// Whether a referee can have written the name or id. If not, its wrong bytes
// were read as escapes.
bool IsName(absl::string_view name) {
  return !name.empty() && absl::c_all_of(name, [](char c) {
    return absl::ascii_isgraph(static_cast<unsigned char>(c)) && c != '\\';
  });
}

// The field of the row that no referee has written; empty: none.
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

// ---- The columns of a match ----

// A column of the query for whole matches.
struct Column {
  absl::string_view table;
  absl::string_view name;
  void (*read)(const Query& query, int column, MatchRow& row);
  // The value of a new row; null: none, or the store sets the value.
  SqlValue (*begin)(const MatchRow& row) = nullptr;
  // Whether an empty text is kept as NULL.
  bool empty_is_null = false;
};

SqlValue Number(int64_t value) { return OptionalInt{value}; }

// A message that may be absent.
template <typename Message>
SqlValue Bytes(const std::optional<Message>& message) {
  if (!message.has_value()) return std::optional<std::vector<char>>();
  const std::string bytes = message->SerializeAsString();
  return std::optional(std::vector<char>(bytes.begin(), bytes.end()));
}

// A part of the place, which a match on its own does not have.
template <typename Part>
SqlValue OfPlace(const MatchRow& row, Part CompetitionPlace::*part) {
  if (!row.place.has_value()) return OptionalInt{};
  return Number((*row.place).*part);
}

// The columns of a text, a number and a time.
template <std::string MatchRow::*kMember>
constexpr Column Text(absl::string_view name, bool empty_is_null = false) {
  return {"m", name,
          [](const Query& query, int column, MatchRow& row) {
            row.*kMember = query.Bytes(column);
          },
          [](const MatchRow& row) { return SqlValue(row.*kMember); },
          empty_is_null};
}
template <auto kMember>
constexpr Column Int(absl::string_view name) {
  return {"m", name,
          [](const Query& query, int column, MatchRow& row) {
            using Value = std::decay_t<decltype(row.*kMember)>;
            row.*kMember = static_cast<Value>(query.Int(column));
          },
          [](const MatchRow& row) { return Number(row.*kMember); }};
}
template <std::optional<absl::Time> MatchRow::*kMember>
constexpr Column Time(absl::string_view name) {
  return {"m", name, [](const Query& query, int column, MatchRow& row) {
            row.*kMember = ReadTime(query, column);
          }};
}
template <uint32_t CompetitionPlace::*kPart>
constexpr Column Place(absl::string_view name) {
  return {"m", name,
          [](const Query& query, int column, MatchRow& row) {
            if (!row.place.has_value()) return;
            (*row.place).*kPart = static_cast<uint32_t>(query.Int(column));
          },
          [](const MatchRow& row) { return OfPlace(row, kPart); }};
}

void ReadSeed(const Query& query, int column, MatchRow& row) {
  const std::string seed = query.Bytes(column);
  if (seed.size() == row.seed.size()) {
    std::copy(seed.begin(), seed.end(), row.seed.begin());
  } else {
    row.damage = DamageOf(row, "seed");
  }
}

constexpr Column kColumns[] = {
    {"m", "number",
     [](const Query& query, int column, MatchRow& row) {
       row.number = query.Int(column);
     }},
    Text<&MatchRow::match_id>("match_id"),
    Text<&MatchRow::request_id>("request_id", /*empty_is_null=*/true),
    Int<&MatchRow::state>("state"),
    // Comes after the state, which it replaces.
    {"m", "quarantine",
     [](const Query& query, int column, MatchRow& row) {
       row.quarantine = query.Bytes(column);
       if (!row.quarantine.empty()) row.state = v1::Match::STATE_QUARANTINED;
     }},
    {"m", "left_since",
     [](const Query& query, int column, MatchRow& row) {
       row.left = !query.IsNull(column);
     }},
    Time<&MatchRow::created>("created"),
    Time<&MatchRow::started>("started"),
    Time<&MatchRow::ended>("ended"),
    Int<&MatchRow::anonymous>("anonymous"),
    Text<&MatchRow::game>("game"),
    Int<&MatchRow::rules_version>("rules_version"),
    Text<&MatchRow::options>("options"),
    {"m", "clock",
     [](const Query& query, int column, MatchRow& row) {
       if (!ReadMessage(query, column, row.clock)) {
         row.damage = DamageOf(row, "clock");
       }
     },
     [](const MatchRow& row) { return Bytes(row.clock); }},
    Int<&MatchRow::max_faults>("max_faults"),
    {"m", "seed", &ReadSeed,
     [](const MatchRow& row) {
       return SqlValue(
           std::optional(std::vector<char>(row.seed.begin(), row.seed.end())));
     }},
    Text<&MatchRow::label>("label"),
    {"m", "result",
     [](const Query& query, int column, MatchRow& row) {
       if (!ReadMessage(query, column, row.result)) {
         row.damage = DamageOf(row, "result");
       }
     }},
    {"r", "sha256",
     [](const Query& query, int column, MatchRow& row) {
       row.record_sha256 = query.Bytes(column);
     }},
    Int<&MatchRow::isolation>("isolation"),
    {"c", "name",
     [](const Query& query, int column, MatchRow& row) {
       if (query.IsNull(column)) return;
       row.place.emplace().competition = query.Bytes(column);
     }},
    // Comes after the name of the competition: without the name there is no
    // place.
    Place<&CompetitionPlace::set>("set_index"),
    Place<&CompetitionPlace::match>("match_index"),
    Place<&CompetitionPlace::attempt>("attempt"),
    {"m", "entrants",
     [](const Query& query, int column, MatchRow& row) {
       if (row.place.has_value() &&
           !SplitIndices(query.Bytes(column), row.place->entrants)) {
         row.damage = DamageOf(row, "place");
       }
     },
     [](const MatchRow& row) {
       return SqlValue(row.place.has_value() ? JoinIndices(row.place->entrants)
                                             : std::string());
     },
     /*empty_is_null=*/true},
};

// These columns come after them, for each seat.
constexpr char kSeatColumns[] =
    "s.bot, s.built_in, s.session, t.instance, s.version, s.language, s.wanted";
enum SeatColumn : int {
  kBotColumn = std::size(kColumns),
  kBuiltInColumn,
  kSessionColumn,
  kInstanceColumn,
  kVersionColumn,
  kLanguageColumn,
  kWantedColumn,
};

// The statement that adds a new row, with the values of the columns after the
// first three parameters.
std::string InsertText() {
  std::vector<std::string> names = {"referee", "competition", "created"};
  std::vector<std::string> values = {"$1", "$2", "$3"};
  for (const Column& column : kColumns) {
    if (column.begin == nullptr) continue;
    names.emplace_back(column.name);
    const std::string parameter = absl::StrCat("$", names.size());
    values.push_back(column.empty_is_null
                         ? absl::StrCat("nullif(", parameter, ", '')")
                         : parameter);
  }
  return absl::StrCat("INSERT INTO matches (", absl::StrJoin(names, ", "),
                      ") VALUES (", absl::StrJoin(values, ", "),
                      ") ON CONFLICT DO NOTHING RETURNING number");
}

// Reads the present row of such a query, without its seat.
MatchRow ReadMatch(const Query& query) {
  MatchRow row;
  int number = 0;
  for (const Column& column : kColumns) column.read(query, number++, row);
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

// The query has a row for every seat.
std::string SelectMatches(absl::string_view which,
                          absl::string_view direction) {
  std::string columns;
  for (const Column& column : kColumns) {
    absl::StrAppend(&columns, column.table, ".", column.name, ", ");
  }
  return absl::StrCat("SELECT ", columns, kSeatColumns,
                      " FROM (SELECT number FROM matches WHERE ", which,
                      ") found JOIN matches m ON m.number = found.number"
                      " LEFT JOIN records r ON r.match = m.number"
                      " LEFT JOIN competitions c ON c.number = m.competition"
                      " LEFT JOIN seats s ON s.match = m.number"
                      " LEFT JOIN sessions t ON t.token_sha256 = s.session"
                      " ORDER BY m.number ",
                      direction, ", s.seat");
}

int64_t InsertMatch(SqlConnection& sql, const MatchRow& row,
                    OptionalInt referee, OptionalInt competition) {
  static const std::string text = InsertText();
  std::vector<SqlValue> values = {referee, competition,
                                  Number(absl::ToUnixMicros(*row.created))};
  for (const Column& column : kColumns) {
    if (column.begin != nullptr) values.push_back(column.begin(row));
  }
  Query query(sql, text, absl::MakeConstSpan(values));
  return query.Next() ? query.Int(0) : 0;
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
