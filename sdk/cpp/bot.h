// The interface of a bot: a class that answers a Prompt with a Choice.
#ifndef SDK_CPP_BOT_H_
#define SDK_CPP_BOT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "arena/v1/play_service.pb.h"
#include "sdk/cpp/prompts.h"

namespace pentathlon {

// A bot's answer, in any of five forms. The first two convert implicitly:
// `return prompt.actions(0);` is a complete answer.
class Choice {
 public:
  // One of the prompt's actions or announcements; sent as its id.
  Choice(const v1::LegalAction& action);  // NOLINT(google-explicit-constructor)
  // An action as a message of its game.
  Choice(v1::GameAction action);  // NOLINT(google-explicit-constructor)
  // Index into the prompt's actions; from Bot::Announce, into its
  // announcements.
  static Choice Index(uint32_t index);
  // The id of an action.
  static Choice Id(uint32_t id);
  // An action in the game's notation.
  static Choice Text(std::string text);
  // The same choice with a note of the bot for its author: text or JSON of up
  // to Limits.max_note_bytes. `return Choice(prompt.actions(0)).WithNote("why");`
  Choice WithNote(std::string note) const;

  // Returns the message that answers `prompt` with this choice. Throws
  // std::out_of_range if it is an index beyond the prompt's actions.
  v1::Act ToAct(const v1::Prompt& prompt) const;
  // Returns the message that announces this choice. Throws std::out_of_range if
  // it is an index beyond the prompt's announcements.
  v1::Announce ToAnnounce(const v1::Prompt& prompt) const;

 private:
  Choice() = default;

  v1::Act act_;  // Only choice and note are set.
};

// Thrown by a factory or by Bot::OnStart: the bot cannot play this match, and
// says so before it is ready. The match ends without a result. A bot may
// decline only a few times (Limits.max_declines), so it should name its games
// in Options::plays.
class Decline : public std::runtime_error {
 public:
  // The reason is shown to people: one line of up to 200 bytes.
  using std::runtime_error::runtime_error;
  // The reason as the referee takes it: longer ones are cut, and control
  // characters become spaces.
  std::string reason() const;
};

// A bot at one table: the factory makes one for each match and seat, so a
// bot's members belong to one match only. Its functions are called one at a
// time, but not always on the same thread; bots of different matches run at
// the same time. Exceptions are reported and harm only that match.
class Bot {
 public:
  virtual ~Bot() = default;

  // Chooses one of prompt.actions(). May take as long as the clock allows.
  virtual Choice Act(const Prompt& prompt) = 0;

  // Chooses one of prompt.announcements(), or none. Called whenever
  // announcements are possible: before Act, and while other seats decide.
  virtual std::optional<Choice> Announce(const Prompt& /*prompt*/) {
    return std::nullopt;
  }

  // The match begins; no clock of a decision runs until this returns. Not
  // called again when a lost connection comes back.
  virtual void OnStart(const v1::MatchStart& /*start*/) {}
  // The seat has seen something; called only with v1::CAPABILITY_EVENTS.
  virtual void OnEvents(const v1::Events& /*events*/) {}
  // An answer was accepted or refused, or a decision has ended without one. The
  // SDK also reports faults by itself.
  virtual void OnAck(const v1::ActAck& /*ack*/) {}
  // The outcome of an announcement. The SDK also reports refused announcements
  // by itself.
  virtual void OnAnnounceAck(const v1::AnnounceAck& /*ack*/) {}
  // The match is over; the bot is destroyed after this.
  virtual void OnEnd(const v1::MatchEnd& /*end*/) {}

  // Tells the referee to give this program no further matches. Those under way
  // go on; the session ends when they are over.
  void Leave() {
    if (leave_) leave_();
  }

 private:
  friend class Seat;
  std::function<void()> leave_;
};

// Makes the bot for one match and seat. Called from any thread of the session.
using BotFactory =
    std::function<std::unique_ptr<Bot>(const v1::MatchStart& start)>;

}  // namespace pentathlon

#endif  // SDK_CPP_BOT_H_
