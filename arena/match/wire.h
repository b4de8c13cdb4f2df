// Turns notices into messages for bots, and their acts into answers. Only this
// file knows how a prompt carries an acknowledgement.
#ifndef ARENA_MATCH_WIRE_H_
#define ARENA_MATCH_WIRE_H_

#include <string>
#include <vector>

#include "arena/match/match.h"
#include "arena/match/match_storage.h"
#include "arena/match/response.h"
#include "arena/v1/play_service.pb.h"

namespace arena {

// A message to the player of a seat.
struct Outgoing {
  Seat seat;
  Response message = {};
};

// Reads a bot's act or announcement. Moves the parts out of it.
Answer AnswerOf(v1::Act&& act);
Answer AnswerOf(v1::Announce&& announce);

// The messages for notices that `match` has just given; no event may have come
// since. They keep their order, except that the next prompt of a seat carries
// the acknowledgement of its accepted act. So most decisions lead to one
// message instead of two.
std::vector<Outgoing> MessagesOf(const Match& match,
                                 std::vector<Notice> notices);

// The end of a match, to a seat. Requires: match.over().
Response EndMessage(const Match& match, Seat seat,
                    const RecordReference& record);

// Reduces a prompt that is no longer needed to the acknowledgement in it. False
// if it has none.
bool KeepAck(v1::PlayResponse& prompt);

}  // namespace arena

#endif  // ARENA_MATCH_WIRE_H_
