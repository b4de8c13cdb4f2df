#include "referee/replay_service.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/record/record.h"
#include "arena/record/replay.h"
#include "arena/record/verify.h"
#include "referee/grpc_status.h"
#include "referee/record_stream.h"

namespace arena::referee {
namespace {

// One replay. Each step is computed when the one before has been written.
class ReplayReactor final
    : public grpc::ServerWriteReactor<v1::ReplayMatchResponse>,
      public CountedStream<ReplayReactor> {
 public:
  explicit ReplayReactor(std::unique_ptr<Strand> strand)
      : strand_(std::move(strand)) {}

  // The token of the caller is no longer good.
  void Revoke(const absl::Status& status) {
    strand_->Post([self = shared_from_this(), status] { self->end_ = status; });
  }

  // Counts it among the streams of the caller and writes the first step; or
  // ends it, if the caller may not or there is no such record.
  void Serve(Access& access, StoreExecutor& store, const CallContext& context,
             const v1::ReplayMatchRequest& request) {
    Enter(access, "ReplayService.ReplayMatch", context,
          [this, &store, request](const absl::StatusOr<Caller>& caller) {
            if (!caller.ok()) return Finish(ToGrpc(caller.status()));
            store.Read(
                strand_.get(),
                [id = request.match_id()](Store& rows) {
                  return rows.records().Get(id);
                },
                [this, request](const absl::StatusOr<std::string>& bytes) {
                  const absl::Status opened = Open(bytes, request);
                  if (!opened.ok()) return Finish(ToGrpc(opened));
                  WriteNext();
                });
          });
  }
  void OnWriteDone(bool ok) override {
    strand_->Post([this, ok] {
      if (!ok) end_ = absl::CancelledError("gone");
      if (!end_.has_value()) return WriteNext();
      Finish(ToGrpc(*end_));
    });
  }
  void OnDone() override { Leave(); }

 private:
  absl::Status Open(const absl::StatusOr<std::string>& bytes,
                    const v1::ReplayMatchRequest& request) {
    ARENA_RETURN_IF_ERROR(bytes.status());
    ARENA_ASSIGN_OR_RETURN(const Record record, arena::ReadRecord(*bytes));
    if (request.has_seat()) {
      if (request.seat() >= record.header.seats()) {
        return absl::InvalidArgumentError(
            absl::StrCat("seat is ", request.seat(), "; the match has ",
                         record.header.seats(), " seats"));
      }
      view_ = static_cast<Seat>(request.seat());
    }
    result_ = record.result;
    ARENA_ASSIGN_OR_RETURN(replay_, Replay::Create(record));
    return absl::OkStatus();
  }

  void WriteNext() {
    response_.Clear();
    response_.set_position_text(replay_->PositionText(view_));
    if (view_.has_value()) {
      *response_.mutable_observation() = replay_->ObservationFor(*view_);
    }
    if (replay_->done()) {
      *response_.mutable_result() = result_;
      end_ = absl::OkStatus();
    } else {
      *response_.mutable_event() = replay_->EventFor(view_);
      replay_->Next();
    }
    StartWrite(&response_);
  }

  const std::unique_ptr<Strand> strand_;
  std::optional<Replay> replay_;
  View view_ = kTableView;
  v1::MatchResult result_;
  v1::ReplayMatchResponse response_;
  // Ends the stream after the present write.
  std::optional<absl::Status> end_;
};

}  // namespace

void ReplayService::ReadRecord(
    const std::string& match_id,
    std::function<void(const absl::StatusOr<std::string>&)> done) {
  const std::shared_ptr<Strand> strand = desk_.NewStrand();
  // The strand lives until its task has run.
  store_.Read(
      strand.get(),
      [strand, match_id](Store& store) {
        return store.records().Get(match_id);
      },
      [strand, done = std::move(done)](
          const absl::StatusOr<std::string>& bytes) { done(bytes); });
}

grpc::ServerWriteReactor<v1::GetRecordResponse>* ReplayService::GetRecord(
    CallContext* context, const v1::GetRecordRequest* request) {
  const auto stream = std::make_shared<RecordStream>(desk_.NewStrand());
  stream->Serve(access_, store_, *context, request->match_id());
  return stream.get();
}

grpc::ServerWriteReactor<v1::ReplayMatchResponse>* ReplayService::ReplayMatch(
    CallContext* context, const v1::ReplayMatchRequest* request) {
  const auto reactor = std::make_shared<ReplayReactor>(desk_.NewStrand());
  reactor->Serve(access_, store_, *context, *request);
  return reactor.get();
}

UnaryCall* ReplayService::VerifyRecord(CallContext* context,
                                       const v1::VerifyRecordRequest* request,
                                       v1::VerifyRecordResponse* response) {
  return ServeUnary(
      access_, "ReplayService.VerifyRecord", context, response,
      [=, this](const Caller&, const auto& reply) {
        ReadRecord(
            request->match_id(),
            [reply](const absl::StatusOr<std::string>& bytes) {
              if (!bytes.ok()) return reply(bytes.status());
              const VerifyReport report = arena::VerifyRecord(*bytes);
              v1::VerifyRecordResponse response;
              response.set_ok(report.status.ok());
              response.set_difference(std::string(report.status.message()));
              response.set_plies(report.plies);
              reply(std::move(response));
            });
      });
}

}  // namespace arena::referee
