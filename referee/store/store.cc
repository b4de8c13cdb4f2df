#include "referee/store/store.h"

#include <utility>

#include "absl/memory/memory.h"
#include "arena/core/check.h"

namespace arena::referee {

absl::StatusOr<std::unique_ptr<Store>> Store::Open(Connections connections,
                                                   absl::string_view referee) {
  auto database = std::make_unique<Database>(std::move(connections));
  ARENA_ASSIGN_OR_RETURN(const int64_t number,
                         Referees::Enter(*database, referee));
  return absl::WrapUnique(new Store(std::move(database), number));
}

Store::Store(std::unique_ptr<Database> database, int64_t referee)
    : database_(std::move(database)),
      referees_(*database_, referee),
      matches_(*database_, referee),
      journal_(*database_, referee),
      records_(*database_),
      sessions_(*database_),
      tokens_(*database_),
      bots_(*database_),
      competitions_(*database_, referee),
      archives_(*database_),
      versions_(*database_, referee),
      seat_reports_(*database_) {}

// If this fails, the lease runs out by itself.
Store::~Store() { referees_.Leave().IgnoreError(); }

bool IsRefusal(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kInvalidArgument:
      return true;
    default:
      return false;
  }
}

bool IsOfOneRow(const absl::Status& status) {
  return IsRefusal(status) || absl::IsDataLoss(status) ||
         absl::IsOutOfRange(status);
}

}  // namespace arena::referee
