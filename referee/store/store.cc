#include "referee/store/store.h"

namespace arena::referee {

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

}  // namespace arena::referee
