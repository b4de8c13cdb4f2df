// A match with its prompts, to compare each prompt with a replay.
#ifndef TESTS_ARENA_RECORD_PROMPTED_MATCH_H_
#define TESTS_ARENA_RECORD_PROMPTED_MATCH_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "arena/match/match.h"
#include "arena/record/record.h"
#include "arena/v1/play_service.pb.h"

namespace arena::testing {

// A prompt, and the messages before it.
struct Question {
  v1::MatchStart start;
  v1::Prompt prompt;
};

// Plays a match with random choices, in which every seat is a bot that wants
// text. Calls the function with each prompt that demands a choice and with the
// waiting match. Everything follows from the game.
Record PlayPrompted(
    const Game& game,
    absl::FunctionRef<void(const Match&, const Question&)> look);

// The question of the game's golden. The question shows much: announcements, if
// the game has them.
struct GoldenQuestion {
  Question question;
  // The match that waits for the answer.
  Match match;
  Record record;
};
GoldenQuestion GoldenQuestionOf(const Game& game);

// The lines that `arena replay --seat` prints of the prompt's position.
std::string ReplayedPosition(const Record& record, const v1::Prompt& prompt);
// The line that the command prints of the possible choices: "seat 1 can choose:
// h7, s8".
std::string ReplayedChoices(const Record& record, const v1::Prompt& prompt);

// The messages of a question as lines of JSON, and the text that SDKs print of
// them.
std::string JsonOf(const Question& question);
std::string TextOf(const GoldenQuestion& golden);

}  // namespace arena::testing

#endif  // TESTS_ARENA_RECORD_PROMPTED_MATCH_H_
