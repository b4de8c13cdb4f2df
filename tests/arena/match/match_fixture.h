// A match with made-up times, on the toy game.
#ifndef TESTS_ARENA_MATCH_MATCH_FIXTURE_H_
#define TESTS_ARENA_MATCH_MATCH_FIXTURE_H_

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "arena/games/base/game_of.h"
#include "arena/match/match.h"
#include "arena/match/wire.h"
#include "arena/v1/observation.pb.h"
#include "tests/testing/leaky_toy.h"
#include "tests/testing/status_matchers.h"
#include "tests/testing/toy_game.h"

namespace arena {

inline constexpr absl::Duration kSecond = absl::Seconds(1);

// The language of these tests. Only At lets time pass, prompts are handed over
// at the moment they are sent, and messages are kept by seat.
class MatchTest : public ::testing::Test {
 protected:
  void Make(int seats, const std::string& options = "") {
    settings_.id = "m";
    settings_.table.seats = seats;
    settings_.table.options =
        GameOptions::Parse(toy::kOptions, options).value();
    settings_.table.seed = ParseSeed("match test").value();
    settings_.table.max_faults = 2;
    settings_.clock = ClockSettings{.start_budget = 10 * kSecond,
                                    .allowance = 1 * kSecond,
                                    .bank = 3 * kSecond,
                                    .increment = absl::ZeroDuration()};
    settings_.players.assign(seats, "p");
    Restart({});
  }
  // The same match without limits for decisions.
  void MakeUntimed() {
    settings_.clock = ClockSettings{.start_budget = 10 * kSecond,
                                    .allowance = absl::ZeroDuration(),
                                    .bank = absl::ZeroDuration(),
                                    .untimed = true};
    Restart({});
  }
  // A new match that continues a journal.
  void Restart(const std::vector<MatchEntry>& journal) {
    auto match = Match::Create(settings_, journal);
    ASSERT_THAT(match, IsOk());
    match_.emplace(*std::move(match));
    journal_ = journal;
    kept_ = journal;
    messages_.assign(settings_.table.seats, {});
  }
  // All players attend and get ready.
  void Start(PlayerTraits traits = {}) {
    match_->Begin(now_);
    for (Seat seat = 0; seat < seats(); ++seat) Attach(seat, traits);
    for (Seat seat = 0; seat < seats(); ++seat) Ready(seat);
  }
  void Attach(Seat seat, PlayerTraits traits = {}) {
    Do([&](Effects& fx) { match_->Attach(seat, traits, now_, fx); });
  }
  void Ready(Seat seat) {
    Do([&](Effects& fx) { match_->Ready(seat, now_, fx); });
  }
  void Decline(Seat seat, bool excused = true) {
    Do([&](Effects& fx) {
      match_->Decline(
          seat, "not me", [&] { return excused; }, now_, fx);
    });
  }
  void Act(Seat seat, const v1::Act& act) {
    Do([&](Effects& fx) {
      match_->Act(seat, AnswerOf(v1::Act(act)), now_, fx);
    });
  }
  // Chooses by index in the open decision.
  void ActIndex(Seat seat, uint32_t index) {
    v1::Act act;
    act.set_decision(match_->table().decision());
    act.set_index(index);
    Act(seat, act);
  }
  void ActId(Seat seat, Action id) {
    v1::Act act;
    act.set_decision(match_->table().decision());
    act.set_id(id);
    Act(seat, act);
  }
  void Announce(Seat seat, const v1::Announce& announce) {
    Do([&](Effects& fx) {
      match_->Announce(seat, AnswerOf(v1::Announce(announce)), now_, fx);
    });
  }
  // Announces in the open decision.
  void AnnounceId(Seat seat, Action id) { AnnounceIn(decision(), seat, id); }
  void AnnounceIn(uint32_t decision, Seat seat, Action id) {
    v1::Announce announce;
    announce.set_decision(decision);
    announce.set_id(id);
    Announce(seat, announce);
  }
  void After(absl::Duration duration) {
    now_ += duration;
    Do([&](Effects& fx) { match_->Tick(now_, fx); });
  }
  // The referee stands still for this long, and so does now_.
  void Sleep(absl::Duration duration) {
    Do([&](Effects& fx) { match_->Slept(duration, fx); });
  }
  template <typename Event>
  void Do(Event event) {
    Effects effects;
    event(effects);
    for (const MatchEntry& entry : effects.journal) {
      kept_.push_back(entry);
      if (entry.kind != EntryKind::kBegin) journal_.push_back(entry);
    }
    for (Outgoing& out : MessagesOf(*match_, std::move(effects.notices))) {
      const uint32_t prompted = out.message->prompt().decision();
      if (prompted != 0 && hand_over_) {
        match_->HandedOver(out.seat, prompted, now_);
      } else if (prompted != 0) {
        match_->Queued(out.seat, prompted, now_);
      }
      messages_[out.seat].push_back(*out.message);
    }
  }

  int seats() const { return settings_.table.seats; }
  uint32_t decision() const { return match_->table().decision(); }
  // The newest message of a kind to a seat; an empty message if there is none.
  v1::Prompt LastPrompt(Seat seat) const {
    v1::Prompt last;
    for (const auto& m : messages_[seat]) {
      if (m.has_prompt()) last = m.prompt();
    }
    return last;
  }
  v1::ActAck LastAck(Seat seat) const {
    v1::ActAck last;
    for (const auto& m : messages_[seat]) {
      if (m.has_act_ack()) last = m.act_ack();
      if (m.prompt().has_ack()) last = m.prompt().ack();
    }
    return last;
  }
  v1::AnnounceAck LastAnnounceAck(Seat seat) const {
    v1::AnnounceAck last;
    for (const auto& m : messages_[seat]) {
      if (m.has_announce_ack()) last = m.announce_ack();
    }
    return last;
  }
  v1::PlayError LastError(Seat seat) const {
    v1::PlayError last;
    for (const auto& m : messages_[seat]) {
      if (m.has_error()) last = m.error();
    }
    return last;
  }
  v1::PlyEvent LastEvent(Seat seat) const {
    v1::PlyEvent last;
    for (const auto& m : messages_[seat]) {
      for (const v1::PlyEvent& event : m.events().events()) last = event;
    }
    return last;
  }
  int Prompts(Seat seat) const {
    int count = 0;
    for (const auto& m : messages_[seat]) count += m.has_prompt();
    return count;
  }

  MatchSettings settings_{.id = "",
                          .table = {.game = &ToyGame(),
                                    .seats = 0,
                                    .options = GameOptions(toy::kOptions),
                                    .seed = {}},
                          .clock = std::nullopt,
                          .players = {},
                          .label = ""};
  absl::Time now_ = absl::UnixEpoch();
  bool hand_over_ = true;
  std::optional<Match> match_;
  // The entries of the match: without the beginning, which old journals lack,
  // and with the beginning.
  std::vector<MatchEntry> journal_;
  std::vector<MatchEntry> kept_;
  std::vector<std::vector<v1::PlayResponse>> messages_;
};

}  // namespace arena

#endif  // TESTS_ARENA_MATCH_MATCH_FIXTURE_H_
