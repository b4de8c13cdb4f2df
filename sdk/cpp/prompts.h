// Prompts: the questions to a bot, now and in a match before.
#ifndef SDK_CPP_PROMPTS_H_
#define SDK_CPP_PROMPTS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "arena/v1/play_service.pb.h"

namespace pentathlon {

namespace v1 = arena::v1;

// The seed of a decision: FNV-1a over the seat's secret and the place.
uint64_t SeedOf(const std::string& private_seed, uint32_t seat,
                uint32_t decision);

// SplitMix64, the same in the SDKs of all languages. The same seed draws the
// same numbers everywhere. Not thread-safe.
class Chance {
 public:
  explicit Chance(uint64_t seed) : state_(seed) {}

  // The next number of 64 bits.
  uint64_t Draw();

  // A number from 0 to count - 1, each as likely as the others. Throws
  // std::invalid_argument if `count` is 0.
  uint64_t Below(uint64_t count);

 private:
  uint64_t state_;
};

// An open decision: what the seat knows and what it may do. It is complete, so
// a bot need not remember anything.
class Prompt {
 public:
  // `match` must outlive the Prompt. Without `is_open` it is always open.
  Prompt(const v1::MatchStart& match, v1::Prompt message,
         std::chrono::steady_clock::time_point received =
             std::chrono::steady_clock::now(),
         std::function<bool()> is_open = nullptr);

  // The game, its options, the players, their teams, and the clock.
  const v1::MatchStart& match() const { return match_; }
  // The seat that is asked, from 0.
  uint32_t seat() const { return message_.seat(); }
  // Number of the decision in the match, from 1.
  uint32_t decision() const { return message_.decision(); }
  // All that the seat knows.
  const v1::Observation& observation() const { return message_.observation(); }
  // The legal actions, ascending by id.
  const auto& actions() const { return message_.actions(); }
  const auto& actions(int index) const { return message_.actions(index); }
  // The announcements that do not use up the decision.
  const auto& announcements() const { return message_.announcements(); }
  const auto& announcements(int index) const {
    return message_.announcements(index);
  }
  // The message as it came.
  const v1::Prompt& message() const { return message_; }
  // A number for a bot that plays at random. It differs between decisions, and
  // no other bot can guess it because it follows from the private seed of the
  // seat. It is the same whenever this decision is asked again, after a restart
  // or in a match with the same seed.
  uint64_t seed() const;
  // A generator that begins with seed(). The SDKs of all languages have the
  // same, so `prompt.actions(prompt.random().Below(prompt.actions().size()))`
  // plays the same match in each of them.
  Chance& random() const { return random_; }

  // Returns the allowance and bank left at this moment, never below zero;
  // nullopt if there is no limit.
  std::optional<std::chrono::nanoseconds> TimeLeft() const;
  // The round trip to the referee and back, as the referee measured it last:
  // TimeLeft must cover half of it, for the way of the answer. Nothing before
  // the first measurement.
  std::optional<std::chrono::nanoseconds> RoundTrip() const;
  // Whether an answer still counts, as far as the SDK knows. A bot that thinks
  // for a long time should call this now and then, and stop when the match has
  // ended or the time for the decision has run out.
  bool IsOpen() const { return !is_open_ || is_open_(); }

 private:
  const v1::MatchStart& match_;
  v1::Prompt message_;
  std::chrono::steady_clock::time_point received_;
  std::function<bool()> is_open_;
  mutable Chance random_;
};

// Writes the position as `arena replay --seat` prints it, the possible actions,
// each in the form that Choice::Text takes, and the time left: `std::cerr <<
// prompt << "\n"`. The referee makes these texts from what the seat may know.
// With Options::text off only the bare fields are written. Never writes the
// private seed. The Python SDK writes the same.
std::ostream& operator<<(std::ostream& out, const Prompt& prompt);

// The messages of a file that `arena prompts RECORD --seat N --out FILE` wrote,
// for tests of a bot: MatchStart, the messages after it, MatchEnd. Throws
// std::invalid_argument with the path and the reason if the file is of another
// kind, or broken.
std::vector<v1::PlayResponse> ReadPrompts(const std::string& path);

}  // namespace pentathlon

#endif  // SDK_CPP_PROMPTS_H_
