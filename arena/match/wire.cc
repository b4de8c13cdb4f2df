#include "arena/match/wire.h"

#include <array>
#include <map>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "arena/match/entry.h"
#include "arena/match/private_seed.h"

namespace arena {
namespace {

static_assert(static_cast<int>(AckStatus::kNone) ==
                  v1::ActAck::STATUS_UNSPECIFIED &&
              static_cast<int>(AckStatus::kAccepted) ==
                  v1::ActAck::STATUS_ACCEPTED &&
              static_cast<int>(AckStatus::kDecisionClosed) ==
                  v1::ActAck::STATUS_DECISION_CLOSED &&
              static_cast<int>(AckStatus::kFault) == v1::ActAck::STATUS_FAULT &&
              static_cast<int>(AckStatus::kAlreadyChosen) ==
                  v1::ActAck::STATUS_ALREADY_CHOSEN);
static_assert(static_cast<int>(AnnounceStatus::kMade) ==
                  v1::AnnounceAck::STATUS_MADE &&
              static_cast<int>(AnnounceStatus::kTooLate) ==
                  v1::AnnounceAck::STATUS_TOO_LATE &&
              static_cast<int>(AnnounceStatus::kRefused) ==
                  v1::AnnounceAck::STATUS_REFUSED);

void Write(const Match& match, Seat seat, const Ack& ack, v1::ActAck& out) {
  out.set_match_id(match.settings().id);
  out.set_seat(seat);
  out.set_decision(ack.decision);
  out.set_status(static_cast<v1::ActAck::Status>(ack.status));
  out.set_fault(ack.fault);
  out.set_message(ack.message);
  if (ack.time.has_value()) {
    ToMessage(ack.time->charged, *out.mutable_charged());
    ToMessage(ack.time->bank_left, *out.mutable_bank_left());
  }
  if (ack.action.has_value()) out.set_action_id(*ack.action);
  out.set_faults(ack.faults);
}

void InsertOptions(const std::map<std::string, std::string>& values,
                   google::protobuf::Map<std::string, std::string>& out) {
  out.insert(values.begin(), values.end());
}

// The name at a seat that the viewer's bot may know during the match.
std::string NameSeenBy(const MatchSettings& settings, Seat viewer, Seat seat) {
  const std::string& name = settings.players[seat];
  const bool own = settings.players[viewer] == name;
  return settings.anonymous && !own ? "" : name;
}

// Writes one notice as a message.
class Writer {
 public:
  Writer(const Match& match, Seat seat, v1::PlayResponse& out)
      : match_(match), seat_(seat), out_(out) {}

  void operator()(const Started& started) {
    const MatchSettings& settings = match_.settings();
    const AnyState& state = match_.table().state();
    v1::MatchStart& start = *out_.mutable_match_start();
    start.set_match_id(settings.id);
    start.set_seat(seat_);
    start.set_game(state->info().name);
    start.set_rules_version(state->info().rules_version);
    const TableConfig& config = match_.table().config();
    InsertOptions(config.game->options_in_effect(config.seats, config.options),
                  *start.mutable_options());
    InsertOptions(config.options.given(), *start.mutable_given_options());
    for (Seat seat = 0; seat < settings.table.seats; ++seat) {
      start.add_players(NameSeenBy(settings, seat_, seat));
      start.add_teams(state->TeamOf(seat));
    }
    v1::Clock& clock = *start.mutable_clock();
    clock.set_untimed(true);
    if (settings.clock.has_value()) ClockToMessage(*settings.clock, clock);
    start.set_seed_commitment(CommitmentOf(settings.id, settings.table.seed));
    start.set_max_faults(settings.table.max_faults);
    start.set_resumed(started.resumed);
    start.set_label(settings.label);
    start.set_private_seed(PrivateSeed(settings, seat_));
  }

  void operator()(const Asked& asked) {
    v1::Prompt& prompt = *out_.mutable_prompt();
    prompt.set_match_id(match_.settings().id);
    prompt.set_seat(seat_);
    prompt.set_decision(asked.decision);
    prompt.set_kind(asked.must ? v1::DECISION_KIND_MUST
                               : v1::DECISION_KIND_MAY);
    FillPosition(prompt);
    if (asked.must) {
      Fill(match_.table().Legal(seat_), *prompt.mutable_actions());
    }
    Fill(match_.table().Announceable(seat_), *prompt.mutable_announcements());
    if (!asked.time_left.has_value()) return;
    ToMessage(asked.time_left->allowance, *prompt.mutable_allowance_left());
    ToMessage(asked.time_left->bank, *prompt.mutable_bank_left());
  }

  void operator()(const Ack& ack) {
    Write(match_, seat_, ack, *out_.mutable_act_ack());
  }

  void operator()(const AnnounceAck& ack) {
    v1::AnnounceAck& out = *out_.mutable_announce_ack();
    out.set_match_id(match_.settings().id);
    out.set_seat(seat_);
    out.set_decision(ack.decision);
    out.set_status(static_cast<v1::AnnounceAck::Status>(ack.status));
    out.set_message(ack.message);
    if (ack.action.has_value()) out.set_action_id(*ack.action);
  }

  void operator()(const Misplaced& misplaced) {
    v1::PlayError& error = *out_.mutable_error();
    error.set_reason(v1::ERROR_REASON_PROTOCOL_VIOLATION);
    error.set_message(misplaced.message);
    error.set_match_id(match_.settings().id);
  }

  void operator()(Seen& seen) {
    v1::Events& message = *out_.mutable_events();
    message.mutable_events()->Swap(&seen.events);
    message.set_match_id(match_.settings().id);
    message.set_seat(seat_);
  }

 private:
  // The text is made of what the seat may know, and of nothing else.
  void FillPosition(v1::Prompt& prompt) const {
    const AnyState& state = match_.table().state();
    state->ObservationFor(seat_, *prompt.mutable_observation());
    if (!match_.traits(seat_).text) return;
    prompt.set_position_text(state->ObservationToString(prompt.observation()));
  }

  void Fill(absl::Span<const Action> actions,
            google::protobuf::RepeatedPtrField<v1::LegalAction>& out) {
    const AnyState& state = match_.table().state();
    const bool text = match_.traits(seat_).text;
    out.Reserve(static_cast<int>(actions.size()));
    for (const Action action : actions) {
      v1::LegalAction& legal = *out.Add();
      legal.set_id(action);
      state->ActionToMessage(seat_, action, *legal.mutable_action());
      if (text) legal.set_text(state->ActionToString(seat_, action));
      legal.set_dense_index(state->DenseIndex(action));
    }
  }

  const Match& match_;
  const Seat seat_;
  v1::PlayResponse& out_;
};

// Whether the acknowledgement of an accepted act has a prompt to carry it.
bool Rides(const Notice& notice, absl::Span<const Notice> later) {
  const Ack* ack = std::get_if<Ack>(&notice.what);
  return ack != nullptr && ack->status == AckStatus::kAccepted &&
         absl::c_any_of(later, [&](const Notice& other) {
           return other.seat == notice.seat &&
                  std::holds_alternative<Asked>(other.what);
         });
}

}  // namespace

Answer AnswerOf(v1::Act&& act) {
  Answer answer{.decision = act.decision()};
  switch (act.choice_case()) {
    case v1::Act::kIndex:
      answer.choice = ListIndex{act.index()};
      break;
    case v1::Act::kId:
      answer.choice = Action{act.id()};
      break;
    case v1::Act::kAction:
      answer.choice = std::move(*act.mutable_action());
      break;
    case v1::Act::kText:
      answer.choice = std::move(*act.mutable_text());
      break;
    case v1::Act::CHOICE_NOT_SET:
      break;
  }
  return answer;
}

Answer AnswerOf(v1::Announce&& announce) {
  Answer answer{.decision = announce.decision()};
  switch (announce.choice_case()) {
    case v1::Announce::kId:
      answer.choice = Action{announce.id()};
      break;
    case v1::Announce::kAction:
      answer.choice = std::move(*announce.mutable_action());
      break;
    case v1::Announce::kText:
      answer.choice = std::move(*announce.mutable_text());
      break;
    case v1::Announce::CHOICE_NOT_SET:
      break;
  }
  return answer;
}

std::vector<Outgoing> MessagesOf(const Match& match,
                                 std::vector<Notice> notices) {
  std::vector<Outgoing> messages;
  messages.reserve(notices.size());
  std::array<const Ack*, kMaxSeats> riding = {};
  for (size_t i = 0; i < notices.size(); ++i) {
    Notice& notice = notices[i];
    if (Rides(notice, absl::MakeConstSpan(notices).subspan(i + 1))) {
      riding[notice.seat] = &std::get<Ack>(notice.what);
      continue;
    }
    Outgoing& out = messages.emplace_back(Outgoing{.seat = notice.seat});
    std::visit(Writer(match, notice.seat, *out.message), notice.what);
    if (!out.message->has_prompt()) continue;
    if (const Ack* ack = std::exchange(riding[notice.seat], nullptr)) {
      Write(match, notice.seat, *ack,
            *out.message->mutable_prompt()->mutable_ack());
    }
  }
  return messages;
}

Response EndMessage(const Match& match, Seat seat,
                    const RecordReference& record) {
  Response message;
  v1::MatchEnd& end = *message->mutable_match_end();
  end.set_match_id(match.settings().id);
  end.set_seat(seat);
  *end.mutable_result() = match.Result();
  if (!match.settings().sealed) {
    const Seed& seed = match.settings().table.seed;
    end.set_seed(seed.data(), seed.size());
  }
  end.set_record_sha256(record.sha256);
  // A match without a result is played again, by the same players.
  const bool told = HasResult(end.result().termination());
  for (Seat other = 0; other < match.table().config().seats; ++other) {
    end.add_players(told ? match.settings().players[other]
                         : NameSeenBy(match.settings(), seat, other));
  }
  if (match.playing() || match.table().plies() > 0) {
    match.table().state()->ObservationFor(seat, *end.mutable_observation());
  }
  return message;
}

bool KeepAck(v1::PlayResponse& prompt) {
  if (!prompt.prompt().has_ack()) return false;
  const v1::ActAck ack = prompt.prompt().ack();
  *prompt.mutable_act_ack() = ack;
  return true;
}

}  // namespace arena
