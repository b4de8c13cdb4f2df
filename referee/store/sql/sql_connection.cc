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

Query::Query(SqlConnection& connection, absl::string_view sql,
             absl::Span<const SqlValue> values)
    : connection_(connection), statement_(connection.Prepared(sql)) {
  int index = 0;
  if (statement_ == nullptr) return;
  for (const SqlValue& value : values) BindValue(++index, value);
}

void Query::Bind(int index, absl::string_view text) {
  // PostgreSQL cannot store a zero byte, so neither store does.
  if (text.find('\0') != absl::string_view::npos) {
    connection_.Fail(
        absl::InvalidArgumentError("a text may not hold a zero byte"));
    return;
  }
  statement_->Bind(index, text);
}

void Query::BindValue(int index, const SqlValue& value) {
  if (const auto* number = std::get_if<OptionalInt>(&value)) {
    return Bind(index, *number);
  }
  if (const auto* text = std::get_if<std::string>(&value)) {
    return Bind(index, absl::string_view(*text));
  }
  const auto& bytes = std::get<std::optional<std::vector<char>>>(value);
  Bind(index, bytes.has_value()
                  ? Blob{absl::string_view(bytes->data(), bytes->size())}
                  : Blob{});
}

}  // namespace arena::referee
