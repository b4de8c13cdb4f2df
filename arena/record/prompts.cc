#include "arena/record/prompts.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/delimited_message_util.h>

#include <algorithm>
#include <climits>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/match/match.h"
#include "arena/match/private_seed.h"
#include "arena/match/wire.h"

namespace arena {
namespace {

// Every prompt is handed over at this time. A record tells how long decisions
// took and not when they began.
constexpr absl::Time kNow = absl::UnixEpoch();

bool MissesTheStart(const MatchEntry& entry) {
  return entry.kind == EntryKind::kFault &&
         entry.fault == v1::FAULT_KIND_NOT_READY;
}
bool Stops(const MatchEntry& entry) {
  return entry.kind == EntryKind::kCancel || entry.kind == EntryKind::kAbandon;
}

// The settings of the match, with those that follow from others.
absl::StatusOr<MatchSettings> SettingsOf(const v1::RecordHeader& header,
                                         Seat seat,
                                         absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(const Table table, TableOf(header, games));
  MatchSettings settings{
      .id = header.match_id(),
      .table = table.config(),
      .clock = std::nullopt,
      .players = {header.players().begin(), header.players().end()},
      .label = header.label()};
  if (header.has_clock()) {
    ARENA_ASSIGN_OR_RETURN(settings.clock, ClockFromMessage(header.clock()));
  }
  // Only the match of a competition salts its private seeds.
  settings.sealed = seat < header.private_seeds_size() &&
                    header.private_seeds(seat) != PrivateSeed(settings, seat);
  return settings;
}

// Feeds a match with the entries of a record, and keeps the messages to one
// seat.
class Retelling {
 public:
  Retelling(Match match, const PromptsWanted& wanted)
      : match_(std::move(match)), wanted_(wanted) {}

  void Tell(absl::Span<const MatchEntry> entries) {
    Attach();
    while (!entries.empty() && MissesTheStart(entries.front())) {
      Feed([&](Effects& effects) {
        match_.Decline(
            entries.front().seat, "", [] { return false; }, kNow, effects);
      });
      entries.remove_prefix(1);
    }
    // A match that was stopped before its first ply may have been waiting for
    // its players, and nobody was asked anything yet.
    if (!absl::c_all_of(entries, Stops)) GetReady();
    for (const MatchEntry& entry : entries) Play(entry);
  }

  const Match& match() const { return match_; }
  std::vector<v1::PlayResponse> TakeMessages() { return std::move(messages_); }
  // The decisions in which the seat was asked.
  const std::set<uint32_t>& asked() const { return asked_; }

 private:
  template <typename Event>
  void Feed(Event event) {
    Effects effects;
    event(effects);
    for (Notice& notice : effects.notices) Keep(std::move(notice));
  }

  // The other seats have players that need no messages.
  void Attach() {
    match_.Begin(kNow);
    for (Seat seat = 0; seat < match_.settings().table.seats; ++seat) {
      const bool own = seat == wanted_.seat;
      const PlayerTraits traits{
          .events = own && wanted_.events, .text = own, .built_in = !own};
      Feed([&](Effects& effects) {
        match_.Attach(seat, traits, kNow, effects);
      });
    }
  }

  void GetReady() {
    for (Seat seat = 0; seat < match_.settings().table.seats; ++seat) {
      if (match_.over() || match_.table().PlayedFor(seat)) continue;
      Feed([&](Effects& effects) { match_.Ready(seat, kNow, effects); });
    }
  }

  void Play(const MatchEntry& entry) {
    if (match_.over()) return;
    switch (entry.kind) {
      case EntryKind::kChoice:
        // The match makes a choice itself for a seat that is played for.
        if (!match_.table().PlayedFor(entry.seat)) Choose(entry);
        return;
      case EntryKind::kFault:
        return Choose(entry);
      case EntryKind::kAnnouncement:
        return Feed([&](Effects& effects) {
          match_.Announce(entry.seat, AnswerWith(entry), kNow, effects);
        });
      case EntryKind::kCancel:
      case EntryKind::kAbandon:
        return Feed([&](Effects& effects) { match_.End(entry.kind, effects); });
      // These change nothing, or follow by themselves.
      case EntryKind::kChance:
      case EntryKind::kPause:
      case EntryKind::kBegin:
      case EntryKind::kDecline:
        return;
    }
  }

  Answer AnswerWith(const MatchEntry& entry) const {
    return {.decision = match_.table().decision(), .choice = entry.action};
  }

  void Choose(const MatchEntry& entry) {
    const Answer answer = AnswerWith(entry);
    match_.HandedOver(entry.seat, answer.decision, kNow);
    absl::Time received = kNow + entry.charged;
    if (entry.fault != v1::FAULT_KIND_UNSPECIFIED) {
      return Feed([&](Effects& effects) {
        match_.Fail(entry.seat, entry.fault, received, effects);
      });
    }
    // A record rounds times, and the act was in time.
    if (entry.seat == wanted_.seat) {
      received =
          std::min(received, match_.next_deadline() - absl::Microseconds(1));
    }
    Feed([&](Effects& effects) {
      match_.Act(entry.seat, answer, received, effects);
    });
  }

  void Keep(Notice notice) {
    if (notice.seat != wanted_.seat) return;
    if (const auto* asked = std::get_if<Asked>(&notice.what)) {
      asked_.insert(asked->decision);
      if (!Wants(asked->decision)) return;
    } else if (auto* ack = std::get_if<Ack>(&notice.what)) {
      if (!Wants(ack->decision)) return;
      if (ack->fault != v1::FAULT_KIND_UNSPECIFIED)
        ack->message = FaultName(ack->fault);
    } else if (const auto* ack = std::get_if<AnnounceAck>(&notice.what)) {
      if (!Wants(ack->decision)) return;
    }
    // One by one, so that no prompt carries an acknowledgement.
    std::vector<Notice> notices;
    notices.push_back(std::move(notice));
    for (const Outgoing& out : MessagesOf(match_, std::move(notices))) {
      messages_.push_back(*out.message);
    }
  }
  bool Wants(uint32_t decision) const {
    return wanted_.decision == 0 || wanted_.decision == decision;
  }

  Match match_;
  const PromptsWanted wanted_;
  std::vector<v1::PlayResponse> messages_;
  std::set<uint32_t> asked_;
};

absl::Status NotAsked(const Retelling& retelling, const PromptsWanted& wanted) {
  std::string asked = "it was asked nothing";
  if (const auto& all = retelling.asked(); !all.empty()) {
    const auto next = all.lower_bound(wanted.decision);
    const uint32_t nearest = next == all.end() ? *all.rbegin() : *next;
    asked =
        absl::StrCat("it was asked in ", all.size(), " decisions from ",
                     *all.begin(), " to ", *all.rbegin(), ", e.g. ", nearest);
  }
  return absl::InvalidArgumentError(absl::StrCat("decision ", wanted.decision,
                                                 " did not ask seat ",
                                                 wanted.seat, "; ", asked));
}

}  // namespace

absl::StatusOr<std::vector<v1::PlayResponse>> PromptsOf(
    const Record& record, const std::string& record_sha256,
    const PromptsWanted& wanted, absl::Span<const Game> games) {
  const v1::RecordHeader& header = record.header;
  const int seats = static_cast<int>(header.seats());
  if (wanted.seat < 0 || wanted.seat >= seats) {
    return absl::InvalidArgumentError(absl::StrCat(
        "no seat ", wanted.seat, "; the match has seats 0 to ", seats - 1));
  }
  ARENA_ASSIGN_OR_RETURN(const MatchSettings settings,
                         SettingsOf(header, wanted.seat, games));
  ARENA_ASSIGN_OR_RETURN(Match match, Match::Create(settings));
  Retelling retelling(std::move(match), wanted);
  retelling.Tell(record.entries);
  const Table& table = retelling.match().table();
  if (!table.over() || table.plies() != record.result.plies()) {
    return absl::DataLossError(absl::StrCat(
        "a referee would not have played this record: its ", table.plies(),
        " plies would not have become ", record.result.plies()));
  }
  if (wanted.decision != 0 && !retelling.asked().contains(wanted.decision)) {
    return NotAsked(retelling, wanted);
  }
  std::vector<v1::PlayResponse> messages = retelling.TakeMessages();
  v1::MatchStart& start = *messages.front().mutable_match_start();
  start.set_private_seed(wanted.seat < header.private_seeds_size()
                             ? header.private_seeds(wanted.seat)
                             : "");
  messages.push_back(
      *EndMessage(retelling.match(), wanted.seat, {.sha256 = record_sha256}));
  return messages;
}

std::optional<std::vector<v1::PlayResponse>> ParsePrompts(
    const std::string& bytes) {
  if (bytes.size() > INT_MAX) return std::nullopt;
  google::protobuf::io::ArrayInputStream stream(bytes.data(),
                                                static_cast<int>(bytes.size()));
  std::vector<v1::PlayResponse> messages;
  bool clean_eof = false;
  while (google::protobuf::util::ParseDelimitedFromZeroCopyStream(
      &messages.emplace_back(), &stream, &clean_eof)) {
    const v1::PlayResponse& message = messages.back();
    if (message.kind_case() == v1::PlayResponse::KIND_NOT_SET ||
        message.has_match_start() != (messages.size() == 1)) {
      return std::nullopt;
    }
  }
  messages.pop_back();
  if (!clean_eof || messages.empty() || !messages.back().has_match_end()) {
    return std::nullopt;
  }
  return messages;
}

}  // namespace arena
