#include "referee/record_stream.h"

#include <utility>

#include "referee/grpc_status.h"
#include "referee/response_size.h"

namespace arena::referee {

void RecordStream::Serve(Access& access, StoreExecutor& store,
                         const CallContext& context,
                         const std::string& match_id) {
  Enter(access, "ReplayService.GetRecord", context,
        [this, &store, match_id](const absl::StatusOr<Caller>& caller) {
          if (!caller.ok()) return Finish(ToGrpc(caller.status()));
          store.Read(
              strand_.get(),
              [match_id](Store& rows) { return rows.records().Get(match_id); },
              [this](absl::StatusOr<std::string> record) {
                if (!record.ok()) return Finish(ToGrpc(record.status()));
                record_ = *std::move(record);
                WriteNext();
              });
        });
}

void RecordStream::Revoke(const absl::Status& status) {
  strand_->Post([self = shared_from_this(), status] { self->end_ = status; });
}

void RecordStream::OnWriteDone(bool ok) {
  strand_->Post([this, ok] {
    if (!ok) end_ = absl::CancelledError("gone");
    if (!end_.has_value()) return WriteNext();
    Finish(ToGrpc(*end_));
  });
}

void RecordStream::WriteNext() {
  response_.set_chunk(record_.substr(written_, kMaxChunkBytes));
  written_ += response_.chunk().size();
  if (written_ == record_.size()) end_ = absl::OkStatus();
  StartWrite(&response_);
}

}  // namespace arena::referee
