// Predicted against observed places on a page of standings.
#ifndef ARENA_COMPETITION_PAGE_CALIBRATION_SECTION_H_
#define ARENA_COMPETITION_PAGE_CALIBRATION_SECTION_H_

#include "arena/html/html.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// The drawing alone, so wide and high, without the frame.
inline constexpr int kCalibrationSize = 440;
Html CalibrationDrawing(const v1::Standings& standings);

// The drawing, in which each place has its own series, and a table of the same
// figures. Empty without a set.
Html CalibrationHtml(const v1::Standings& standings);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAGE_CALIBRATION_SECTION_H_
