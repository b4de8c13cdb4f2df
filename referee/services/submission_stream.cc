#include "referee/services/submission_stream.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

// One thing happens at a time, in this order: the offer is read and answered;
// the chunks are read and go to the store, in pieces; all of the archive is
// fetched from there and unpacked; the version is stored and returned. Each
// step is begun by the end of the one before, on whichever thread that was, so
// nothing here needs a lock.
class SubmissionReactor final : public SubmissionCall,
                                public CountedStream<SubmissionReactor> {
 public:
  SubmissionReactor(SubmissionIntake& intake, CallContext& context)
      : intake_(intake), context_(context) {}

  void Serve(Access& access) {
    Enter(access, "BotService.SubmitVersion", context_,
          [this](const absl::StatusOr<Caller>& caller) {
            if (!caller.ok()) return End(caller.status());
            caller_ = *caller;
            StartRead(&request_);
          });
  }
  // The token of the caller is no longer valid.
  void Revoke(const absl::Status&) { context_.TryCancel(); }
  void OnCancel() override { cancelled_ = true; }
  void OnDone() override { CountedStream::Leave(); }

  void OnReadDone(bool ok) override {
    if (ok) NoteMessage();
    if (!offered_) return ok ? TakeOffer() : End(NoOffer());
    ok ? TakeChunk() : OnCutOff();
  }
  void OnWriteDone(bool ok) override {
    if (!ok) return End(Cancelled());
    GoOn();
  }

 private:
  int64_t size() const { return static_cast<int64_t>(offer_.archive_size()); }

  // ---- The offer ----

  static absl::Status NoOffer() {
    return absl::InvalidArgumentError("the first request must be offer");
  }
  static absl::Status Cancelled() {
    return absl::CancelledError("the caller is gone");
  }

  void TakeOffer() {
    if (!request_.has_offer()) return End(NoOffer());
    offered_ = true;
    offer_ = request_.offer();
    intake_.store().TryWrite(
        nullptr,
        [this](Store& store) { return intake_.Take(store, caller_, offer_); },
        [this](const absl::StatusOr<TakenOffer>& taken) {
          if (!taken.ok()) return End(taken.status());
          if (taken->version.has_value()) return Return(*taken->version);
          upload_ = taken->upload;
          stored_ = taken->offset;
          response_.set_offset(stored_);
          StartWrite(&response_);
        });
  }

  // ---- Its bytes ----

  // Reads what is missing; when nothing is, looks at the archive.
  void GoOn() {
    if (cancelled_) return End(Cancelled());
    if (stored_ < size()) return StartRead(&request_);
    intake_.Enter([this] {
      archive_ = std::make_shared<std::string>();
      Fetch(0);
    });
  }

  void TakeChunk() {
    if (!request_.has_chunk() || request_.chunk().empty()) {
      return End(absl::InvalidArgumentError(
          "after the offer each request has a chunk of at least one byte"));
    }
    piece_ += request_.chunk();
    const int64_t received = stored_ + static_cast<int64_t>(piece_.size());
    if (received > size()) {
      return End(absl::InvalidArgumentError(
          absl::StrCat("the archive was offered with ", size(),
                       " bytes, and at least ", received, " were sent")));
    }
    const bool full = static_cast<int64_t>(piece_.size()) >= kArchiveChunk;
    if (!full && received < size()) return StartRead(&request_);
    StorePiece([this] { GoOn(); });
  }

  // No more chunks come; what has arrived is kept for the next call.
  void OnCutOff() {
    const auto end = [this] {
      End(absl::InvalidArgumentError(absl::StrCat(
          "the stream ended after ", stored_, " of ", size(),
          " bytes; offer the archive again and send the rest")));
    };
    piece_.empty() ? end() : StorePiece(end);
  }

  // Stores the piece that has been read, and goes on with `then`.
  void StorePiece(std::function<void()> then) {
    intake_.store().TryWrite(
        nullptr,
        [this](Store& store) {
          return store.archives().Append(upload_, stored_, piece_);
        },
        [this, then = std::move(then)](const absl::Status& status) {
          if (!status.ok()) return End(status);
          stored_ += static_cast<int64_t>(piece_.size());
          piece_.clear();
          then();
        });
  }

  // ---- The whole archive; the intake is this stream's ----

  // Fetches the archive from the store, from the piece of this number on.
  void Fetch(int64_t number) {
    if (cancelled_) return Leave(Cancelled());
    // A read may be given up while it is still under way, and the stream with
    // it.
    intake_.store().Read(
        nullptr,
        [upload = upload_, number](Store& store) {
          return store.archives().ReadUpload(upload, number);
        },
        [this, number](const absl::StatusOr<std::string>& piece) {
          if (!piece.ok()) return Leave(piece.status());
          *archive_ += *piece;
          if (static_cast<int64_t>(archive_->size()) < size()) {
            return Fetch(number + 1);
          }
          Inspect();
        });
  }

  void Inspect() {
    intake_.Inspect(offer_, std::move(archive_),
                    [this](const absl::StatusOr<VersionRow>& row) {
                      row.ok() ? Keep(*row) : Reject(row.status());
                    });
  }

  void Keep(const VersionRow& row) {
    intake_.store().TryWrite(
        nullptr,
        [this, row](Store& store) {
          return intake_.Keep(store, caller_, row, upload_);
        },
        [this](const absl::StatusOr<v1::SubmittedVersion>& version) {
          if (!version.ok()) return Leave(version.status());
          intake_.Leave();
          Return(*version);
        });
  }

  // Nothing stays of an archive with which something is wrong.
  void Reject(const absl::Status& why) {
    if (!absl::IsInvalidArgument(why)) return Leave(why);
    intake_.store().Write(
        nullptr,
        [this](Store& store) { return store.archives().Drop(upload_); },
        [this, why](const absl::Status&) { Leave(why); });
  }

  // ---- The end ----

  void Leave(const absl::Status& why) {
    archive_.reset();
    intake_.Leave();
    End(why);
  }
  void Return(const v1::SubmittedVersion& version) {
    *response_.mutable_version() = version;
    StartWriteAndFinish(&response_, grpc::WriteOptions(), grpc::Status::OK);
  }
  void End(const absl::Status& why) { Finish(ToGrpc(why)); }

  SubmissionIntake& intake_;
  CallContext& context_;
  std::atomic<bool> cancelled_ = false;
  Caller caller_;
  v1::SubmitVersionRequest request_;
  v1::SubmitVersionResponse response_;
  bool offered_ = false;
  v1::ArchiveOffer offer_;
  Upload upload_;
  // How much of the archive is in the store, and what was read behind it.
  int64_t stored_ = 0;
  std::string piece_;
  // The whole archive.
  std::shared_ptr<std::string> archive_;
};

}  // namespace

SubmissionCall* ServeSubmission(Access& access, SubmissionIntake& intake,
                                CallContext& context) {
  const auto stream = std::make_shared<SubmissionReactor>(intake, context);
  stream->Serve(access);
  return stream.get();
}

}  // namespace arena::referee
