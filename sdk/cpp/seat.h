// A bot at its table, with the messages that wait for it. Not for bots.
#ifndef SDK_CPP_SEAT_H_
#define SDK_CPP_SEAT_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "sdk/cpp/bot.h"
#include "sdk/cpp/connection.h"

namespace pentathlon {

// Gives one bot its messages one after the other, and sends its answers. Any
// thread may call Post and Close. The thread whose Post returned true must call
// Work, and no other thread may until Work returns.
class Seat {
 public:
  // The references must outlive the seat.
  Seat(v1::MatchStart start, const BotFactory& factory, Connection& connection,
       const Log& log);

  // Takes in one message. Returns true if no thread is at work here: then the
  // caller must call Work.
  bool Post(v1::PlayResponse response);

  // Handles messages until none waits.
  void Work();

  // The match is lost: no further answers are sent.
  void Close();

 private:
  struct Message {
    v1::PlayResponse response;
    std::chrono::steady_clock::time_point received;
  };

  std::optional<Message> NextMessage();
  // Notes the parts of a message that matter even while the bot is thinking.
  // Requires: mutex_ is held.
  void Note(const v1::PlayResponse& response);
  void NoteEnd(const v1::ActAck& ack);
  void DropPrompts();
  bool IsOpen(uint32_t decision);
  void Handle(Message message);
  void SetUp();
  void OnPrompt(v1::Prompt message,
                std::chrono::steady_clock::time_point received);
  void LetAct(const Prompt& prompt,
              std::chrono::steady_clock::time_point received);
  void OnAck(const v1::ActAck& ack);
  void OnAnnounceAck(const v1::AnnounceAck& ack);
  // Whether the decision of `prompt` is already answered.
  bool Answered(const v1::Prompt& prompt);

  // Sends Ready, or Decline if the bot cannot play the match.
  void AnswerStart();
  uint64_t SendAct();
  uint64_t SendAnnounce();
  uint64_t Send(const v1::PlayRequest& request);
  // The report of a fault, made once, even while the bot is still thinking.
  // Empty: nothing to report. Requires: mutex_ is held.
  std::string FaultToTell(const v1::ActAck& ack);
  // Runs a function of the bot. If it throws, returns false, reports and sets
  // thrown_.
  bool Guard(const std::string& function, uint32_t decision,
             const std::function<void()>& call);
  void Report(LogLevel level, uint32_t decision, const std::string& what) const;

  const v1::MatchStart start_;
  const BotFactory& factory_;
  Connection& connection_;
  const Log& log_;
  // The match is over or lost: nothing is sent.
  std::atomic<bool> closed_ = false;

  // Used by the thread at work only.
  std::unique_ptr<Bot> bot_;  // Null if it could not be made.
  std::string thrown_;        // The last throwing function, with its exception.
  // The last act and announcement, and the streams that took them; decision 0
  // if there is none.
  v1::Act answer_;
  uint64_t answer_stream_ = 0;
  v1::Announce announce_;
  uint64_t announce_stream_ = 0;

  std::mutex mutex_;  // Guards the members below.
  std::deque<Message> messages_;
  bool at_work_ = false;
  bool lost_ = false;           // By Close: waiting messages are not handled.
  uint32_t open_decision_ = 0;  // 0: none.
  bool ready_ = false;
  std::optional<std::string> declined_;  // With this reason.
  // The functions that threw, with their exceptions, for the report of the
  // fault that follows: when the bot was made, and in the newest decision with
  // an exception.
  std::string broken_;
  uint32_t threw_in_ = 0;
  std::string threw_;
  uint32_t fault_told_ = 0;  // The decision.
  // The decision that the bot is thinking about; 0: it waits.
  uint32_t thinking_ = 0;
};

}  // namespace pentathlon

#endif  // SDK_CPP_SEAT_H_
