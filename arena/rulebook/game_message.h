// A game with its options as a message.
#ifndef ARENA_RULEBOOK_GAME_MESSAGE_H_
#define ARENA_RULEBOOK_GAME_MESSAGE_H_

#include "arena/games/base/any_state.h"
#include "arena/v1/catalogue_service.pb.h"

namespace arena::rulebook {

v1::Game GameMessage(const Game& game);

}  // namespace arena::rulebook

#endif  // ARENA_RULEBOOK_GAME_MESSAGE_H_
