// The border between matches and bots: notices as messages, acts as answers.
// Nothing else in the referee knows how a prompt carries an acknowledgement.
#ifndef ARENA_MATCH_WIRE_H_
#define ARENA_MATCH_WIRE_H_

#include <string>
#include <vector>

#include "arena/match/keeper.h"
#include "arena/match/match.h"
#include "arena/match/response.h"
#include "arena/v1/play_service.pb.h"

namespace arena {

// A message to the player of a seat, or to all spectators (kSpectator).
struct Outgoing {
  Seat seat;
  Response message = {};
};

// What a bot's act says; takes its parts.
Answer AnswerOf(v1::Act&& act);

// The messages of notices that `match` has just given: no event has come to it
// since. They keep their order, but the acknowledgement of an accepted act
// rides in the next prompt of its seat, if there is one: one message instead
// of two is what most decisions lead to.
std::vector<Outgoing> MessagesOf(const Match& match,
                                 std::vector<Notice> notices);

// The end of a match, to a seat. Requires: match.over().
Response EndMessage(const Match& match, Seat seat,
                    const RecordReference& record);

// A prompt that nobody needs any more: what must be told even so is left in
// it. False if that is nothing.
bool KeepAck(v1::PlayResponse& prompt);

}  // namespace arena

#endif  // ARENA_MATCH_WIRE_H_
