#include "referee/services/submission_stream.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

// One step at a time, in this order: the offer is read and answered; the chunks
// are read and stored in pieces; the whole archive is fetched from the store
// and unpacked; the version is stored and returned. The end of each step begins
// the next one, on any thread, so nothing here needs a lock.
class SubmissionStream final : public CallStream {
 public:
  SubmissionStream(SubmissionIntake& intake, std::shared_ptr<Call> call)
      : intake_(intake), call_(std::move(call)) {}

  void Begin() override { call_->Read(); }
  void OnRevoked(const absl::Status&) override { call_->Cancel(); }
  void OnCancel() override { cancelled_ = true; }

  void OnMessage(grpc::ByteBuffer message) override {
    request_.Clear();
    if (!Unpack(std::move(message), request_)) {
      return End(absl::InvalidArgumentError(
          "the bytes of a request are no SubmitVersionRequest"));
    }
    offered_ ? TakeChunk() : TakeOffer();
  }
  void OnNoMore() override { offered_ ? OnCutOff() : End(NoOffer()); }
  void OnWritten(bool ok) override {
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
        [this](Store& store) { return intake_.Take(store, call_->caller(), offer_); },
        [this](const absl::StatusOr<TakenOffer>& taken) {
          if (!taken.ok()) return End(taken.status());
          if (taken->version.has_value()) return Return(*taken->version);
          upload_ = taken->upload;
          stored_ = taken->offset;
          v1::SubmitVersionResponse response;
          response.set_offset(stored_);
          call_->Write(Packed(response));
        });
  }

  // ---- The bytes of the archive ----

  // Reads missing bytes; if none are missing, looks at the archive.
  void GoOn() {
    if (cancelled_) return End(Cancelled());
    if (stored_ < size()) return call_->Read();
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
    if (!full && received < size()) return call_->Read();
    StorePiece([this] { GoOn(); });
  }

  // No more chunks come; the received ones are kept for the next call.
  void OnCutOff() {
    const auto end = [this] {
      End(absl::InvalidArgumentError(absl::StrCat(
          "the stream ended after ", stored_, " of ", size(),
          " bytes; offer the archive again and send the rest")));
    };
    piece_.empty() ? end() : StorePiece(end);
  }

  // Stores the piece, and goes on with `then`.
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

  // ---- The whole archive; it is this stream's turn at the intake ----

  // Fetches the archive from the store, beginning with this piece.
  void Fetch(int64_t number) {
    if (cancelled_) return Leave(Cancelled());
    // A read may be given up while it is still under way, and the stream with
    // the read.
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
          return intake_.Keep(store, call_->caller(), row, upload_);
        },
        [this](const absl::StatusOr<v1::SubmittedVersion>& version) {
          if (!version.ok()) return Leave(version.status());
          intake_.Leave();
          Return(*version);
        });
  }

  // A wrong archive is removed completely.
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
    v1::SubmitVersionResponse response;
    *response.mutable_version() = version;
    call_->Respond(response);
  }
  void End(const absl::Status& why) { call_->Finish(why); }

  SubmissionIntake& intake_;
  const std::shared_ptr<Call> call_;
  std::atomic<bool> cancelled_ = false;
  v1::SubmitVersionRequest request_;
  bool offered_ = false;
  v1::ArchiveOffer offer_;
  Upload upload_;
  // How much of the archive is in the store, and the bytes that were read after
  // that.
  int64_t stored_ = 0;
  std::string piece_;
  // The whole archive.
  std::shared_ptr<std::string> archive_;
};

}  // namespace

std::shared_ptr<CallStream> NewSubmissionStream(
    SubmissionIntake& intake, const std::shared_ptr<Call>& call) {
  return std::make_shared<SubmissionStream>(intake, call);
}

}  // namespace arena::referee
