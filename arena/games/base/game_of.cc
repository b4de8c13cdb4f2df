#include "arena/games/base/game_of.h"

#include "absl/strings/str_cat.h"
#include "arena/v1/observation.pb.h"
#include "google/protobuf/util/message_differencer.h"

namespace arena {

void NameSeat(Seat seat, v1::Observation& observation) {
  if (seat == kSpectator) {
    observation.clear_seat();
  } else {
    observation.set_seat(static_cast<uint32_t>(seat));
  }
}

absl::Status CheckShows(const StateInterface& state, Seat seat,
                        const v1::Observation& observation) {
  v1::Observation shown;
  state.ObservationFor(seat, shown);
  std::string differences;
  google::protobuf::util::MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&differences);
  if (differencer.Compare(observation, shown)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the observation of ", state.info().name,
                   " contradicts itself: its cards, plies or position lead to "
                   "other values; the differences (given -> derived): ",
                   differences));
}

}  // namespace arena
