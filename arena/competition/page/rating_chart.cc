#include "arena/competition/page/rating_chart.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/competition/page/chart.h"
#include "arena/competition/report/standings_words.h"
#include "arena/competition/report/text_table.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

constexpr int kTop = 22;
constexpr int kBottom = 28;
constexpr int kLeft = 44;
// The least distance between the labels of two curves.
constexpr double kLabelHeight = 17;
// The approximate width of a letter.
constexpr double kLetterWidth = 7.9;

// A curve with its style and its label.
struct Series {
  const v1::EntrantStanding* line;
  std::string colour;
  // The class of its label, which has the same colour.
  std::string label;
  bool coloured;
  bool dashed;
};

std::vector<Series> SeriesOf(const v1::Standings& standings) {
  std::vector<Series> all;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    if (line.curve().empty()) continue;
    const auto index = static_cast<int>(all.size());
    const bool coloured = index < kColouredCurves;
    all.push_back(
        {&line, coloured ? absl::StrCat("var(--c", index, ")") : "var(--line)",
         absl::StrCat("c", index), coloured, index % 2 == 1});
  }
  return all;
}

class Chart {
 public:
  Chart(std::vector<Series> series, int width, int height)
      : series_(std::move(series)), height_(height) {
    size_t longest = 0;
    for (const Series& one : series_) {
      longest = std::max<size_t>(longest, WidthOf(one.line->name()));
      sets_ = std::max(sets_, one.line->curve().rbegin()->sets());
    }
    label_letters_ =
        static_cast<int>(std::min<size_t>(longest, width > 600 ? 18 : 10));
    right_ = width - kLetterWidth * (label_letters_ + 5) - 18;
    FindRange();
  }

  Html Draw() const {
    Html curves;
    // The best are drawn last, above the others.
    for (auto one = series_.rbegin(); one != series_.rend(); ++one) {
      if (one->coloured) curves += Band(*one);
    }
    for (auto one = series_.rbegin(); one != series_.rend(); ++one) {
      curves += Line(*one);
    }
    // Cut off at the axes.
    const std::string width = ChartNumber(right_ - kLeft + 4);
    const std::string height = absl::StrCat(height_ - kTop - kBottom);
    return Joined({Grid(),
                   Element("svg",
                           {{"x", absl::StrCat(kLeft)},
                            {"y", absl::StrCat(kTop)},
                            {"width", width},
                            {"height", height},
                            {"viewBox", absl::StrCat(kLeft, " ", kTop, " ",
                                                     width, " ", height)}},
                           {curves}),
                   Labels()});
  }

 private:
  // Covers all ratings but the very first, and the bands of the later half.
  void FindRange() {
    low_ = high_ = series_.front().line->rating();
    for (const Series& one : series_) {
      for (const v1::RatingPoint& point : one.line->curve()) {
        // The first portions say little.
        if (10 * point.sets() < sets_) continue;
        const bool late = one.coloured && 2 * point.sets() > sets_;
        low_ = std::min(low_, late ? point.interval().low() : point.rating());
        high_ =
            std::max(high_, late ? point.interval().high() : point.rating());
      }
    }
    step_ = std::max(10, StepFor(high_ - low_, 6));
    low_ = std::floor(low_ / step_) * step_;
    high_ = std::ceil(high_ / step_) * step_;
    if (low_ == high_) high_ += step_;
  }

  double X(double sets) const {
    return kLeft + (right_ - kLeft) * sets / sets_;
  }
  double Y(double rating) const {
    return kTop +
           (height_ - kTop - kBottom) * (high_ - rating) / (high_ - low_);
  }
  std::string At(const v1::RatingPoint& point, double rating) const {
    return absl::StrCat(ChartNumber(X(point.sets())), ",",
                        ChartNumber(Y(rating)), " ");
  }

  Html Grid() const {
    Html grid;
    for (double rating = low_; rating <= high_; rating += step_) {
      grid += ChartLine("grid", kLeft, Y(rating), right_, Y(rating));
      grid += ChartText(kLeft - 8, Y(rating) + 4, "end", Fixed(rating, 0));
    }
    const int below = height_ - 9;
    const int step = StepFor(sets_, right_ > 500 ? 8 : 4);
    for (uint32_t sets = 0; sets <= sets_; sets += step) {
      grid += ChartText(X(sets), below, "middle", absl::StrCat(sets));
    }
    grid += ChartText(4, 12, "start", "rating");
    grid += ChartText(right_ + 14, below, "start", "sets");
    return grid;
  }

  Html Band(const Series& one) const {
    std::string points;
    for (const v1::RatingPoint& point : one.line->curve()) {
      absl::StrAppend(&points, At(point, point.interval().high()));
    }
    const auto& curve = one.line->curve();
    for (auto point = curve.rbegin(); point != curve.rend(); ++point) {
      absl::StrAppend(&points, At(*point, point->interval().low()));
    }
    return Element(
        "polygon",
        {{"fill", one.colour}, {"fill-opacity", "0.08"}, {"points", points}},
        {});
  }

  Html Dot(const Series& one, const v1::RatingPoint& point) const {
    const std::string figures = absl::StrCat(
        PlainLine(one.line->name()), ": ", Fixed(point.rating(), 0), " ± ",
        Fixed(Reach(point.interval()), 0), " after ",
        Counted(point.sets(), "set"));
    return Element("circle",
                   {{"cx", ChartNumber(X(point.sets()))},
                    {"cy", ChartNumber(Y(point.rating()))},
                    {"r", one.coloured ? "2.6" : "1.8"},
                    {"fill", one.colour}},
                   {Element("title", {figures})});
  }

  Html Line(const Series& one) const {
    std::string points;
    Html dots;
    for (const v1::RatingPoint& point : one.line->curve()) {
      absl::StrAppend(&points, At(point, point.rating()));
      dots += Dot(one, point);
    }
    HtmlAttributes attributes = {{"class", "curve"}, {"stroke", one.colour}};
    if (one.dashed) attributes.push_back({"stroke-dasharray", "6 4"});
    attributes.push_back({"points", points});
    return Joined({Element("polyline", attributes, {}), dots});
  }

  // Labels as near to their curves as the room allows.
  Html Labels() const {
    std::vector<const Series*> order;
    for (const Series& one : series_) {
      if (one.coloured) order.push_back(&one);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const Series* a, const Series* b) {
                       return a->line->rating() > b->line->rating();
                     });
    std::vector<double> places;
    double above = -kLabelHeight;
    for (const Series* one : order) {
      above = std::max(above + kLabelHeight, Y(one->line->rating()));
      places.push_back(above);
    }
    double below = height_ - kBottom + kLabelHeight;
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
      *place = below = std::min(*place, below - kLabelHeight);
    }
    Html labels;
    for (size_t i = 0; i < order.size(); ++i) {
      labels += Label(*order[i], places[i]);
    }
    return labels;
  }

  Html Label(const Series& one, double y) const {
    const v1::RatingPoint& end = *one.line->curve().rbegin();
    const std::string name = PlainLine(one.line->name());
    return Joined({Element("line",
                           {{"stroke", one.colour},
                            {"stroke-opacity", "0.6"},
                            {"x1", ChartNumber(X(end.sets()) + 3)},
                            {"y1", ChartNumber(Y(end.rating()))},
                            {"x2", ChartNumber(right_ + 12)},
                            {"y2", ChartNumber(y)}},
                           {}),
                   Element("text",
                           {{"class", absl::StrCat("label ", one.label)},
                            {"x", ChartNumber(right_ + 16)},
                            {"y", ChartNumber(y + 4)}},
                           {absl::StrCat(CutTo(name, label_letters_), " ",
                                         Fixed(end.rating(), 0)),
                            Element("title", {name})})});
  }

  std::vector<Series> series_;
  int height_;
  int label_letters_ = 0;
  double right_ = 0;
  // Of the axes.
  uint32_t sets_ = 1;
  double low_ = 0;
  double high_ = 0;
  int step_ = 1;
};

}  // namespace

Html RatingChart(const v1::Standings& standings, int width, int height,
                 absl::string_view css_class) {
  std::vector<Series> series = SeriesOf(standings);
  ARENA_CHECK(!series.empty());
  const Chart chart(std::move(series), width, height);
  return ChartFrame("Ratings after more and more sets", width, height,
                    css_class, chart.Draw());
}

}  // namespace arena::competition
