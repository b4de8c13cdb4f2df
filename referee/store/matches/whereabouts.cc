// Reads the places of bots and the places where they are wanted; each query is
// for all bots.
#include "referee/store/matches/whereabouts.h"

#include <set>

#include "absl/status/statusor.h"
#include "referee/store/matches/referees.h"
#include "referee/store/sql/stored_values.h"

namespace arena::referee {
namespace {

// Matches to bring together at once; the others have their turn later.
constexpr int kMostMatches = 500;

std::string JsonArrayOf(absl::Span<const std::string> texts) {
  return JsonArray({texts.begin(), texts.end()});
}

std::vector<Whereabouts::Place> ReadPlaces(SqlConnection& sql) {
  Query query(sql,
              "SELECT number, name, address, (SELECT count(DISTINCT bot)"
              "  FROM presence WHERE referee = number) AS bots FROM referees"
              " WHERE lease_until > $1 ORDER BY bots DESC, number",
              sql.Now());
  std::vector<Whereabouts::Place> places;
  while (query.Next()) {
    places.push_back(
        {query.Int(0), query.Bytes(1), query.Bytes(2), query.Int(3)});
  }
  return places;
}

std::vector<Whereabouts::EmptySeat> ReadEmptySeats(
    SqlConnection& sql, absl::Span<const std::string> bots, int64_t self) {
  Query query(sql,
              "SELECT s.bot, s.session, m.referee FROM matches m"
              " JOIN seats s ON s.match = m.number"
              " WHERE m.state = 2 AND m.referee <> $2 AND m.referee IN"
              "  (SELECT number FROM referees WHERE lease_until > $3)"
              " AND s.session IS NOT NULL AND s.bot IN ({texts})"
              " AND NOT EXISTS (SELECT 1 FROM presence p"
              "  WHERE p.referee = m.referee AND p.session = s.session)"
              " ORDER BY m.number",
              JsonArrayOf(bots), self, sql.Now());
  std::vector<Whereabouts::EmptySeat> seats;
  while (query.Next()) {
    seats.push_back({query.Bytes(0), query.Bytes(1), query.Int(2)});
  }
  return seats;
}

// Matches that no referee plays, or for which a referee waits in vain. Some
// bots of each match are among `bots`, and some are not.
std::vector<Whereabouts::ApartMatch> ReadMatches(
    SqlConnection& sql, absl::Span<const std::string> bots) {
  Query query(sql,
              "SELECT m.number, s.bot, m.anonymous"
              " FROM (SELECT number, anonymous FROM matches"
              "  WHERE state <> 3 AND quarantine IS NULL"
              "  AND (referee IS NULL OR (state = 1 AND competition IS NULL)"
              "   OR referee NOT IN"
              "   (SELECT number FROM referees WHERE lease_until > $2))"
              "  AND EXISTS (SELECT 1 FROM seats WHERE match = number"
              "   AND bot IN ({texts}))"
              "  AND EXISTS (SELECT 1 FROM seats WHERE match = number"
              "   AND bot NOT IN ({texts}))"
              "  ORDER BY number LIMIT $3) m"
              " JOIN seats s ON s.match = m.number WHERE s.bot IS NOT NULL"
              " ORDER BY m.number, s.seat",
              JsonArrayOf(bots), sql.Now(), kMostMatches);
  std::vector<Whereabouts::ApartMatch> matches;
  int64_t last = 0;
  while (query.Next()) {
    if (query.Int(0) != last) {
      matches.push_back({.bots = {}, .anonymous = query.Int(2) != 0});
    }
    last = query.Int(0);
    matches.back().bots.push_back(query.Bytes(1));
  }
  return matches;
}

std::vector<Whereabouts::Guest> ReadGuests(SqlConnection& sql,
                                           absl::Span<const std::string> bots) {
  Query query(sql,
              "SELECT bot, referee, min(moves) FROM presence"
              " WHERE bot IN ({texts}) AND referee IN"
              "  (SELECT number FROM referees WHERE lease_until > $2)"
              " GROUP BY bot, referee ORDER BY bot, referee",
              JsonArrayOf(bots), sql.Now());
  std::vector<Whereabouts::Guest> guests;
  while (query.Next()) {
    guests.push_back({query.Bytes(0), query.Int(1), query.Int(2) != 0});
  }
  return guests;
}

}  // namespace

absl::StatusOr<Referees::Presences> Referees::FindRefereesOf(
    absl::Span<const std::string> bots) {
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<Presences> {
    Query query(sql,
                "SELECT p.bot, r.name, CAST(sum(p.takes * p.places) AS BIGINT),"
                " CAST(sum(p.fresh * p.places) AS BIGINT) FROM presence p"
                " JOIN referees r ON r.number = p.referee"
                " WHERE p.bot IN ({texts})"
                " AND (r.number = $2 OR r.lease_until > $3)"
                " GROUP BY p.bot, r.name",
                JsonArrayOf(bots), self_, sql.Now());
    Presences presences;
    while (query.Next()) {
      presences[query.Bytes(0)][query.Bytes(1)] = {
          static_cast<int>(query.Int(2)), static_cast<int>(query.Int(3))};
    }
    return presences;
  });
}

absl::StatusOr<Whereabouts> Referees::Locate(
    absl::Span<const std::string> bots) {
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<Whereabouts> {
    Whereabouts found;
    found.self = self_;
    found.places = ReadPlaces(sql);
    // A referee that is alone has all bots.
    if (bots.empty() || found.places.size() < 2) return found;
    found.empty_seats = ReadEmptySeats(sql, bots, self_);
    found.matches = ReadMatches(sql, bots);
    std::set<std::string> concerned;
    for (const Whereabouts::ApartMatch& match : found.matches) {
      concerned.insert(match.bots.begin(), match.bots.end());
    }
    found.guests = ReadGuests(
        sql, std::vector<std::string>(concerned.begin(), concerned.end()));
    return found;
  });
}

}  // namespace arena::referee
