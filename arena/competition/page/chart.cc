#include "arena/competition/page/chart.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/competition/report/standings_words.h"

namespace arena::competition {

std::string ChartNumber(double value) { return Fixed(value, 1); }

int StepFor(double range, int most) {
  for (int power = 1;; power *= 10) {
    for (const int factor : {1, 2, 5}) {
      if (range <= static_cast<double>(factor) * power * most) {
        return factor * power;
      }
    }
  }
}

Html ChartText(double x, double y, std::string anchor, const Html& text) {
  return Element("text",
                 {{"x", ChartNumber(x)},
                  {"y", ChartNumber(y)},
                  {"text-anchor", std::move(anchor)}},
                 {text});
}

Html ChartLine(std::string css_class, double x1, double y1, double x2,
               double y2) {
  return Element("line",
                 {{"class", std::move(css_class)},
                  {"x1", ChartNumber(x1)},
                  {"y1", ChartNumber(y1)},
                  {"x2", ChartNumber(x2)},
                  {"y2", ChartNumber(y2)}},
                 {});
}

Html ChartFrame(const std::string& title, int width, int height,
                absl::string_view css_class, const Html& content) {
  return Element("svg",
                 {{"class", absl::StrCat("chart ", css_class)},
                  {"xmlns", "http://www.w3.org/2000/svg"},
                  {"role", "img"},
                  {"viewBox", absl::StrCat("0 0 ", width, " ", height)}},
                 {Element("title", {title}), content});
}

}  // namespace arena::competition
