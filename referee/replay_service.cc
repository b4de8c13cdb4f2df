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

namespace arena::referee {
namespace {

// One replay. Each step is computed when the one before has been written.
class ReplayReactor final
    : public grpc::ServerWriteReactor<v1::ReplayMatchResponse> {
 public:
  explicit ReplayReactor(std::shared_ptr<Strand> strand)
      : strand_(std::move(strand)) {}

  void Begin(Store& store, const v1::ReplayMatchRequest& request) {
    strand_->Post([this, &store, request] {
      const absl::Status status = Open(store, request);
      if (!status.ok()) return Finish(ToGrpc(status));
      WriteNext();
    });
  }
  void OnWriteDone(bool ok) override {
    strand_->Post([this, ok] {
      if (ok && !ended_) return WriteNext();
      Finish(ok ? grpc::Status::OK : grpc::Status::CANCELLED);
    });
  }
  void OnDone() override { delete this; }

 private:
  absl::Status Open(Store& store, const v1::ReplayMatchRequest& request) {
    ARENA_ASSIGN_OR_RETURN(const std::string bytes,
                           store.GetRecord(request.record_id()));
    ARENA_ASSIGN_OR_RETURN(const Record record, ReadRecord(bytes));
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
      ended_ = true;
    } else {
      *response_.mutable_event() = replay_->EventFor(view_);
      replay_->Next();
    }
    StartWrite(&response_);
  }

  const std::shared_ptr<Strand> strand_;
  std::optional<Replay> replay_;
  View view_ = kTableView;
  v1::MatchResult result_;
  v1::ReplayMatchResponse response_;
  bool ended_ = false;
};

}  // namespace

void ReplayService::Run(std::function<void()> task) {
  const std::shared_ptr<Strand> strand = executor_.NewStrand();
  // The strand lives until its task has run.
  strand->Post([strand, task = std::move(task)] { task(); });
}

grpc::ServerUnaryReactor* ReplayService::GetRecord(
    grpc::CallbackServerContext* context, const v1::GetRecordRequest* request,
    v1::GetRecordResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  Run([this, reactor, id = request->record_id(), response] {
    absl::StatusOr<std::string> bytes = store_.GetRecord(id);
    if (bytes.ok()) response->set_record(*std::move(bytes));
    reactor->Finish(ToGrpc(bytes.status()));
  });
  return reactor;
}

grpc::ServerWriteReactor<v1::ReplayMatchResponse>* ReplayService::ReplayMatch(
    grpc::CallbackServerContext* /*context*/,
    const v1::ReplayMatchRequest* request) {
  auto* reactor = new ReplayReactor(executor_.NewStrand());
  reactor->Begin(store_, *request);
  return reactor;
}

grpc::ServerUnaryReactor* ReplayService::VerifyRecord(
    grpc::CallbackServerContext* context,
    const v1::VerifyRecordRequest* request,
    v1::VerifyRecordResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  Run([this, reactor, id = request->record_id(), response] {
    const absl::StatusOr<std::string> bytes = store_.GetRecord(id);
    if (!bytes.ok()) return reactor->Finish(ToGrpc(bytes.status()));
    const VerifyReport report = arena::VerifyRecord(*bytes);
    response->set_ok(report.status.ok());
    response->set_difference(std::string(report.status.message()));
    response->set_plies(report.plies);
    reactor->Finish(grpc::Status::OK);
  });
  return reactor;
}

}  // namespace arena::referee
