// A message to a bot, made and thrown away as a whole.
#ifndef ARENA_MATCH_RESPONSE_H_
#define ARENA_MATCH_RESPONSE_H_

#include <google/protobuf/arena.h>

#include <memory>

#include "arena/v1/play_service.pb.h"

namespace arena {

// Owns the message and all its parts in one piece of memory. A prompt has some
// forty parts, and allocating and freeing each of them took a tenth of a
// decision. Moves like a pointer, and is empty after a move. Swap parts only
// within one response: between two responses protobuf copies them.
class Response {
 public:
  Response()
      : memory_(new Memory),
        message_(google::protobuf::Arena::CreateMessage<v1::PlayResponse>(
            &memory_->arena)) {}
  explicit Response(const v1::PlayResponse& message) : Response() {
    *message_ = message;
  }

  v1::PlayResponse& operator*() { return *message_; }
  const v1::PlayResponse& operator*() const { return *message_; }
  v1::PlayResponse* operator->() { return message_; }
  const v1::PlayResponse* operator->() const { return message_; }

 private:
  // Room for a usual prompt; a longer message allocates more.
  struct Memory {
    alignas(8) char room[1900];
    google::protobuf::Arena arena{room, sizeof(room)};
  };

  std::unique_ptr<Memory> memory_;
  v1::PlayResponse* message_;
};

}  // namespace arena

#endif  // ARENA_MATCH_RESPONSE_H_
