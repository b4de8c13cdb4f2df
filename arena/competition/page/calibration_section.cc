#include "arena/competition/page/calibration_section.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/competition/page/chart.h"
#include "arena/competition/report/standings_words.h"
#include "arena/html/table.h"

namespace arena::competition {
namespace {

constexpr int kSide = kCalibrationSize;
constexpr int kMargin = 44;
constexpr int kEdge = 24;

// The shares from `low` to `high` on both axes, in tenths.
class CalibrationChart {
 public:
  explicit CalibrationChart(const v1::Standings& standings)
      : standings_(standings) {
    double low = 1;
    double high = 0;
    for (const v1::PlaceCalibration& place : standings.calibration()) {
      for (const v1::CalibrationBin& bin : place.bins()) {
        const v1::Interval ends = Ends(bin);
        low = std::min({low, bin.predicted(), ends.low()});
        high = std::max({high, bin.predicted(), ends.high()});
      }
    }
    low_ = static_cast<int>(std::floor(10 * low));
    high_ = std::max(low_ + 1, static_cast<int>(std::ceil(10 * high)));
  }

  Html Draw() const {
    Html drawing = Grid();
    for (int i = 0; i < standings_.calibration_size(); ++i) {
      const v1::PlaceCalibration& place = standings_.calibration(i);
      const std::string colour = absl::StrCat("c", i);
      for (const v1::CalibrationBin& bin : place.bins()) {
        drawing += Dot(place, bin, absl::StrCat("var(--", colour, ")"));
      }
      drawing += Element("text",
                         {{"class", absl::StrCat("label ", colour)},
                          {"x", absl::StrCat(kMargin + 10)},
                          {"y", absl::StrCat(kEdge + 18 * (i + 1))}},
                         {absl::StrCat("place ", place.place())});
    }
    return drawing;
  }

 private:
  static v1::Interval Ends(const v1::CalibrationBin& bin) {
    if (bin.observed().has_interval()) return bin.observed().interval();
    v1::Interval ends;
    ends.set_low(bin.observed().value());
    ends.set_high(bin.observed().value());
    return ends;
  }

  double X(double share) const {
    return kMargin +
           (kSide - kMargin - kEdge) * (10 * share - low_) / (high_ - low_);
  }
  double Y(double share) const { return kSide - X(share); }

  Html Grid() const {
    Html grid;
    const int step = StepFor(high_ - low_, 5);
    for (int tenths = low_; tenths <= high_; tenths += step) {
      const double share = tenths / 10.0;
      const std::string text = absl::StrCat(10 * tenths, " %");
      const double end = high_ / 10.0;
      const double begin = low_ / 10.0;
      grid += ChartLine("grid", X(begin), Y(share), X(end), Y(share));
      grid += ChartText(kMargin - 6, Y(share) + 4, "end", text);
      grid += ChartText(X(share), kSide - kMargin + 18, "middle", text);
    }
    grid += ChartLine("right", X(low_ / 10.0), Y(low_ / 10.0), X(high_ / 10.0),
                      Y(high_ / 10.0));
    grid += ChartText(kSide - kEdge, kSide - 8, "end", "predicted");
    grid += ChartText(4, 10, "start", "observed");
    return grid;
  }

  Html Dot(const v1::PlaceCalibration& place, const v1::CalibrationBin& bin,
           const std::string& colour) const {
    const v1::Interval ends = Ends(bin);
    const std::string x = ChartNumber(X(bin.predicted()));
    return Joined(
        {Element("line",
                 {{"stroke", colour},
                  {"x1", x},
                  {"x2", x},
                  {"y1", ChartNumber(Y(ends.low()))},
                  {"y2", ChartNumber(Y(ends.high()))}},
                 {}),
         Element(
             "circle",
             {{"cx", x},
              {"cy", ChartNumber(Y(bin.observed().value()))},
              {"r", "4"},
              {"fill", colour}},
             {Element("title",
                      {absl::StrCat("place ", place.place(), ": predicted ",
                                    Percent(bin.predicted()), " %, observed ",
                                    EstimateText(bin.observed()))})})});
  }

  const v1::Standings& standings_;
  // In tenths.
  int low_ = 0;
  int high_ = 10;
};

Html BinRow(const v1::PlaceCalibration& place, const v1::CalibrationBin& bin) {
  return Element("tr",
                 {NumberCell(absl::StrCat(place.place())),
                  NumberCell(absl::StrCat(Percent(bin.predicted()), " %")),
                  NumberCell(EstimateText(bin.observed())),
                  NumberCell(absl::StrCat(bin.sides()))});
}

}  // namespace

Html CalibrationDrawing(const v1::Standings& standings) {
  return CalibrationChart(standings).Draw();
}

Html CalibrationHtml(const v1::Standings& standings) {
  if (!HasCalibration(standings)) return {};
  Html slopes;
  Html rows;
  for (const v1::PlaceCalibration& place : standings.calibration()) {
    slopes += Element("p", {PlaceText(standings, place)});
    for (const v1::CalibrationBin& bin : place.bins()) {
      rows += BinRow(place, bin);
    }
  }
  return Card(
      "Predicted against observed",
      Joined({Element("p", {kCalibrationNote, " ", kSlopeNote}), slopes,
              ChartFrame("Predicted and observed shares", kSide, kSide,
                         "square", CalibrationDrawing(standings)),
              ScrollingTable(
                  "Predicted against observed",
                  Joined({NumberColumn("Place"), NumberColumn("Predicted"),
                          NumberColumn("Observed"), NumberColumn("Entrants")}),
                  rows)}));
}

}  // namespace arena::competition
