// Matches that wait for their bots.
#ifndef REFEREE_LOBBY_WAITING_ROOM_H_
#define REFEREE_LOBBY_WAITING_ROOM_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "referee/lobby/hosted_match.h"
#include "referee/lobby/metrics.h"

namespace arena::referee {

// Belongs to the lobby; see lobby.h.
class WaitingRoom {
 public:
  explicit WaitingRoom(Metrics& metrics) : metrics_(metrics) {}

  HostedMatch& Add(std::unique_ptr<HostedMatch> match);
  // Null if the match does not wait here.
  HostedMatch* Find(const std::string& match_id) const;
  std::unique_ptr<HostedMatch> Remove(const std::string& match_id);

  int size() const { return static_cast<int>(matches_.size()); }
  // The oldest match with a number above `after` that waits for a bot; null if
  // there is none.
  HostedMatch* NextOf(const std::string& bot, int64_t after) const;
  // The oldest match behind `after`, and older than `before`, that needs
  // several sessions of a bot. The match waits for this bot, or for other bots
  // beside it.
  HostedMatch* NextOfSeveral(const std::string& bot, int64_t after,
                             int64_t before) const;
  // Up to `limit` of the matches that wait for bots that satisfy a condition,
  // oldest first. No bot with many matches keeps the matches of another bot
  // out.
  std::vector<const HostedMatch*> OldestOf(
      absl::FunctionRef<bool(const std::string& bot)> condition,
      size_t limit) const;
  // The bots that satisfy a condition and for which matches wait.
  std::vector<std::string> BotsThat(
      absl::FunctionRef<bool(const std::string& bot)> condition) const;
  // The pending matches that satisfy a condition.
  std::vector<std::string> Pending(
      const std::function<bool(const MatchRow&)>& condition) const;
  // The planned matches of competitions that wait for a bot.
  std::vector<std::string> PlannedFor(const std::string& bot) const;
  // The bots of matches that other referees have left and that wait for room.
  // These bots should begin no other match.
  std::set<std::string> BotsOfLeftMatches() const;

 private:
  Metrics& metrics_;
  std::map<std::string, std::unique_ptr<HostedMatch>> matches_;
  // By the bots for which the matches wait, oldest first.
  using ByNumber = std::map<int64_t, HostedMatch*>;
  std::map<std::string, ByNumber> by_bot_;
  // The matches among these that need several sessions of a bot.
  std::map<std::string, ByNumber> several_by_bot_;
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_WAITING_ROOM_H_
