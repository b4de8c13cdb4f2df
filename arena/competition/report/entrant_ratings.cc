#include "arena/competition/report/entrant_ratings.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "arena/competition/planning/field.h"
#include "arena/competition/planning/spec.h"
#include "arena/competition/report/figures.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

constexpr int kNoPlayer = -1;

// The mean of these players, one for each entrant or kNoPlayer.
std::vector<double> MeanOf(const std::vector<int>& by_entrant, int players) {
  std::vector<double> origin(players);
  double count = 0;
  for (const int player : by_entrant) count += player == kNoPlayer ? 0 : 1;
  for (const int player : by_entrant) {
    if (player != kNoPlayer) origin[player] = 1 / count;
  }
  return origin;
}

// By entrant: the player that is known best.
std::vector<int> BestKnown(int entrants, const Players& players,
                           const BatchRating& rating) {
  std::vector<int> best(entrants, kNoPlayer);
  for (int entrant = 0; entrant < entrants; ++entrant) {
    for (const int player : players.Of(entrant)) {
      int& known = best[entrant];
      if (known == kNoPlayer ||
          rating.Covariance(player, player) < rating.Covariance(known, known)) {
        known = player;
      }
    }
  }
  return best;
}

// Beyond these chances one version is certainly stronger than another.
constexpr double kCertain = 0.975;

// The newest player that is known well. A newer one that is certainly stronger
// or weaker goes before: its interval may never become narrow, as long as it
// wins everything.
int PlacedOf(const std::vector<int>& own, const BatchRating& rating) {
  if (own.empty()) return kNoPlayer;
  const auto known = std::find_if(own.rbegin(), own.rend(), [&](int player) {
    return rating.PointsInterval(player).Width() <= 2 * kPlacingHalfWidth;
  });
  if (known == own.rend()) return own.back();
  const auto other = std::find_if(own.rbegin(), known, [&](int player) {
    const double stronger = rating.Superiority(player, *known);
    return std::max(stronger, 1 - stronger) >= kCertain;
  });
  return *other;
}

// By entrant: the player whose rating is the entrant's, or kNoPlayer. How well
// a player is known is its distance to the mean of those that are known best:
// an anchor may be far away.
std::vector<int> PlacedPlayers(int entrants, const Players& players,
                               const BatchRating& found) {
  const BatchRating rating = found.WithOrigin(
      MeanOf(BestKnown(entrants, players, found), players.count()));
  std::vector<int> placed;
  for (int entrant = 0; entrant < entrants; ++entrant) {
    placed.push_back(PlacedOf(players.Of(entrant), rating));
  }
  return placed;
}

// The ratings of these players by entrant. Only the prior is known about
// entrants without a player.
BatchRating OfEntrants(const std::vector<int>& placed,
                       const BatchRating& rating) {
  const size_t count = placed.size();
  BatchRatingOptions options = rating.options();
  options.predecessors.clear();
  options.origin.assign(count, 0);
  const double deviation = *options.prior_points / kPointsPerLogUnit;
  std::vector<double> strengths(count);
  std::vector<double> covariances(count * count);
  for (size_t i = 0; i < count; ++i) {
    double* const row = &covariances[i * count];
    row[i] = deviation * deviation / (1 - 2 * options.prior_tails);
    if (placed[i] == kNoPlayer) continue;
    options.origin[i] = rating.options().origin[placed[i]];
    strengths[i] = rating.Strength(placed[i]);
    for (size_t k = 0; k < count; ++k) {
      if (placed[k] == kNoPlayer) continue;
      row[k] = rating.Covariance(placed[i], placed[k]);
    }
  }
  return BatchRating(options, std::move(strengths), std::move(covariances),
                     rating.log_ties());
}

// The course of an entrant. A newer version replaces the points of an older
// one.
std::vector<CurvePoint> CurveOf(
    const std::vector<int>& own,
    const std::vector<std::vector<CurvePoint>>& by_player) {
  std::map<int, CurvePoint> by_sets;
  for (const int player : own) {
    for (const CurvePoint& point : by_player[player]) {
      by_sets[point.sets] = point;
    }
  }
  std::vector<CurvePoint> curve;
  for (const auto& [sets, point] : by_sets) curve.push_back(point);
  return curve;
}

std::vector<v1::VersionStanding> VersionsOf(const std::vector<int>& own,
                                            int placed, const Players& players,
                                            const BatchRating& rating) {
  std::vector<v1::VersionStanding> versions;
  if (own.size() < 2) return versions;
  for (auto number = own.rbegin(); number != own.rend(); ++number) {
    const Player& player = players.At(*number);
    if (!player.shown) continue;
    v1::VersionStanding& version = versions.emplace_back();
    version.set_version(player.version);
    version.set_sets(static_cast<uint32_t>(player.sets));
    version.set_rank_points(player.outcome.RankPoints());
    version.set_rating(Rounded(rating.Points(*number)));
    *version.mutable_rating_interval() =
        Rounded(rating.PointsInterval(*number));
    version.set_placed(*number == placed);
  }
  return versions;
}

}  // namespace

absl::StatusOr<EntrantRatings> RateEntrants(const v1::CompetitionSpec& spec,
                                            const Players& players) {
  ARENA_ASSIGN_OR_RETURN(const BatchRating found,
                         FitBatchRating(players.count(), players.placings(),
                                        {.predecessors = players.Predecessors(),
                                         .field = IsField(spec)}));
  const std::vector<int> placed =
      PlacedPlayers(spec.entrants_size(), players, found);
  const std::optional<int> anchor = AnchorOf(spec);
  const BatchRating rating = found.WithOrigin(
      anchor.has_value() ? AnchoredAt(placed[*anchor], players.count())
                         : MeanOf(placed, players.count()));
  ARENA_ASSIGN_OR_RETURN(const auto curves,
                         CurvesOf(rating, players.placings()));
  std::vector<int> entrants;
  for (int player = 0; player < players.count(); ++player) {
    entrants.push_back(static_cast<int>(players.At(player).entrant));
  }
  EntrantRatings ratings = {OfEntrants(placed, rating),
                            {},
                            {},
                            ScoreSides(rating, players.placings(), entrants),
                            Calibrate(rating, players.placings(), true)};
  for (uint32_t entrant = 0; entrant < placed.size(); ++entrant) {
    const std::vector<int>& own = players.Of(entrant);
    ratings.curves.push_back(CurveOf(own, curves));
    ratings.versions.push_back(
        VersionsOf(own, placed[entrant], players, rating));
  }
  return ratings;
}

}  // namespace arena::competition
