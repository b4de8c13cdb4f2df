// A bot behind a bridge at its table.
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

// How often a program that ends in the middle of a match is started again.
inline constexpr int kMostRestarts = 3;

// Hands the messages of one match and seat to a program, and what the program
// says to the referee. What the referee must not wait for, it answers itself:
// starts after a lost connection, repeated prompts, and, with an act without a
// choice, decisions for which the program has written nonsense or which it does
// not live to answer.
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
  // The match is lost: nothing more is sent for it.
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
  // The words behind a fault, with what comes between.
  std::string WhyFault(const v1::ActAck& ack) const;
  void TakeEnd(const v1::PlayResponse& message);
  void AnswerStart(Requests& out) const;
  void RepeatAnswer(Requests& out);
  void Show(const v1::Prompt& prompt);
  // A prompt that the program has not been given yet is void.
  void TakeBackPrompt();

  // ---- From the program ----
  void TakeRequest(const std::string& line, v1::PlayRequest request,
                   Requests& out);
  void TakeReady(Requests& out);
  void TakeDecline(const std::string& reason, Requests& out);
  void TakeAct(const std::string& line, v1::Act act, Requests& out);
  void TakeAnnounce(v1::Announce announce, Requests& out);
  // Takes out the question that an act answers; `decision` is 0 if the act does
  // not name it.
  std::optional<Question> Answered(uint32_t decision);
  // Whether an answer in the decision still counts.
  bool IsOpen(uint32_t decision) const;
  // What is wrong with the place that a request names; empty if nothing is.
  std::string PlaceProblem(const std::string& match_id, uint32_t seat) const;
  // Reports a line, and answers the question that it was to answer.
  void TakeNonsense(const std::string& line, const std::string& why,
                    Requests& out);

  // ---- The program ----
  void StartProgram(bool again, Requests& out);
  void WriteStart(bool resumed);
  // There will be no program in this match any more.
  void GiveUp(Requests& out);
  void Write(const v1::PlayResponse& message);

  // Answers a decision without a choice, which is a fault at once.
  void Fault(uint32_t decision, Requests& out);
  void Answer(const v1::Act& act, Requests& out);
  void Send(const Requests& requests);
  void Report(Level level, uint32_t decision, const std::string& what) const;

  const v1::MatchStart start_;
  pentathlon::Connection& connection_;
  Programs& programs_;
  const pentathlon::Log& log_;

  // Guards what follows.
  Mutex mutex_;
  std::shared_ptr<Child> child_;
  bool has_played_ = false;  // The program, another match before.
  bool spoke_ = false;       // The program, in this match.
  int restarts_ = 0;
  bool given_up_ = false;
  bool over_ = false;
  bool ready_ = false;
  std::optional<std::string> declined_;
  // The newest prompt, while an answer to it counts.
  std::optional<v1::Prompt> newest_;
  uint32_t newest_decision_ = 0;
  uint32_t closed_ = 0;  // Decisions up to this one have ended without us.
  // Prompts that the program was given and has not answered.
  std::deque<Question> questions_;
  bool last_is_question_ = false;  // Whether the last prompt is among them.
  // The last ones, and the streams that took them; decision 0 if there is none.
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
