// Removes records that are old.
#ifndef REFEREE_RECORD_RETENTION_H_
#define REFEREE_RECORD_RETENTION_H_

#include <memory>

#include "absl/time/time.h"
#include "arena/executor/executor.h"
#include "referee/store/store_executor.h"

namespace arena::referee {

// Looks once an hour for records of matches that have been over for too long.
// Removes these records, with the notes of the bots, a few at a time, so that
// no result waits long. Results and standings stay.
//
// Stop the executor before destroying it.
class RecordRetention {
 public:
  // Begins at once. Infinite: keeps all records.
  RecordRetention(StoreExecutor& store, Executor& clock, absl::Duration kept);

 private:
  void Look();
  void OnRemoved(const absl::StatusOr<int>& removed);

  StoreExecutor& store_;
  Executor& clock_;
  const absl::Duration kept_;
  const std::unique_ptr<Strand> strand_;
  // How many records were removed since the last pause.
  int removed_ = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_RECORD_RETENTION_H_
