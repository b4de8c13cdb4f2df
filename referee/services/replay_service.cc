#include "referee/services/replay_service.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/record/length.h"
#include "arena/record/verify.h"
#include "referee/access/ownership.h"
#include "referee/access/replies.h"
#include "referee/services/record_stream.h"
#include "referee/services/replay_stream.h"

namespace arena::referee {
namespace {

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

ReplayService::ReplayService(Access& access, StoreExecutor& store,
                             Executor& replays, Executor& copies)
    : access_(access), store_(store), replays_(replays), copies_(copies) {}
ReplayService::~ReplayService() = default;

void ReplayService::ReadRecord(
    const std::string& match_id,
    std::function<void(const absl::StatusOr<std::string>&)> done) {
  const std::shared_ptr<Strand> strand = replays_.NewStrand();
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
  const auto stream = std::make_shared<RecordStream>(copies_.NewStrand());
  stream->Serve(access_, *context, store_, request->match_id());
  return stream.get();
}

grpc::ServerWriteReactor<v1::ReplayMatchResponse>* ReplayService::ReplayMatch(
    CallContext* context, const v1::ReplayMatchRequest* request) {
  const auto stream =
      std::make_shared<ReplayStream>(replays_.NewStrand(), kLongestMatch);
  stream->Serve(access_, *context, store_, *request);
  return stream.get();
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
              if (absl::Status length = CheckLength(*bytes, kLongestMatch);
                  !length.ok()) {
                return reply(length);
              }
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
