#include "referee/services/replay_stream.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/record/record.h"
#include "referee/lobby/match_message.h"

namespace arena::referee {
namespace {

// The parts of a finished match in the store.
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

// The view that a request asks for. INVALID_ARGUMENT if its fields contradict
// each other.
absl::StatusOr<View> ViewOf(const v1::ReplayMatchRequest& request,
                            uint32_t seats) {
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
      if (request.seat() < seats) return View(request.seat());
      return absl::InvalidArgumentError(
          absl::StrCat("seat is ", request.seat(),
                       "; the match has seats 0 to ", seats - 1));
    default:
      return absl::InvalidArgumentError(absl::StrCat(
          "view is ", static_cast<int>(request.view()),
          "; expected VIEW_PUBLIC, VIEW_SEAT or VIEW_TABLE"));
  }
}

}  // namespace

void ReplayStream::Begin() {
  BeginWithStored(
      store_,
      [id = request_.match_id()](Store& rows) { return ReadStored(rows, id); },
      [this](Stored stored) {
        return Open(std::move(stored.match), stored.record);
      });
}

absl::Status ReplayStream::Open(v1::Match match, const std::string& record) {
  from_ = request_.from_step();
  if (request_.has_to_step()) to_ = request_.to_step();
  if (from_ > to_) {
    return absl::InvalidArgumentError(
        absl::StrCat("from_step is ", from_, " and to_step is ", to_,
                     "; expected a from_step that is not above to_step"));
  }
  ARENA_RETURN_IF_ERROR(CheckLength(record, longest_));
  ARENA_ASSIGN_OR_RETURN(const Record read, ReadRecord(record));
  ARENA_ASSIGN_OR_RETURN(const View view,
                         ViewOf(request_, read.header.seats()));
  ARENA_ASSIGN_OR_RETURN(
      replay_, StepReplay::Create(read, view, request_.position_text()));
  result_ = read.result;
  match_ = std::move(match);
  return absl::OkStatus();
}

absl::StatusOr<std::optional<v1::ReplayMatchResponse>>
ReplayStream::MakeNext() {
  v1::ReplayMatchResponse response;
  if (part_ == Part::kNothing) return std::nullopt;
  if (part_ == Part::kMatch) {
    part_ = Part::kSteps;
    response.mutable_match()->Swap(&match_);
    return response;
  }
  ARENA_ASSIGN_OR_RETURN(std::optional<v1::MatchStep> step,
                         replay_->Next(from_));
  if (step.has_value() && step->step() <= to_) {
    response.mutable_step()->Swap(&*step);
  } else {
    part_ = Part::kNothing;
    response.mutable_result()->Swap(&result_);
  }
  return response;
}

}  // namespace arena::referee
