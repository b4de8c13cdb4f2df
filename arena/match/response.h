// A message to a bot, made and thrown away as a whole.
#ifndef ARENA_MATCH_RESPONSE_H_
#define ARENA_MATCH_RESPONSE_H_

#include <google/protobuf/arena.h>

#include <memory>

#include "arena/v1/play_service.pb.h"

namespace arena {

// Owns the message and all its parts in one piece of memory: a prompt has some
// forty parts, and to allocate and free each of them cost a tenth of a
// decision. Moves like a pointer; nothing is in it after a move. Swap a part
// only with a part of the same response: with any other, protobuf copies it.
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
  // Room for a usual prompt; a longer message takes more.
  struct Memory {
    alignas(8) char room[1900];
    google::protobuf::Arena arena{room, sizeof(room)};
  };

  std::unique_ptr<Memory> memory_;
  v1::PlayResponse* message_;
};

}  // namespace arena

#endif  // ARENA_MATCH_RESPONSE_H_
