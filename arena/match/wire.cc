#include "arena/match/wire.h"

#include <algorithm>
#include <utility>

#include "arena/match/result.h"

namespace arena {
namespace {

static_assert(
    static_cast<int>(AckStatus::kNone) == v1::ActAck::STATUS_UNSPECIFIED &&
    static_cast<int>(AckStatus::kAccepted) == v1::ActAck::STATUS_ACCEPTED &&
    static_cast<int>(AckStatus::kDecisionClosed) ==
        v1::ActAck::STATUS_DECISION_CLOSED &&
    static_cast<int>(AckStatus::kFault) == v1::ActAck::STATUS_FAULT &&
    static_cast<int>(AckStatus::kTooLate) == v1::ActAck::STATUS_TOO_LATE);

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
    for (const auto& [name, value] : settings.table.options.given()) {
      (*start.mutable_options())[name] = value;
    }
    for (Seat seat = 0; seat < settings.table.seats; ++seat) {
      start.add_players(settings.players[seat]);
      start.add_teams(state->TeamOf(seat));
    }
    if (settings.clock.has_value()) {
      ClockToMessage(*settings.clock, *start.mutable_clock());
    }
    const auto commitment = SeedCommitment(settings.table.seed);
    start.set_seed_commitment(commitment.data(), commitment.size());
    start.set_max_faults(settings.table.max_faults);
    start.set_resumed(started.resumed);
    start.set_label(settings.label);
  }

  void operator()(Asked& asked) {
    v1::Prompt& prompt = *out_.mutable_prompt();
    prompt.set_match_id(match_.settings().id);
    prompt.set_seat(seat_);
    prompt.set_decision(asked.decision);
    prompt.set_kind(asked.must ? v1::DECISION_KIND_MUST
                               : v1::DECISION_KIND_MAY);
    prompt.mutable_observation()->Swap(&asked.observation);
    if (asked.must) {
      Fill(match_.table().Legal(seat_), *prompt.mutable_actions());
    }
    Fill(match_.table().Announceable(seat_), *prompt.mutable_announcements());
    if (!asked.time_left.has_value()) return;
    ToMessage(asked.time_left->allowance, *prompt.mutable_allowance_left());
    ToMessage(asked.time_left->bank, *prompt.mutable_bank_left());
  }

  void operator()(const Ack& ack) {
    v1::ActAck& message = *out_.mutable_act_ack();
    message.set_match_id(match_.settings().id);
    message.set_seat(seat_);
    message.set_decision(ack.decision);
    message.set_status(static_cast<v1::ActAck::Status>(ack.status));
    message.set_fault(ToMessage(ack.fault));
    message.set_message(ack.message);
    if (ack.time.has_value()) {
      ToMessage(ack.time->charged, *message.mutable_charged());
      ToMessage(ack.time->bank_left, *message.mutable_bank_left());
    }
    if (ack.substitute.has_value()) message.set_substitute(*ack.substitute);
    message.set_faults(ack.faults);
  }

  void operator()(Seen& seen) {
    v1::Events& message = *out_.mutable_events();
    message.mutable_events()->Swap(&seen.events);
    message.set_match_id(match_.settings().id);
    message.set_seat(std::max(seat_, 0));
  }

 private:
  void Fill(absl::Span<const Action> actions,
            google::protobuf::RepeatedPtrField<v1::LegalAction>& out) {
    const AnyState& state = match_.table().state();
    const bool text = match_.wishes(seat_).text;
    out.Reserve(static_cast<int>(actions.size()));
    for (const Action action : actions) {
      v1::LegalAction& legal = *out.Add();
      legal.set_id(action);
      state->ActionToMessage(seat_, action, *legal.mutable_action());
      if (text) legal.set_text(state->ActionToString(seat_, action));
    }
  }

  const Match& match_;
  const Seat seat_;
  v1::PlayResponse& out_;
};

bool IsAccepted(const v1::PlayResponse& message) {
  return message.act_ack().status() == v1::ActAck::STATUS_ACCEPTED;
}

// Puts acknowledgements into the next prompts of their seats.
void FoldAcks(std::vector<Outgoing>& messages) {
  for (auto ack = messages.begin(); ack != messages.end();) {
    const auto prompt =
        std::find_if(ack, messages.end(), [&](const Outgoing& out) {
          return out.seat == ack->seat && out.message.has_prompt();
        });
    if (IsAccepted(ack->message) && prompt != messages.end()) {
      prompt->message.mutable_prompt()->mutable_ack()->Swap(
          ack->message.mutable_act_ack());
      ack = messages.erase(ack);
    } else {
      ++ack;
    }
  }
}

}  // namespace

Answer AnswerOf(v1::Act act) {
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

std::vector<Outgoing> MessagesOf(const Match& match,
                                 std::vector<Notice> notices) {
  std::vector<Outgoing> messages;
  messages.reserve(notices.size());
  for (Notice& notice : notices) {
    Outgoing& out = messages.emplace_back();
    out.seat = notice.seat;
    std::visit(Writer(match, notice.seat, out.message), notice.what);
  }
  FoldAcks(messages);
  return messages;
}

v1::PlayResponse EndMessage(const Match& match, Seat seat,
                            const RecordReference& record) {
  v1::PlayResponse message;
  v1::MatchEnd& end = *message.mutable_match_end();
  end.set_match_id(match.settings().id);
  end.set_seat(seat);
  *end.mutable_result() = match.table().Result();
  if (!match.settings().sealed) {
    const Seed& seed = match.settings().table.seed;
    end.set_seed(seed.data(), seed.size());
  }
  end.set_record_id(record.id);
  end.set_record_sha256(record.sha256);
  return message;
}

bool KeepAck(v1::PlayResponse& prompt) {
  if (!prompt.prompt().has_ack()) return false;
  v1::ActAck ack;
  ack.Swap(prompt.mutable_prompt()->mutable_ack());
  *prompt.mutable_act_ack() = std::move(ack);
  return true;
}

}  // namespace arena
