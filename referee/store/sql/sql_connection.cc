#include "referee/store/sql/sql_connection.h"

#include <utility>

namespace arena::referee {

bool SqlConnection::MayRepeat(int) { return false; }

void SqlConnection::Fail(absl::Status error) {
  error_.Update(std::move(error));
}

absl::Status SqlConnection::TakeError() {
  return std::exchange(error_, absl::OkStatus());
}

void Query::Bind(int index, absl::string_view text) {
  // PostgreSQL cannot keep it, so neither store does.
  if (text.find('\0') != absl::string_view::npos) {
    connection_.Fail(
        absl::InvalidArgumentError("a text may not hold a zero byte"));
    return;
  }
  statement_->Bind(index, text);
}

}  // namespace arena::referee
