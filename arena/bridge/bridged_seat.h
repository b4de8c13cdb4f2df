// One seat of one match, played by a program behind a bridge.
#ifndef ARENA_BRIDGE_BRIDGED_SEAT_H_
#define ARENA_BRIDGE_BRIDGED_SEAT_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/bridge/child.h"
#include "arena/bridge/programs.h"
#include "arena/core/mutex.h"
#include "arena/v1/play_service.pb.h"
#include "sdk/cpp/base/log.h"
#include "sdk/cpp/connection.h"

namespace arena::bridge {

// The most restarts of a program that ends in the middle of a match.
inline constexpr int kMostRestarts = 3;

// Passes the messages of one match and seat between the referee and a program.
// Some messages must be answered without the program, so that the referee does
// not wait. These are starts after a lost connection and repeated prompts. An
// act without a choice answers a decision for which the program has written
// nonsense, and a decision that the program left unanswered at its end.
//
// An act without a decision number answers the oldest prompt of kind MUST that
// the program was given and has not answered.
//
// Thread-safe; no function waits for the program.
class BridgedSeat final : public ChildListener,
                          public std::enable_shared_from_this<BridgedSeat> {
 public:
  // The references must outlive the seat.
  BridgedSeat(v1::MatchStart start, pentathlon::Connection& connection,
              Programs& programs, const pentathlon::Log& log);

  // Gives the match to a program.
  void Begin();
  // Takes in a message of the match.
  void Take(v1::PlayResponse message);
  // Gives up the match: nothing more is sent for it.
  void Lose();

  void OnLine(const std::string& line) override;
  void OnLongLine(const std::string& beginning) override;
  void OnEnd(const std::string& how) override;

 private:
  using Requests = std::vector<v1::PlayRequest>;
  using Level = pentathlon::LogLevel;

  // A prompt of kind MUST that the program was given.
  struct Question {
    uint32_t decision = 0;
    std::vector<uint32_t> ids;  // Of the actions.
  };

  // ---- From the referee ----
  void TakePrompt(v1::Prompt& prompt, Requests& out);
  void TakeAck(const v1::ActAck& ack);
  // The reason of a fault, if the bridge knows it.
  std::string WhyFault(const v1::ActAck& ack) const;
  void TakeEnd(const v1::PlayResponse& message);
  void AnswerStart(Requests& out) const;
  void RepeatAnswer(Requests& out);
  void Show(const v1::Prompt& prompt);
  // Withdraws the prompt that the program has not been given yet.
  void TakeBackPrompt();

  // ---- From the program ----
  void TakeRequest(const std::string& line, v1::PlayRequest request,
                   Requests& out);
  void TakeReady(Requests& out);
  void TakeDecline(const std::string& reason, Requests& out);
  void TakeAct(const std::string& line, v1::Act act, Requests& out);
  void TakeAnnounce(v1::Announce announce, Requests& out);
  // Removes and returns the question that an act answers; `decision` is 0 if
  // the act names no decision.
  std::optional<Question> Answered(uint32_t decision);
  // Whether an answer in the decision still counts.
  bool IsOpen(uint32_t decision) const;
  // Describes the mistake in the place that a request names; empty if there is
  // none.
  std::string PlaceProblem(const std::string& match_id, uint32_t seat) const;
  // Reports a wrong line, and answers the question in its place.
  void TakeNonsense(const std::string& line, const std::string& why,
                    Requests& out);

  // ---- The program ----
  void StartProgram(bool again, Requests& out);
  void WriteStart(bool resumed);
  // Plays the rest of the match without a program.
  void GiveUp(Requests& out);
  void Write(const v1::PlayResponse& message);

  // Answers a decision without a choice, so the fault is recorded at once.
  void Fault(uint32_t decision, Requests& out);
  void Answer(const v1::Act& act, Requests& out);
  void Send(const Requests& requests);
  void Report(Level level, uint32_t decision, const std::string& what) const;

  const v1::MatchStart start_;
  pentathlon::Connection& connection_;
  Programs& programs_;
  const pentathlon::Log& log_;

  // Guards the members below.
  Mutex mutex_;
  std::shared_ptr<Child> child_;
  bool has_played_ = false;  // Whether the program has played a match before.
  bool spoke_ = false;       // Whether the program has spoken in this match.
  int restarts_ = 0;
  bool given_up_ = false;
  bool over_ = false;
  bool ready_ = false;
  std::optional<std::string> declined_;
  // The newest prompt, while an answer to it counts.
  std::optional<v1::Prompt> newest_;
  uint32_t newest_decision_ = 0;
  uint32_t closed_ = 0;  // Decisions up to this number are closed.
  // Prompts that the program was given and has not answered.
  std::deque<Question> questions_;
  bool last_is_question_ = false;  // Whether the last prompt is among them.
  // The last act and announcement, and the streams that took them; decision 0
  // if there is none.
  v1::Act answer_;
  uint64_t answer_stream_ = 0;
  v1::Announce announce_;
  uint64_t announce_stream_ = 0;
  uint32_t nonsense_in_ = 0;  // The newest decision with a wrong line.
  int nonsense_ = 0;          // How many lines were wrong.
  uint32_t fault_told_ = 0;
};

}  // namespace arena::bridge

#endif  // ARENA_BRIDGE_BRIDGED_SEAT_H_
