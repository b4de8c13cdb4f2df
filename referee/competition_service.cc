#include "referee/competition_service.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/core/mutex.h"
#include "referee/grpc_status.h"

namespace arena::referee {
namespace {

// Answers a unary call that returns a competition.
template <typename Response>
CompetitionHost::Answer<v1::Competition> Into(grpc::ServerUnaryReactor* reactor,
                                              Response* response) {
  return [reactor, response](absl::StatusOr<v1::Competition> competition) {
    if (competition.ok()) {
      *response->mutable_competition() = *std::move(competition);
    }
    reactor->Finish(ToGrpc(competition.status()));
  };
}

// Answers a unary call that returns a page.
template <typename Response>
CompetitionHost::Answer<Response> IntoPage(grpc::ServerUnaryReactor* reactor,
                                           Response* response) {
  return [reactor, response](absl::StatusOr<Response> page) {
    if (page.ok()) *response = *std::move(page);
    reactor->Finish(ToGrpc(page.status()));
  };
}

// One follower of one competition. What it has not yet been sent is replaced
// by what is newer. Owns itself until OnDone.
class WatchCompetitionReactor final
    : public grpc::ServerWriteReactor<v1::WatchCompetitionResponse>,
      public CompetitionWatcher,
      public std::enable_shared_from_this<WatchCompetitionReactor> {
 public:
  void Begin(CompetitionHost& host, const std::string& name) {
    self_ = shared_from_this();
    host.Watch(name, self_,
               [self = self_](const absl::StatusOr<v1::Competition>& found) {
                 if (!found.ok()) self->Close(found.status());
               });
  }

  bool OnProgress(const v1::Competition& competition) override {
    {
      MutexLock lock(mutex_);
      if (closing_.has_value()) return false;
      *next_.emplace().mutable_competition() = competition;
    }
    Continue();
    return true;
  }
  void OnOver() override { Close(absl::OkStatus()); }

  void OnWriteDone(bool ok) override {
    {
      MutexLock lock(mutex_);
      writing_ = false;
    }
    if (!ok) Close(absl::CancelledError("gone"));
    Continue();
  }
  void OnCancel() override { Close(absl::CancelledError("cancelled")); }
  void OnDone() override { self_.reset(); }

 private:
  void Close(absl::Status status) {
    {
      MutexLock lock(mutex_);
      if (closing_.has_value()) return;
      if (!status.ok()) next_.reset();
      closing_ = std::move(status);
    }
    Continue();
  }
  // Writes what is newest, or ends the stream, unless a write is under way.
  void Continue() {
    std::optional<absl::Status> end;
    {
      MutexLock lock(mutex_);
      if (writing_ || finished_) return;
      if (next_.has_value()) {
        writing_ = true;
        current_ = *std::exchange(next_, std::nullopt);
      } else if (closing_.has_value()) {
        finished_ = true;
        end = closing_;
      } else {
        return;
      }
    }
    if (end.has_value()) return Finish(ToGrpc(*end));
    StartWrite(&current_);
  }

  std::shared_ptr<WatchCompetitionReactor> self_;
  Mutex mutex_;
  // What gRPC is writing; only touched by whoever set writing_.
  v1::WatchCompetitionResponse current_;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<v1::WatchCompetitionResponse> next_ ABSL_GUARDED_BY(mutex_);
  std::optional<absl::Status> closing_ ABSL_GUARDED_BY(mutex_);
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace

grpc::ServerUnaryReactor* CompetitionService::CreateCompetition(
    grpc::CallbackServerContext* context,
    const v1::CreateCompetitionRequest* request,
    v1::CreateCompetitionResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  host_.Create(request->spec(), Into(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* CompetitionService::GetCompetition(
    grpc::CallbackServerContext* context,
    const v1::GetCompetitionRequest* request,
    v1::GetCompetitionResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  host_.Get(request->name(), Into(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* CompetitionService::ListCompetitions(
    grpc::CallbackServerContext* context,
    const v1::ListCompetitionsRequest* request,
    v1::ListCompetitionsResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  host_.List(*request, IntoPage(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* CompetitionService::StopCompetition(
    grpc::CallbackServerContext* context,
    const v1::StopCompetitionRequest* request,
    v1::StopCompetitionResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  host_.Stop(request->name(), Into(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* CompetitionService::EnterCompetition(
    grpc::CallbackServerContext* context,
    const v1::EnterCompetitionRequest* request,
    v1::EnterCompetitionResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  host_.Enter(*request, Into(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* CompetitionService::ListResults(
    grpc::CallbackServerContext* context, const v1::ListResultsRequest* request,
    v1::ListResultsResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  host_.ListResults(*request, IntoPage(reactor, response));
  return reactor;
}

grpc::ServerWriteReactor<v1::WatchCompetitionResponse>*
CompetitionService::WatchCompetition(
    grpc::CallbackServerContext* /*context*/,
    const v1::WatchCompetitionRequest* request) {
  const auto reactor = std::make_shared<WatchCompetitionReactor>();
  reactor->Begin(host_, request->name());
  return reactor.get();
}

}  // namespace arena::referee
