#include "arena/competition/report/standings_message.h"

#include <optional>

namespace arena::competition {
namespace {

void Fill(const Interval& interval, v1::Interval& out) {
  out.set_low(interval.low);
  out.set_high(interval.high);
}

void Fill(const MeanEstimate& difference, v1::MeanDifference& out) {
  out.set_mean(difference.mean);
  if (difference.interval.has_value()) {
    Fill(*difference.interval, *out.mutable_interval());
  }
}

void Fill(const FaultCount& fault, v1::FaultCount& out) {
  out.set_kind(fault.kind);
  out.set_count(static_cast<uint32_t>(fault.count));
  for (const FaultPlace& place : fault.last) out.add_match_ids(place.match_id);
}

void Fill(const CurvePoint& point, v1::RatingPoint& out) {
  out.set_sets(static_cast<uint32_t>(point.sets));
  out.set_rating(point.rating);
  Fill(point.interval, *out.mutable_interval());
}

void Fill(const VersionStanding& version, v1::VersionStanding& out) {
  out.set_version(version.version);
  out.set_sets(static_cast<uint32_t>(version.sets));
  out.set_rank_points(version.rank_points);
  out.set_rating(version.rating);
  Fill(version.rating_interval, *out.mutable_rating_interval());
}

void Fill(const EntrantStanding& line, v1::StandingsOrder order,
          v1::EntrantStanding& out) {
  out.set_place(static_cast<uint32_t>(line.place));
  out.set_entrant(line.entrant);
  out.set_name(line.name);
  out.set_benched(line.benched);
  out.set_disqualified(line.disqualified);
  out.set_sets(static_cast<uint32_t>(line.sets));
  out.set_won(static_cast<uint32_t>(line.won));
  out.set_drawn(static_cast<uint32_t>(line.drawn));
  out.set_lost(static_cast<uint32_t>(line.lost));
  out.set_void_sets(static_cast<uint32_t>(line.void_sets));
  out.set_matches(static_cast<uint32_t>(line.matches));
  out.set_rank_points(line.rank_points);
  out.set_rating(line.rating);
  Fill(line.rating_interval, *out.mutable_rating_interval());
  if (line.difference.has_value()) {
    Fill(*line.difference, *out.mutable_score_difference());
  }
  for (const CurvePoint& point : line.curve) Fill(point, *out.add_curve());
  if (order == v1::STANDINGS_ORDER_SWISS_POINTS) {
    out.set_points(line.points);
    out.set_buchholz(line.buchholz);
  }
  if (order == v1::STANDINGS_ORDER_ROUND)
    out.set_round(static_cast<uint32_t>(line.round));
  for (const FaultCount& fault : line.faults) Fill(fault, *out.add_faults());
  for (const VersionStanding& version : line.versions) {
    Fill(version, *out.add_versions());
  }
}

v1::HeadToHead PairMessage(const Standings& standings, const EntrantStanding& a,
                           const EntrantStanding& b) {
  const auto row = static_cast<int>(a.entrant);
  const auto column = static_cast<int>(b.entrant);
  const Encounter& met = standings.head_to_head.At(row, column);
  v1::HeadToHead pair;
  pair.set_entrant(a.entrant);
  pair.set_opponent(b.entrant);
  pair.set_sets(static_cast<uint32_t>(met.sets));
  pair.set_won(static_cast<uint32_t>(met.wins));
  pair.set_drawn(static_cast<uint32_t>(met.draws));
  pair.set_lost(static_cast<uint32_t>(met.losses));
  if (met.difference.has_value()) {
    Fill(*met.difference, *pair.mutable_score_difference());
  }
  pair.set_superiority(met.superiority);
  return pair;
}

// Pairs of the best places come first, so that they are there if others must
// be left out.
void AddPairs(const Standings& standings, size_t max_bytes,
              v1::Standings& out) {
  // The key and the length of a pair.
  constexpr size_t kFrame = 4;
  size_t bytes = out.ByteSizeLong();
  uint32_t omitted = 0;
  for (size_t b = 1; b < standings.entrants.size(); ++b) {
    for (size_t a = 0; a < b; ++a) {
      if (omitted > 0) {
        ++omitted;
        continue;
      }
      v1::HeadToHead pair =
          PairMessage(standings, standings.entrants[a], standings.entrants[b]);
      bytes += pair.ByteSizeLong() + kFrame;
      if (bytes > max_bytes) {
        ++omitted;
      } else {
        *out.add_head_to_head() = std::move(pair);
      }
    }
  }
  out.set_omitted_pairs(omitted);
}

}  // namespace

v1::Standings StandingsMessage(const Standings& standings, size_t max_bytes) {
  v1::Standings out;
  out.set_order(standings.order);
  for (const EntrantStanding& line : standings.entrants) {
    Fill(line, standings.order, *out.add_entrants());
  }
  out.set_sets(static_cast<uint32_t>(standings.sets));
  out.set_void_sets(static_cast<uint32_t>(standings.void_sets));
  out.set_matches(static_cast<uint32_t>(standings.matches));
  out.set_equal_games(static_cast<uint32_t>(standings.equal_games));
  out.set_repeated_matches(static_cast<uint32_t>(standings.repeated_matches));
  out.set_cancelled_matches(
      static_cast<uint32_t>(standings.cancelled_matches));
  out.set_faults(static_cast<uint32_t>(standings.faults));
  out.set_anchor(standings.competition.spec().anchor());
  // The cursor and the count take at most this many bytes.
  constexpr size_t kRest = 200;
  AddPairs(standings, max_bytes - kRest, out);
  return out;
}

}  // namespace arena::competition
