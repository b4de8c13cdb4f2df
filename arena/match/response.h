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
      : arena_(std::make_unique<google::protobuf::Arena>(Options())),
        message_(google::protobuf::Arena::CreateMessage<v1::PlayResponse>(
            arena_.get())) {}
  explicit Response(const v1::PlayResponse& message) : Response() {
    *message_ = message;
  }

  v1::PlayResponse& operator*() { return *message_; }
  const v1::PlayResponse& operator*() const { return *message_; }
  v1::PlayResponse* operator->() { return message_; }
  const v1::PlayResponse* operator->() const { return message_; }

 private:
  static google::protobuf::ArenaOptions Options() {
    google::protobuf::ArenaOptions options;
    // A usual prompt is one block.
    options.start_block_size = 2048;
    return options;
  }

  std::unique_ptr<google::protobuf::Arena> arena_;
  v1::PlayResponse* message_;
};

}  // namespace arena

#endif  // ARENA_MATCH_RESPONSE_H_
