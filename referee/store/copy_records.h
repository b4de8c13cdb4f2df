// Copies the records of an SQLite store to files, for exports.
#ifndef REFEREE_STORE_COPY_RECORDS_H_
#define REFEREE_STORE_COPY_RECORDS_H_

#include <functional>
#include <string>

#include "absl/status/status.h"

namespace arena::referee {

// Copies all records that Records::Get would return. Sealed records stay
// sealed, because copies are handed on; only readers of the database itself
// could find them. A referee may be using the database.
//
// The folder must be new or empty and is written whole or not at all. It has a
// file for each record, and matches.jsonl: one object a line for each match,
// ascending by the time of its creation, with
//   match_id
//   record                     the name of its file; or
//   missing, why               unfinished, quarantined, sealed, removed, none
//                              (it left no record) or damaged, and the same as
//                              a sentence
// and of a match with a file also
//   created, started, ended    where they are known, e.g. 2026-01-31T18:00:00Z
//   competition                its name, if it has one; and if it has a result
//   set, set_match, attempt    its place there
//
// ALREADY_EXISTS for another folder. NOT_FOUND, FAILED_PRECONDITION or
// DATA_LOSS if the database is missing, of another version, or damaged. `go_on`
// is asked before each match, and its error is returned.
absl::Status CopyRecords(
    const std::string& database, const std::string& folder,
    const std::function<absl::Status()>& go_on = absl::OkStatus);

}  // namespace arena::referee

#endif  // REFEREE_STORE_COPY_RECORDS_H_
