#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/record/record.h"
#include "arena/record/verify.h"
#include "referee/access/ownership.h"
#include "referee/access/replies.h"
#include "referee/services/replay_stream.h"
#include "referee/services/services.h"

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

// Sends one record in chunks.
class RecordStream final : public PacedStream<v1::GetRecordResponse> {
 public:
  RecordStream(std::shared_ptr<Call> call, std::unique_ptr<Strand> strand,
               StoreExecutor& store, std::string match_id)
      : PacedStream(std::move(call), std::move(strand)),
        store_(store),
        match_id_(std::move(match_id)) {}

  void Begin() override {
    BeginWithStored(
        store_,
        [match_id = match_id_](Store& rows) {
          return rows.records().Get(match_id);
        },
        [this](std::string record) {
          record_ = std::move(record);
          return absl::OkStatus();
        });
  }

 private:
  absl::StatusOr<std::optional<v1::GetRecordResponse>> MakeNext() override {
    if (made_ == record_.size()) return std::nullopt;
    v1::GetRecordResponse response;
    response.set_chunk(record_.substr(made_, kMaxChunkBytes));
    made_ += response.chunk().size();
    return response;
  }

  StoreExecutor& store_;
  const std::string match_id_;
  std::string record_;
  size_t made_ = 0;
};

absl::StatusOr<v1::VerifyRecordResponse> Verify(
    const absl::StatusOr<std::string>& bytes) {
  ARENA_RETURN_IF_ERROR(bytes.status());
  ARENA_RETURN_IF_ERROR(CheckLength(*bytes, kLongestMatch));
  const VerifyReport report = arena::VerifyRecord(*bytes);
  v1::VerifyRecordResponse response;
  response.set_ok(report.status.ok());
  response.set_difference(std::string(report.status.message()));
  response.set_plies(report.plies);
  return response;
}

// Plays a record again on `replays`, and replies with the outcome.
void VerifyRecord(StoreExecutor& store, Executor& replays,
                  const std::string& match_id,
                  const Reply<v1::VerifyRecordResponse>& reply) {
  const std::shared_ptr<Strand> strand = replays.NewStrand();
  // The strand lives until its task has run.
  store.Read(
      strand.get(),
      [strand, match_id](Store& rows) { return rows.records().Get(match_id); },
      [strand, reply](const absl::StatusOr<std::string>& bytes) {
        reply(Verify(bytes));
      });
}

}  // namespace

std::vector<Method> ReplayMethods(StoreExecutor& store, Executor& replays,
                                  Executor& copies) {
  return {
      ServerStream<v1::GetRecordRequest>(
          "ReplayService.GetRecord", kWatchers,
          [&store, &copies](const std::shared_ptr<Call>& call,
                            const v1::GetRecordRequest& request) {
            return std::make_shared<RecordStream>(call, copies.NewStrand(),
                                                  store, request.match_id());
          }),
      Unary("ReplayService.ListNotes", kAuthors,
            [&store](const Call& call, const v1::ListNotesRequest& request,
                     const Reply<v1::ListNotesResponse>& reply) {
              store.Read(
                  nullptr,
                  [caller = call.caller(), request](Store& rows) {
                    return ListNotes(rows, caller, request);
                  },
                  reply);
            }),
      ServerStream<v1::ReplayMatchRequest>(
          "ReplayService.ReplayMatch", kWatchers,
          [&store, &replays](const std::shared_ptr<Call>& call,
                             const v1::ReplayMatchRequest& request) {
            return std::make_shared<ReplayStream>(call, replays.NewStrand(),
                                                  store, request,
                                                  kLongestMatch);
          }),
      Unary("ReplayService.VerifyRecord", kReaders,
            [&store, &replays](const Call&,
                               const v1::VerifyRecordRequest& request,
                               const Reply<v1::VerifyRecordResponse>& reply) {
              VerifyRecord(store, replays, request.match_id(), reply);
            })};
}

}  // namespace arena::referee
