// The messages of a referee to both seats of a match, kept for repetition.
#ifndef ARENA_BENCH_CONVERSATION_H_
#define ARENA_BENCH_CONVERSATION_H_

#include <array>
#include <iosfwd>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/v1/play_service.pb.h"

namespace arena::bench {

inline constexpr int kSeats = 2;

// Appends a response as it was received.
void RecordResponse(const v1::PlayResponse& response, std::ostream& file);

// The messages of a match, ready to be written.
struct Conversation {
  // The messages to a seat about a decision, without and with the
  // acknowledgement of the seat's last act. Empty if the seat does not decide.
  struct Prompted {
    v1::PlayResponse alone;
    v1::PlayResponse with_ack;
  };
  using Round = std::array<Prompted, kSeats>;

  v1::PlayResponse welcome;
  std::array<v1::PlayResponse, kSeats> starts;
  std::array<v1::PlayResponse, kSeats> acks;
  std::vector<Round> rounds;

  // Reads a file that RecordResponse has written. DATA_LOSS if anything is
  // missing.
  static absl::StatusOr<Conversation> Read(const std::string& path);
};

}  // namespace arena::bench

#endif  // ARENA_BENCH_CONVERSATION_H_
