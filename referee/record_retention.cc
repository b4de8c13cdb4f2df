#include "referee/record_retention.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/log.h"

namespace arena::referee {
namespace {

constexpr absl::Duration kInterval = absl::Hours(1);
// Records that one transaction removes.
constexpr int kAtOnce = 100;

}  // namespace

RecordRetention::RecordRetention(StoreExecutor& store, Executor& clock,
                                 absl::Duration kept)
    : store_(store), clock_(clock), kept_(kept), strand_(clock.NewStrand()) {
  if (kept_ != absl::InfiniteDuration()) strand_->Post([this] { Look(); });
}

void RecordRetention::Look() {
  store_.Write(
      strand_.get(),
      [kept = kept_](Store& store) {
        return store.records().RemoveOld(kept, kAtOnce);
      },
      [this](const absl::StatusOr<int>& removed) { OnRemoved(removed); });
}

void RecordRetention::OnRemoved(const absl::StatusOr<int>& removed) {
  if (removed.ok()) removed_ += *removed;
  if (removed.ok() && *removed == kAtOnce) return Look();
  if (!removed.ok()) LogError("records not removed", {}, removed.status());
  if (removed_ > 0) {
    Log("old records removed", {{"records", absl::StrCat(removed_)}});
  }
  removed_ = 0;
  strand_->WakeAt(clock_.Now() + kInterval, [this] { Look(); });
}

}  // namespace arena::referee
