#include "arena/competition/report/expectations.h"

#include <algorithm>

#include "arena/competition/report/figures.h"

namespace arena::competition {
namespace {

using Lines = google::protobuf::RepeatedPtrField<v1::EntrantStanding>;

// Adds what the pair scored against each other, and what its ratings expect.
void AddScores(const PairScores& scores, v1::HeadToHead& pair) {
  if (pair.sets() == 0) return;
  const auto a = static_cast<int>(pair.entrant());
  const auto b = static_cast<int>(pair.opponent());
  const auto found = scores.find(std::minmax(a, b));
  if (found == scores.end()) return;
  const PairScore& met = found->second;
  const auto of_a = [&](double score) {
    return Rounded(a < b ? score / met.comparisons
                         : 1 - score / met.comparisons);
  };
  pair.set_score(of_a(met.score));
  pair.set_expected_score(of_a(met.expected));
  pair.set_surprise(Rounded(a < b ? met.Surprise() : -met.Surprise()));
}

// The probability that chance alone marks any entrant of a table as uneven.
constexpr double kFalseAlarms = 0.01;

// Adds what the ratings expect of each entrant.
void AddShares(const PairScores& scores, const BatchRating& rating,
               Lines& lines) {
  struct Sum {
    double comparisons = 0;
    double expected = 0;
    double opponents = 0;
  };
  std::vector<Sum> sums(lines.size());
  for (const auto& [pair, met] : scores) {
    const auto add = [&](int own, int other, double expected) {
      sums[own].comparisons += met.comparisons;
      sums[own].expected += expected;
      sums[own].opponents += met.comparisons * rating.Points(other);
    };
    add(pair.first, pair.second, met.expected);
    add(pair.second, pair.first, met.comparisons - met.expected);
  }
  const std::vector<Misfit> misfits = MisfitsOf(scores, lines.size());
  for (v1::EntrantStanding& line : lines) {
    const Sum& sum = sums[line.entrant()];
    if (sum.comparisons == 0) continue;
    line.set_mean_opponent(Rounded(sum.opponents / sum.comparisons));
    line.set_expected_rank_points(Rounded(sum.expected / sum.comparisons));
    line.set_uneven(misfits[line.entrant()].Probability() * lines.size() <
                    kFalseAlarms);
  }
}

// Disqualified entrants are the last lines.
void AddSuperiority(const BatchRating& rating, Lines& lines) {
  for (int i = 0; i + 1 < lines.size(); ++i) {
    const v1::EntrantStanding& next = lines[i + 1];
    if (next.place() == 0) return;
    lines[i].set_superiority_to_next(
        Rounded(rating.Superiority(static_cast<int>(lines[i].entrant()),
                                   static_cast<int>(next.entrant()))));
  }
}

void AddSeats(const std::vector<SetRatio>& advantages, const GameForm& form,
              v1::Standings& standings) {
  for (size_t side = 0; side < advantages.size(); ++side) {
    v1::SeatAdvantage& seats = *standings.add_seats();
    for (const Seat seat : form.sides[side]) {
      seats.add_seats(static_cast<uint32_t>(seat));
    }
    *seats.mutable_advantage() = Rounded(advantages[side].Mean());
  }
}

}  // namespace

void AddCalibration(const std::vector<PlaceCalibration>& calibration,
                    v1::Standings& standings) {
  for (const PlaceCalibration& place : calibration) {
    v1::PlaceCalibration& out = *standings.add_calibration();
    out.set_place(static_cast<uint32_t>(standings.calibration_size()));
    out.set_factor(Rounded(place.factor));
    if (place.slope.has_value()) {
      *out.mutable_slope() = Rounded(*place.slope);
    }
    for (const CalibrationBin& bin : place.bins) {
      v1::CalibrationBin& sides = *out.add_bins();
      sides.set_sides(static_cast<uint32_t>(bin.sides));
      sides.set_predicted(Rounded(bin.predicted));
      *sides.mutable_observed() = Rounded(bin.observed);
    }
  }
}

void AddExpectations(const EntrantRatings& ratings, const GameForm& form,
                     v1::Standings& standings) {
  const ExpectedScores& scores = ratings.scores;
  Lines& lines = *standings.mutable_entrants();
  AddShares(scores.pairs, ratings.rating, lines);
  AddSuperiority(ratings.rating, lines);
  for (v1::HeadToHead& pair : *standings.mutable_head_to_head()) {
    AddScores(scores.pairs, pair);
  }
  if (scores.ties.sets() > 0) {
    *standings.mutable_tie_rate() = Rounded(scores.ties.Share());
  }
  AddSeats(scores.advantages, form, standings);
  AddCalibration(ratings.calibration, standings);
}

}  // namespace arena::competition
