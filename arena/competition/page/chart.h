// Parts of drawings, in SVG.
#ifndef ARENA_COMPETITION_PAGE_CHART_H_
#define ARENA_COMPETITION_PAGE_CHART_H_

#include <string>

#include "absl/strings/string_view.h"
#include "arena/html/html.h"

namespace arena::competition {

// A coordinate.
std::string ChartNumber(double value);
// 1, 2 or 5 times a power of ten, so that there are at most `most` steps.
int StepFor(double range, int most);
// `anchor`: "start", "middle" or "end" of the text is at `x`.
Html ChartText(double x, double y, std::string anchor, const Html& text);
// A line of this class of the style sheet.
Html ChartLine(std::string css_class, double x1, double y1, double x2,
               double y2);
// A drawing of this size. The title is read to people who cannot see it.
Html ChartFrame(const std::string& title, int width, int height,
                absl::string_view css_class, const Html& content);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAGE_CHART_H_
