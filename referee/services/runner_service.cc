#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/secrets.h"
#include "arena/submission/archive.h"
#include "referee/services/queued_stream.h"
#include "referee/services/services.h"

namespace arena::referee {
namespace {

// The most messages that wait for a runner that does not read.
constexpr size_t kMostUnread = 10'000;

// The stream of one runner.
class WorkStream final : public QueuedStream, public RunnerTransport {
 public:
  WorkStream(ConnectedRunners& host, std::shared_ptr<Call> call)
      : QueuedStream(kMostUnread, "the runner", std::move(call)), host_(host) {}

  void Send(v1::WorkResponse response) override { Push(Packed(response)); }
  void Close(const absl::Status& status) override { End(status); }

  void Begin() override {
    if (!closing()) call().Read();
  }
  void OnMessage(grpc::ByteBuffer message) override {
    v1::WorkRequest request;
    if (!Unpack(std::move(message), request)) {
      return Close(absl::InvalidArgumentError(
          "the bytes of a request are no WorkRequest"));
    }
    if (entered_) {
      host_.Take(Self(), std::move(request));
      if (!closing()) call().Read();
      return;
    }
    if (!request.has_hello()) {
      return Close(absl::InvalidArgumentError(
          "the first request of a stream must be hello"));
    }
    entered_ = true;
    if (!Hold()) return;
    host_.Enter(request.hello(), Self(),
                [self = Self()](const absl::StatusOr<bool>& in) {
                  in.ok() ? self->call().Read() : self->Close(in.status());
                  self->Unhold();
                });
  }
  void OnNoMore() override { Close(absl::OkStatus()); }
  void OnDone() override {
    QueuedStream::OnDone();
    if (entered_) host_.Leave(Self());
  }
  void OnRevoked(const absl::Status& why) override { Close(why); }

 private:
  std::shared_ptr<WorkStream> Self() {
    return std::static_pointer_cast<WorkStream>(shared_from_this());
  }

  ConnectedRunners& host_;
  bool entered_ = false;
};

// Sends an archive, the next piece when the last one has been written.
class ArchiveStream final : public CallStream {
 public:
  ArchiveStream(StoreExecutor& store, std::unique_ptr<Strand> strand,
                std::string sha256, std::shared_ptr<Call> call)
      : store_(store),
        strand_(std::move(strand)),
        sha256_(std::move(sha256)),
        call_(std::move(call)) {}

  void Begin() override { WriteNext(); }
  // The stream is over soon in any case.
  void OnRevoked(const absl::Status&) override {}
  void OnWritten(bool ok) override {
    ok ? WriteNext() : call_->Finish(absl::CancelledError("cancelled"));
  }

 private:
  void WriteNext() {
    store_.Read(
        strand_.get(),
        [sha256 = sha256_, piece = next_++](Store& store) {
          return store.archives().ReadChunk(sha256, piece);
        },
        [this](const absl::StatusOr<std::string>& chunk) {
          if (chunk.ok()) {
            v1::ReadArchiveResponse response;
            response.set_chunk(*chunk);
            return call_->Write(Packed(response));
          }
          // No piece comes after the last one.
          const bool over = absl::IsNotFound(chunk.status()) && next_ > 1;
          call_->Finish(over ? absl::OkStatus() : chunk.status());
        });
  }

  StoreExecutor& store_;
  const std::unique_ptr<Strand> strand_;
  const std::string sha256_;
  const std::shared_ptr<Call> call_;
  int64_t next_ = 0;
};

// Takes the archive of a build.
class BuildStream final : public CallStream {
 public:
  BuildStream(ConnectedRunners& host, StoreExecutor& store,
              std::unique_ptr<Strand> strand, std::shared_ptr<Call> call)
      : host_(host),
        store_(store),
        strand_(std::move(strand)),
        call_(std::move(call)) {}

  void Begin() override { call_->Read(); }
  // The stream is over soon in any case.
  void OnRevoked(const absl::Status&) override {}
  void OnMessage(grpc::ByteBuffer message) override {
    v1::WriteBuildRequest request;
    if (!Unpack(std::move(message), request)) {
      return call_->Finish(absl::InvalidArgumentError(
          "the bytes of a request are no WriteBuildRequest"));
    }
    if (task_id_.empty()) {
      task_id_ = request.task_id();
      sha256_ = request.build_sha256();
    }
    archive_ += request.chunk();
    const int64_t most = submission::ArchiveLimits().most_packed_bytes;
    if (static_cast<int64_t>(archive_.size()) > most) {
      return call_->Finish(absl::ResourceExhaustedError(absl::StrCat(
          "the build has more than ", most, " bytes when it is packed")));
    }
    call_->Read();
  }
  void OnNoMore() override { Store(); }
  // The stream writes nothing before its end.
  void OnWritten(bool) override {}

 private:
  void Store() {
    if (Sha256(archive_) != sha256_) {
      return call_->Finish(absl::InvalidArgumentError(
          "the bytes of the build do not have the hash build_sha256"));
    }
    host_.CheckBuild(task_id_, [this](const absl::StatusOr<bool>& wanted) {
      if (!wanted.ok()) return call_->Finish(wanted.status());
      store_.Write(
          strand_.get(),
          [this](referee::Store& store) {
            return store.archives().Put(sha256_, archive_);
          },
          [this](const absl::Status& status) {
            v1::WriteBuildResponse response;
            EndUnary(*call_, status, &response);
          });
    });
  }

  ConnectedRunners& host_;
  StoreExecutor& store_;
  const std::unique_ptr<Strand> strand_;
  const std::shared_ptr<Call> call_;
  std::string task_id_;
  std::string sha256_;
  std::string archive_;
};

}  // namespace

std::vector<Method> RunnerMethods(StoreExecutor& store, Executor& executor,
                                  ConnectedRunners& host) {
  return {
      Unary("RunnerService.ListRunners", kAdmins,
            [&host](const Call&, const v1::ListRunnersRequest&,
                    const Reply<v1::ListRunnersResponse>& reply) {
              host.List(reply);
            }),
      // The calls for archives are not counted: the tasks of a runner limit
      // them.
      ServerStream<v1::ReadArchiveRequest>(
          "RunnerService.ReadArchive", kRunners.Uncounted(),
          [&store, &executor](const std::shared_ptr<Call>& call,
                              const v1::ReadArchiveRequest& request) {
            return std::make_shared<ArchiveStream>(
                store, executor.NewStrand(), request.archive_sha256(), call);
          }),
      BidiStream("RunnerService.Work", kRunners,
                 [&host](const std::shared_ptr<Call>& call) {
                   return std::make_shared<WorkStream>(host, call);
                 }),
      BidiStream("RunnerService.WriteBuild", kRunners.Uncounted(),
                 [&host, &store, &executor](const std::shared_ptr<Call>& call) {
                   return std::make_shared<BuildStream>(
                       host, store, executor.NewStrand(), call);
                 })};
}

}  // namespace arena::referee
