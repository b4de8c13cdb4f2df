// Opens the journal that belongs to a store.
#ifndef REFEREE_JOURNAL_OPEN_JOURNAL_H_
#define REFEREE_JOURNAL_OPEN_JOURNAL_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/journal/journal.h"
#include "referee/journal/journal_file.h"
#include "referee/store/open_store.h"

namespace arena::referee {

struct OpenedJournal {
  std::unique_ptr<Journal> journal;
  // Descriptions of all damage, one for each place; Read tells which matches
  // it harms.
  std::vector<std::string> damages;
};

// The journal of a store that was opened with this URL. The journal of
// sqlite:PATH is in the folder PATH.journal; entries that an earlier referee
// has left in the database are moved there. FAILED_PRECONDITION if another
// process has the folder open, or if it belongs to another database or a newer
// referee. `patience` is as for ConnectToPostgres; Store::HurryUp shortens it.
absl::StatusOr<OpenedJournal> OpenJournal(
    absl::string_view url, Store& store,
    Durability durability = Durability::kProcessKill,
    JournalFile::Elsewhere elsewhere = JournalFile::Options().elsewhere,
    absl::Duration patience = absl::Seconds(10));

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_OPEN_JOURNAL_H_
