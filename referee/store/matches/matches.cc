#include "referee/store/matches/matches.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/match/player.h"
#include "referee/store/matches/match_query.h"

namespace arena::referee {
namespace {

absl::Status CheckNewMatch(const MatchRow& match) {
  if (match.match_id.empty()) {
    return absl::InvalidArgumentError("a match needs an id");
  }
  if (match.state != v1::Match::STATE_PENDING &&
      match.state != v1::Match::STATE_RUNNING) {
    return absl::InvalidArgumentError(absl::StrCat(
        "match ", match.match_id, ": a new match is pending or running, not ",
        static_cast<int>(match.state)));
  }
  for (size_t seat = 0; seat < match.seats.size(); ++seat) {
    if (match.seats[seat].player_case() == v1::SeatSpec::PLAYER_NOT_SET) {
      return absl::InvalidArgumentError(absl::StrCat(
          "match ", match.match_id, ": there is no player in seat ", seat));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<OptionalInt> CompetitionNumber(SqlConnection& sql,
                                              const MatchRow& match) {
  if (!match.place.has_value()) return OptionalInt{};
  Query query(sql, "SELECT number FROM competitions WHERE name = $1",
              match.place->competition);
  if (query.Next()) return OptionalInt{query.Int(0)};
  return absl::NotFoundError(absl::StrCat("match ", match.match_id,
                                          ": no competition has the name ",
                                          match.place->competition));
}

// Adds a match; returns its number, or 0 if one of its unique values is taken.
// Requires: `created`.
absl::StatusOr<int64_t> InsertRows(SqlConnection& sql, OptionalInt referee,
                                   const MatchRow& match) {
  ARENA_ASSIGN_OR_RETURN(const OptionalInt competition,
                         CompetitionNumber(sql, match));
  const int64_t number = InsertMatch(sql, match, referee, competition);
  if (number == 0) return 0;
  for (size_t seat = 0; seat < match.seats.size(); ++seat) {
    const v1::SeatSpec& spec = match.seats[seat];
    Query(sql,
          spec.has_bot() ? "INSERT INTO seats (match, seat, bot, wanted)"
                           " VALUES ($1, $2, $3, nullif($4, ''))"
                         : "INSERT INTO seats (match, seat, built_in, wanted)"
                           " VALUES ($1, $2, $3, nullif($4, ''))",
          number, seat, NameOfPlayer(spec), spec.version())
        .Post();
  }
  return number;
}

bool PlaceIsTaken(SqlConnection& sql, const CompetitionPlace& place) {
  return Query(sql,
               "SELECT 1 FROM matches WHERE set_index = $2"
               " AND match_index = $3 AND attempt = $4 AND competition ="
               " (SELECT number FROM competitions WHERE name = $1)",
               place.competition, place.set, place.match, place.attempt)
      .Next();
}

absl::Status MatchIdIsTaken(absl::string_view match_id) {
  return absl::AlreadyExistsError(
      absl::StrCat("a match with the id ", match_id, " exists"));
}

}  // namespace

absl::StatusOr<InsertedMatch> Matches::Insert(const MatchRow& match) {
  const Repeat repeat =
      match.request_id.empty() ? Repeat::kHarmful : Repeat::kHarmless;
  return database_.Write(
      repeat, [&](SqlConnection& sql) -> absl::StatusOr<InsertedMatch> {
        ARENA_RETURN_IF_ERROR(CheckNewMatch(match));
        InsertedMatch inserted{.inserted = true, .row = match};
        inserted.row.created = absl::FromUnixMicros(sql.Now());
        ARENA_ASSIGN_OR_RETURN(inserted.row.number,
                               InsertRows(sql, {referee_}, inserted.row));
        if (inserted.row.number != 0) return inserted;
        if (!match.request_id.empty()) {
          static const std::string text = SelectMatches("request_id = $1");
          Query query(sql, text, match.request_id);
          std::vector<MatchRow> first = ReadMatches(query);
          if (!first.empty()) {
            return InsertedMatch{.inserted = false,
                                 .row = std::move(first.front())};
          }
        }
        if (match.place.has_value() && PlaceIsTaken(sql, *match.place)) {
          return absl::AlreadyExistsError(
              absl::StrCat("match ", match.match_id,
                           ": its place in its competition is taken"));
        }
        return MatchIdIsTaken(match.match_id);
      });
}

absl::StatusOr<int> Matches::Plan(absl::Span<const MatchRow> matches) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::StatusOr<int> {
        const absl::Time now = absl::FromUnixMicros(sql.Now());
        int added = 0;
        for (MatchRow match : matches) {
          match.created = now;
          ARENA_RETURN_IF_ERROR(CheckNewMatch(match));
          if (!match.place.has_value() ||
              match.state != v1::Match::STATE_PENDING) {
            return absl::InvalidArgumentError(absl::StrCat(
                "match ", match.match_id,
                ": a planned match must be pending and have a place in its"
                " competition"));
          }
          ARENA_ASSIGN_OR_RETURN(const int64_t number,
                                 InsertRows(sql, {}, match));
          if (number != 0) {
            ++added;
          } else if (!PlaceIsTaken(sql, *match.place)) {
            return MatchIdIsTaken(match.match_id);
          }
        }
        return added;
      });
}

absl::StatusOr<MatchRow> Matches::Get(absl::string_view match_id) {
  return database_.Read(
      [&](SqlConnection& sql) { return FindMatch(sql, match_id); });
}

absl::StatusOr<std::vector<MatchRow>> Matches::ListUnfinished() {
  static const std::string text = SelectMatches("referee = $1 AND state <> 3");
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<MatchRow>> {
        Query query(sql, text, referee_);
        return ReadMatches(query);
      });
}

}  // namespace arena::referee
