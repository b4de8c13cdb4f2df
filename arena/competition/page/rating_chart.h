// Rating curves as a drawing.
#ifndef ARENA_COMPETITION_PAGE_RATING_CHART_H_
#define ARENA_COMPETITION_PAGE_RATING_CHART_H_

#include "absl/strings/string_view.h"
#include "arena/html/html.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// Entrants that have a colour and a label; the others are thin and grey.
inline constexpr int kColouredCurves = 8;

// An <svg> element of this size: a line for every entrant, with its 95 % band,
// its name and rating at the end, and every point's figures as a tooltip. The
// axis does not cover bands that are still wide in the beginning. `css_class`
// is added to the class of a chart. Requires: an entrant with a curve.
Html RatingChart(const v1::Standings& standings, int width, int height,
                 absl::string_view css_class);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAGE_RATING_CHART_H_
