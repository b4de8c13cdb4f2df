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
#include "referee/admission.h"
#include "referee/grpc_status.h"

namespace arena::referee {
namespace {

// One replay. Each step is computed when the one before has been written. Owns
// itself until OnDone.
class ReplayReactor final
    : public grpc::ServerWriteReactor<v1::ReplayMatchResponse>,
      public std::enable_shared_from_this<ReplayReactor> {
 public:
  explicit ReplayReactor(std::unique_ptr<Strand> strand)
      : strand_(std::move(strand)) {}

  absl::Status Count(Access& access, const Caller& caller) {
    ARENA_ASSIGN_OR_RETURN(counted_,
                           CountStream(access, caller, shared_from_this()));
    return absl::OkStatus();
  }
  // The token of the caller is no longer good.
  void Revoke(const absl::Status& status) {
    strand_->Post([self = shared_from_this(), status] { self->end_ = status; });
  }

  void Begin(Store& store, const v1::ReplayMatchRequest& request) {
    self_ = shared_from_this();
    strand_->Post([this, &store, request] {
      const absl::Status status = Open(store, request);
      if (!status.ok()) return Finish(ToGrpc(status));
      WriteNext();
    });
  }
  void OnWriteDone(bool ok) override {
    strand_->Post([this, ok] {
      if (!ok) end_ = absl::CancelledError("gone");
      if (!end_.has_value()) return WriteNext();
      Finish(ToGrpc(*end_));
    });
  }
  void OnDone() override {
    counted_.reset();
    self_.reset();
  }

 private:
  absl::Status Open(Store& store, const v1::ReplayMatchRequest& request) {
    ARENA_ASSIGN_OR_RETURN(const std::string bytes,
                           store.records().Get(request.record_id()));
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
  std::unique_ptr<Access::Stream> counted_;
  std::shared_ptr<ReplayReactor> self_;
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
  const auto caller =
      Admit(access_, "ReplayService.GetRecord", *context, *reactor);
  if (!caller.has_value()) return reactor;
  Run([this, reactor, id = request->record_id(), response] {
    absl::StatusOr<std::string> bytes = store_.records().Get(id);
    if (bytes.ok()) response->set_record(*std::move(bytes));
    reactor->Finish(ToGrpc(bytes.status()));
  });
  return reactor;
}

grpc::ServerWriteReactor<v1::ReplayMatchResponse>* ReplayService::ReplayMatch(
    grpc::CallbackServerContext* context,
    const v1::ReplayMatchRequest* request) {
  using Refusal = Refused<grpc::ServerWriteReactor<v1::ReplayMatchResponse>>;
  const auto caller = Admit(access_, "ReplayService.ReplayMatch", *context);
  if (!caller.ok()) return new Refusal(caller.status());
  const auto reactor = std::make_shared<ReplayReactor>(executor_.NewStrand());
  const absl::Status counted = reactor->Count(access_, *caller);
  if (!counted.ok()) return new Refusal(counted);
  reactor->Begin(store_, *request);
  return reactor.get();
}

grpc::ServerUnaryReactor* ReplayService::VerifyRecord(
    grpc::CallbackServerContext* context,
    const v1::VerifyRecordRequest* request,
    v1::VerifyRecordResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller =
      Admit(access_, "ReplayService.VerifyRecord", *context, *reactor);
  if (!caller.has_value()) return reactor;
  Run([this, reactor, id = request->record_id(), response] {
    const absl::StatusOr<std::string> bytes = store_.records().Get(id);
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
