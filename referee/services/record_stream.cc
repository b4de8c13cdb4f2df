#include "referee/services/record_stream.h"

#include "referee/access/replies.h"

namespace arena::referee {

void RecordStream::Serve(Access& access, const CallContext& context,
                         StoreExecutor& store, const std::string& match_id) {
  ServeWhatIsStored(
      access, "ReplayService.GetRecord", context, store,
      [match_id](Store& rows) { return rows.records().Get(match_id); },
      [this](std::string record) {
        record_ = std::move(record);
        return absl::OkStatus();
      });
}

absl::StatusOr<std::optional<v1::GetRecordResponse>> RecordStream::MakeNext() {
  if (made_ == record_.size()) return std::nullopt;
  v1::GetRecordResponse response;
  response.set_chunk(record_.substr(made_, kMaxChunkBytes));
  made_ += response.chunk().size();
  return response;
}

}  // namespace arena::referee
