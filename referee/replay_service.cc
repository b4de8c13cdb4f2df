#include "referee/replay_service.h"

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/record/record.h"
#include "arena/record/step_replay.h"
#include "arena/record/verify.h"
#include "referee/grpc_status.h"
#include "referee/match_request.h"
#include "referee/ownership.h"
#include "referee/paging.h"
#include "referee/record_stream.h"

namespace arena::referee {
namespace {

// What the store has of a match that is over.
struct Stored {
  v1::Match match;
  std::string record;
};

absl::StatusOr<Stored> ReadStored(Store& store, const std::string& match_id) {
  ARENA_ASSIGN_OR_RETURN(std::string record, store.records().Get(match_id));
  ARENA_ASSIGN_OR_RETURN(const MatchRow row, store.matches().Get(match_id));
  ARENA_ASSIGN_OR_RETURN(const std::vector<v1::Match> matches,
                         MatchMessages(store, {row}));
  return Stored{matches.front(), std::move(record)};
}

// Whose eyes a request asks for. INVALID_ARGUMENT if its fields contradict each
// other.
absl::StatusOr<View> ViewOf(const v1::ReplayMatchRequest& request) {
  using Request = v1::ReplayMatchRequest;
  const bool of_seat = request.view() == Request::VIEW_SEAT;
  if (of_seat != request.has_seat()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "view is ", Request::View_Name(request.view()), " and seat is ",
        request.has_seat() ? absl::StrCat(request.seat()) : "absent",
        "; expected a seat with VIEW_SEAT, and with that view only"));
  }
  switch (request.view()) {
    case Request::VIEW_UNSPECIFIED:
    case Request::VIEW_PUBLIC:
      return View(kSpectator);
    case Request::VIEW_TABLE:
      return kTableView;
    case Request::VIEW_SEAT:
      if (request.seat() < kMaxSeats) return View(request.seat());
      return absl::InvalidArgumentError(absl::StrCat(
          "no seat ", request.seat(), "; expected 0 to ", kMaxSeats - 1));
    default:
      return absl::InvalidArgumentError(absl::StrCat(
          "view is ", static_cast<int>(request.view()),
          "; expected VIEW_PUBLIC, VIEW_SEAT or VIEW_TABLE"));
  }
}

// One replay. Each step is made when the one before has been written.
class ReplayReactor final
    : public grpc::ServerWriteReactor<v1::ReplayMatchResponse>,
      public CountedStream<ReplayReactor> {
 public:
  explicit ReplayReactor(std::unique_ptr<Strand> strand)
      : strand_(std::move(strand)) {}

  // The token of the caller is no longer valid.
  void Revoke(const absl::Status& status) {
    strand_->Post([self = shared_from_this(), status] { self->end_ = status; });
  }

  // Counts the stream among those of the caller and writes the first step; or
  // ends it if the caller may not open it or there is no such record.
  void Serve(Access& access, StoreExecutor& store, const CallContext& context,
             const v1::ReplayMatchRequest& request) {
    Enter(access, "ReplayService.ReplayMatch", context,
          [this, &store, request](const absl::StatusOr<Caller>& caller) {
            if (!caller.ok()) return Finish(ToGrpc(caller.status()));
            store.Read(
                strand_.get(),
                [id = request.match_id()](Store& rows) {
                  return ReadStored(rows, id);
                },
                [this, request](const absl::StatusOr<Stored>& stored) {
                  const absl::Status opened = Open(stored, request);
                  if (!opened.ok()) return Finish(ToGrpc(opened));
                  StartWrite(&response_);
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
  // Makes the first response.
  absl::Status Open(const absl::StatusOr<Stored>& stored,
                    const v1::ReplayMatchRequest& request) {
    ARENA_RETURN_IF_ERROR(stored.status());
    from_ = request.from_step();
    if (request.has_to_step()) to_ = request.to_step();
    if (from_ > to_) {
      return absl::InvalidArgumentError(
          absl::StrCat("from_step is ", from_, " and to_step is ", to_,
                       "; expected a from_step that is not above to_step"));
    }
    ARENA_ASSIGN_OR_RETURN(const View view, ViewOf(request));
    ARENA_ASSIGN_OR_RETURN(const Record record,
                           arena::ReadRecord(stored->record));
    ARENA_ASSIGN_OR_RETURN(
        replay_, StepReplay::Create(record, view, request.position_text()));
    result_ = record.result;
    *response_.mutable_match() = stored->match;
    return absl::OkStatus();
  }

  // Writes the next requested step, and after the last one the result.
  void WriteNext() {
    response_.Clear();
    std::optional<v1::MatchStep> step = replay_->Next();
    while (step.has_value() && step->step() < from_) step = replay_->Next();
    if (step.has_value() && step->step() <= to_) {
      response_.mutable_step()->Swap(&*step);
    } else {
      *response_.mutable_result() = result_;
      end_ = absl::OkStatus();
    }
    StartWrite(&response_);
  }

  const std::unique_ptr<Strand> strand_;
  std::optional<StepReplay> replay_;
  // The steps that are sent.
  uint32_t from_ = 0;
  uint32_t to_ = std::numeric_limits<uint32_t>::max();
  v1::MatchResult result_;
  v1::ReplayMatchResponse response_;
  // Ends the stream after the present write.
  std::optional<absl::Status> end_;
};

// The notes of a match that the caller may see.
absl::StatusOr<std::vector<Note>> VisibleNotes(Store& store,
                                               const Caller& caller,
                                               const std::string& match_id) {
  ARENA_ASSIGN_OR_RETURN(std::vector<Note> notes,
                         store.records().Notes(match_id));
  ARENA_ASSIGN_OR_RETURN(const MatchRow match, store.matches().Get(match_id));
  SeatSet visible;
  for (Seat seat = 0; seat < static_cast<Seat>(match.seats.size()); ++seat) {
    const absl::Status owns =
        CheckOwnsSeats(store.bots(), caller, {match.seats[seat]});
    if (owns.ok()) visible.insert(seat);
    if (!owns.ok() && !absl::IsPermissionDenied(owns)) return owns;
  }
  std::erase_if(notes, [visible](const Note& note) {
    return !visible.contains(note.seat);
  });
  return notes;
}

absl::StatusOr<v1::ListNotesResponse> ListNotes(
    Store& store, const Caller& caller, const v1::ListNotesRequest& request) {
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  // The number of notes on earlier pages: the notes of a match never change.
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int64_t first,
                         ReadPageNumber(list, request.page_token()));
  ARENA_ASSIGN_OR_RETURN(const std::vector<Note> notes,
                         VisibleNotes(store, caller, request.match_id()));
  v1::ListNotesResponse response;
  const auto count = static_cast<int64_t>(notes.size());
  const int64_t end = std::min(count, first + size);
  for (int64_t i = first; i < end; ++i) {
    v1::DecisionNote& note = *response.add_notes();
    note.set_seat(notes[i].seat);
    note.set_decision(notes[i].decision);
    note.set_note(notes[i].text);
  }
  if (end < count) {
    response.set_next_page_token(MakePageToken(list, absl::StrCat(end)));
  }
  return response;
}

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

UnaryCall* ReplayService::ListNotes(CallContext* context,
                                    const v1::ListNotesRequest* request,
                                    v1::ListNotesResponse* response) {
  return ServeUnary(
      access_, "ReplayService.ListNotes", context, response,
      [=, this](const Caller& caller, const auto& reply) {
        store_.Read(
            nullptr,
            [caller, request](Store& store) {
              return arena::referee::ListNotes(store, caller, *request);
            },
            [reply](const absl::StatusOr<v1::ListNotesResponse>& response) {
              reply(response);
            });
      });
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
