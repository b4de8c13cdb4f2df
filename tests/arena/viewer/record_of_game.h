#ifndef TESTS_ARENA_VIEWER_RECORD_OF_GAME_H_
#define TESTS_ARENA_VIEWER_RECORD_OF_GAME_H_

#include <string>

#include "arena/record/record.h"

namespace arena::testing {

// A random match with announcements, cancelled after 200 decisions.
Record RecordOfGame(const std::string& name, const std::string& options = "");

}  // namespace arena::testing

#endif  // TESTS_ARENA_VIEWER_RECORD_OF_GAME_H_
