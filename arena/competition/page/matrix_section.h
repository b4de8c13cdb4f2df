// The matrix of likelihoods of superiority, as a part of a page.
#ifndef ARENA_COMPETITION_PAGE_MATRIX_SECTION_H_
#define ARENA_COMPETITION_PAGE_MATRIX_SECTION_H_

#include "arena/html/html.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// A row and a column for each entrant; the colour is the likelihood of
// superiority.
Html MatrixHtml(const v1::Standings& standings);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAGE_MATRIX_SECTION_H_
