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

  // The match is over or lost: no further prompts are shown, and no further
  // answers are sent.
  void Close();

 private:
  using Clock = std::chrono::steady_clock;
  struct Message {
    v1::PlayResponse response;
    Clock::time_point received;
  };
  // A request and the stream that took it; 0: none.
  struct Sent {
    v1::PlayRequest request;
    uint64_t stream = 0;
  };

  // Takes in a message; the ack in a prompt is a message before it.
  bool Take(v1::PlayResponse response);
  // Notes the parts of a message that matter even while the bot is thinking.
  // Returns the report of a fault, made once; empty: nothing to report.
  // Requires: mutex_ is held.
  std::string Note(const v1::PlayResponse& response);
  std::string NoteAck(const v1::ActAck& ack);
  // Makes `decision` the open one; 0: none. Drops unread prompts. Requires:
  // mutex_ is held.
  void OpenDecision(uint32_t decision);
  bool IsOpen(uint32_t decision);

  std::optional<Message> NextMessage();
  void Handle(Message message);
  void SetUp();
  void OnPrompt(v1::Prompt message, Clock::time_point received);
  void LetAct(const Prompt& prompt, Clock::time_point received);
  // Sends the answer again if it may have been lost.
  void Repeat();
  void Send(Sent& sent);
  // Runs a function of the bot. If it throws, reports this and returns
  // "FUNCTION threw EXCEPTION".
  std::string Guard(const std::string& function, uint32_t decision,
                    const std::function<void()>& call);
  void Report(LogLevel level, uint32_t decision, const std::string& what) const;

  const v1::MatchStart start_;
  const BotFactory& factory_;
  Connection& connection_;
  const Log& log_;
  std::atomic<bool> closed_ = false;

  // Used by the thread at work only. The last act and announcement have
  // decision 0 if there is none.
  std::unique_ptr<Bot> bot_;  // Null if it could not be made.
  Sent answer_;
  Sent announced_;

  std::mutex mutex_;  // Guards the members below.
  std::deque<Message> messages_;
  bool at_work_ = false;
  // Ready or Decline, once the bot is set up. Does not change any more.
  std::optional<v1::PlayRequest> greeting_;
  uint32_t open_decision_ = 0;  // 0: none.
  uint32_t thinking_ = 0;       // The decision of Act; 0: Act does not run.
  uint32_t fault_told_ = 0;     // The newest decision with a reported fault.
  // The function that threw, with its exception: in the newest decision with an
  // exception, or when the bot was set up (decision 0).
  std::string threw_;
  uint32_t threw_in_ = 0;
};

}  // namespace pentathlon

#endif  // SDK_CPP_SEAT_H_
