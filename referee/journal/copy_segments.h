// Copies the files of a journal that a referee may be writing.
#ifndef REFEREE_JOURNAL_COPY_SEGMENTS_H_
#define REFEREE_JOURNAL_COPY_SEGMENTS_H_

#include <string>

#include "absl/status/status.h"

namespace arena::referee {

// Copies all segments to a new folder. The copy has everything that was
// acknowledged before the call. Entries that are written meanwhile may be cut
// off in the last segment, as if the referee had been killed.
absl::Status CopySegments(const std::string& from, const std::string& to);

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_COPY_SEGMENTS_H_
