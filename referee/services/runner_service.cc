#include "referee/services/runner_service.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/secrets.h"
#include "arena/rpc/write_queue.h"
#include "arena/submission/archive.h"

namespace arena::referee {
namespace {

// A runner that does not read gets no more than this.
constexpr size_t kMostUnread = 10'000;

// The stream of one runner.
class WorkReactor final
    : public grpc::ServerBidiReactor<v1::WorkRequest, v1::WorkResponse>,
      public CountedStream<WorkReactor>,
      public RunnerTransport,
      private WriteQueue<v1::WorkResponse> {
 public:
  WorkReactor(RunnerHost& host, CallContext& context)
      : WriteQueue(kMostUnread, "the runner"), host_(host), context_(context) {}

  void Serve(Access& access) {
    if (!Hold()) return;
    Enter(access, "RunnerService.Work", context_,
          [this](const absl::StatusOr<Caller>& caller) {
            caller.ok() ? StartRead(&request_) : Close(caller.status());
            Unhold();
          });
  }
  void Revoke(const absl::Status& status) { Close(status); }

  void Send(v1::WorkResponse response) override { Push(std::move(response)); }
  void Close(const absl::Status& status) override { End(status); }

  void OnReadDone(bool ok) override {
    if (!ok) return Close(absl::OkStatus());
    NoteMessage();
    if (entered_) {
      host_.Take(shared_from_this(), std::move(request_));
      request_.Clear();
      if (!closing()) StartRead(&request_);
      return;
    }
    if (!request_.has_hello()) {
      return Close(absl::InvalidArgumentError(
          "the first request of a stream must be hello"));
    }
    entered_ = true;
    if (!Hold()) return;
    host_.Enter(request_.hello(), shared_from_this(),
                [self = shared_from_this()](const absl::StatusOr<bool>& in) {
                  in.ok() ? self->StartRead(&self->request_)
                          : self->Close(in.status());
                  self->Unhold();
                });
  }
  void OnWriteDone(bool ok) override { WriteDone(ok); }
  void OnCancel() override { Close(absl::CancelledError("cancelled")); }
  void OnDone() override {
    Abandon();
    if (entered_) host_.Leave(shared_from_this());
    CountedStream::Leave();
  }

 private:
  void StartWriting(const v1::WorkResponse& response) override {
    StartWrite(&response);
  }
  void FinishStream(const absl::Status& status) override {
    Finish(ToGrpc(status));
  }
  void CancelStream() override { context_.TryCancel(); }

  RunnerHost& host_;
  CallContext& context_;
  v1::WorkRequest request_;
  bool entered_ = false;
};

// Sends an archive, a piece when the one before has been written.
class ArchiveReactor final
    : public grpc::ServerWriteReactor<v1::ReadArchiveResponse>,
      public CountedStream<ArchiveReactor> {
 public:
  ArchiveReactor(StoreExecutor& store, std::unique_ptr<Strand> strand,
                 std::string sha256)
      : store_(store), strand_(std::move(strand)), sha256_(std::move(sha256)) {}

  void Serve(Access& access, const CallContext& context) {
    Enter(access, "RunnerService.ReadArchive", context,
          [this](const absl::StatusOr<Caller>& caller) {
            caller.ok() ? WriteNext() : Finish(ToGrpc(caller.status()));
          });
  }
  // It is over soon in any case.
  void Revoke(const absl::Status&) {}
  void OnWriteDone(bool ok) override {
    ok ? WriteNext() : Finish(grpc::Status::CANCELLED);
  }
  void OnDone() override { Leave(); }

 private:
  void WriteNext() {
    store_.Read(
        strand_.get(),
        [sha256 = sha256_, piece = next_++](Store& store) {
          return store.archives().ReadChunk(sha256, piece);
        },
        [this](const absl::StatusOr<std::string>& chunk) {
          if (chunk.ok()) {
            response_.set_chunk(*chunk);
            return StartWrite(&response_);
          }
          // Behind the last piece there is none.
          const bool over = absl::IsNotFound(chunk.status()) && next_ > 1;
          Finish(over ? grpc::Status::OK : ToGrpc(chunk.status()));
        });
  }

  StoreExecutor& store_;
  const std::unique_ptr<Strand> strand_;
  const std::string sha256_;
  int64_t next_ = 0;
  v1::ReadArchiveResponse response_;
};

// Takes the archive of a build.
class BuildReactor final
    : public grpc::ServerReadReactor<v1::WriteBuildRequest>,
      public CountedStream<BuildReactor> {
 public:
  BuildReactor(RunnerHost& host, StoreExecutor& store,
               std::unique_ptr<Strand> strand)
      : host_(host), store_(store), strand_(std::move(strand)) {}

  void Serve(Access& access, const CallContext& context) {
    Enter(access, "RunnerService.WriteBuild", context,
          [this](const absl::StatusOr<Caller>& caller) {
            caller.ok() ? StartRead(&request_)
                        : Finish(ToGrpc(caller.status()));
          });
  }
  // It is over soon in any case.
  void Revoke(const absl::Status&) {}
  void OnReadDone(bool ok) override {
    if (!ok) return Keep();
    NoteMessage();
    if (task_id_.empty()) {
      task_id_ = request_.task_id();
      sha256_ = request_.build_sha256();
    }
    archive_ += request_.chunk();
    const int64_t most = submission::ArchiveLimits().most_packed_bytes;
    if (static_cast<int64_t>(archive_.size()) > most) {
      return Finish(ToGrpc(absl::ResourceExhaustedError(absl::StrCat(
          "the build has more than ", most, " bytes when it is packed"))));
    }
    StartRead(&request_);
  }
  void OnDone() override { Leave(); }

 private:
  void Keep() {
    if (Sha256(archive_) != sha256_) {
      return Finish(ToGrpc(absl::InvalidArgumentError(
          "the bytes of the build are not those of build_sha256")));
    }
    host_.CheckBuild(task_id_, [this](const absl::StatusOr<bool>& wanted) {
      if (!wanted.ok()) return Finish(ToGrpc(wanted.status()));
      store_.Write(
          strand_.get(),
          [this](Store& store) {
            return store.archives().Put(sha256_, archive_);
          },
          [this](const absl::Status& status) { Finish(ToGrpc(status)); });
    });
  }

  RunnerHost& host_;
  StoreExecutor& store_;
  const std::unique_ptr<Strand> strand_;
  v1::WriteBuildRequest request_;
  std::string task_id_;
  std::string sha256_;
  std::string archive_;
};

}  // namespace

RunnerService::RunnerService(Access& access, StoreExecutor& store,
                             Executor& executor, RunnerHost& host)
    : access_(access), store_(store), executor_(executor), host_(host) {}
RunnerService::~RunnerService() = default;

grpc::ServerBidiReactor<v1::WorkRequest, v1::WorkResponse>* RunnerService::Work(
    CallContext* context) {
  const auto stream = std::make_shared<WorkReactor>(host_, *context);
  stream->Serve(access_);
  return stream.get();
}

grpc::ServerWriteReactor<v1::ReadArchiveResponse>* RunnerService::ReadArchive(
    CallContext* context, const v1::ReadArchiveRequest* request) {
  const auto stream = std::make_shared<ArchiveReactor>(
      store_, executor_.NewStrand(), request->archive_sha256());
  stream->Serve(access_, *context);
  return stream.get();
}

grpc::ServerReadReactor<v1::WriteBuildRequest>* RunnerService::WriteBuild(
    CallContext* context, v1::WriteBuildResponse*) {
  const auto stream =
      std::make_shared<BuildReactor>(host_, store_, executor_.NewStrand());
  stream->Serve(access_, *context);
  return stream.get();
}

UnaryCall* RunnerService::ListRunners(CallContext* context,
                                      const v1::ListRunnersRequest*,
                                      v1::ListRunnersResponse* response) {
  return ServeUnary(access_, "RunnerService.ListRunners", context, response,
                    [this](const Caller&, const auto& reply) {
                      host_.List(reply);
                    });
}

}  // namespace arena::referee
