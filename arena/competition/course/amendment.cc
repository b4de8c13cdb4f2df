#include "arena/competition/course/amendment.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/match/clock.h"
#include "google/protobuf/util/message_differencer.h"

namespace arena::competition {
namespace {

using Change = v1::CompetitionChange;
using google::protobuf::util::MessageDifferencer;

constexpr size_t kLongestReason = 200;

template <typename... Text>
absl::Status Cannot(const Text&... text) {
  return absl::FailedPreconditionError(absl::StrCat(text...));
}

absl::StatusOr<v1::Entrant*> Find(v1::CompetitionSpec& spec,
                                  const std::string& name) {
  const auto found = EntrantNamed(spec, name);
  if (found.has_value()) {
    return spec.mutable_entrants(static_cast<int>(*found));
  }
  return absl::NotFoundError(absl::StrCat("competition ", spec.name(),
                                          " has no entrant ",
                                          Shortened(Printable(name))));
}

absl::Status CheckReason(const Change& change) {
  if (!change.reason().empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "reason is empty; expected the reason of the change, which everybody can "
      "read");
}

// ---- One kind after the other: whether the change is new ----

absl::StatusOr<bool> Disqualify(v1::CompetitionSpec& spec, Change& change) {
  Change::Disqualification& out = *change.mutable_disqualified();
  ARENA_RETURN_IF_ERROR(Find(spec, out.entrant()).status());
  if (out.ruling() == Change::RULING_UNSPECIFIED) {
    out.set_ruling(Change::RULING_DROP);
  }
  if (!Change::Ruling_IsValid(out.ruling())) {
    return absl::InvalidArgumentError(
        absl::StrCat("disqualified.ruling is ", static_cast<int>(out.ruling()),
                     "; expected RULING_DROP or RULING_FORFEIT"));
  }
  const Change* const before = DisqualificationOf(spec, out.entrant());
  if (before != nullptr) {
    if (before->disqualified().ruling() == out.ruling()) return false;
    return Cannot(out.entrant(), " is disqualified already, and ",
                  before->disqualified().ruling() == Change::RULING_DROP
                      ? "its results count for nothing"
                      : "it has lost all its matches");
  }
  ARENA_RETURN_IF_ERROR(CheckReason(change));
  return true;
}

absl::StatusOr<bool> Strike(v1::CompetitionSpec& spec, const Change& change) {
  const std::string& entrant = change.struck().entrant();
  const std::string& opponent = change.struck().opponent();
  ARENA_RETURN_IF_ERROR(Find(spec, entrant).status());
  ARENA_RETURN_IF_ERROR(Find(spec, opponent).status());
  if (entrant == opponent) {
    return absl::InvalidArgumentError(absl::StrCat(
        "struck.opponent is ", opponent, "; expected another entrant"));
  }
  if (spec.format() == v1::FORMAT_KNOCKOUT) {
    return Cannot("the sets of ", entrant, " against ", opponent,
                  " cannot be struck: they decide which of them goes on; "
                  "disqualify an entrant instead");
  }
  ARENA_RETURN_IF_ERROR(CheckReason(change));
  return absl::c_none_of(spec.changes(), [&](const Change& before) {
    return std::minmax(before.struck().entrant(), before.struck().opponent()) ==
           std::minmax(entrant, opponent);
  });
}

absl::StatusOr<bool> Enter(v1::CompetitionSpec& spec, const Change& change,
                           const Moment& moment) {
  const v1::Entrant& entrant = change.entered();
  const auto known = EntrantNamed(spec, entrant.name());
  if (known.has_value()) {
    v1::Entrant before = spec.entrants(static_cast<int>(*known));
    *before.mutable_authors() = entrant.authors();
    if (MessageDifferencer::Equals(before, entrant)) return false;
  }
  const auto no = [&](absl::string_view why) {
    return Cannot("entrant ", Shortened(Printable(entrant.name())),
                  " cannot be added: ", why);
  };
  const FormatInfo& info = FormatOf(spec);
  if (!info.closed.empty()) return no(info.closed);
  if (IsField(spec)) {
    return no("the tables of a field duplicate are set at its beginning");
  }
  if (info.asks_rounds && moment.complete) {
    return no("the last round is paired; add rounds first");
  }
  ARENA_ASSIGN_OR_RETURN(const GameForm form, FormOf(spec));
  if (spec.entrants_size() < form.side_count()) {
    return no(
        "there are fewer entrants than sides, so all meet in every match");
  }
  ARENA_RETURN_IF_ERROR(CheckEntrant(spec, form, entrant, "entered"));
  *spec.add_entrants() = entrant;
  return true;
}

absl::Status OtherPlayers(const std::string& name) {
  return Cannot("the players of entrant ", Shortened(Printable(name)),
                " cannot be changed, because its matches follow from them; add "
                "an entrant of another name");
}

absl::StatusOr<bool> Replace(v1::CompetitionSpec& spec, Change& change) {
  Change::Replacement& replaced = *change.mutable_replaced();
  ARENA_ASSIGN_OR_RETURN(v1::Entrant* const entrant,
                         Find(spec, replaced.after().name()));
  *replaced.mutable_after()->mutable_authors() = entrant->authors();
  if (MessageDifferencer::Equals(*entrant, replaced.after())) return false;
  if (!SamePlayers(*entrant, replaced.after())) {
    return OtherPlayers(entrant->name());
  }
  *replaced.mutable_before() = *entrant;
  *entrant = replaced.after();
  return true;
}

// The reason why the number of this key cannot be changed now; empty if it can.
std::string WhyNot(const v1::CompetitionSpec& spec,
                   const Change::NumberChange& number, const Moment& moment) {
  const bool has_rounds = FormatOf(spec).asks_rounds;
  const bool is_ladder = FormatOf(spec).endless;
  if (number.key() == "max_sets") {
    if (!is_ladder) return "only a ladder has it";
    return number.after() == 0 || number.after() >= moment.next_set
               ? ""
               : absl::StrCat(moment.next_set, " sets have begun");
  }
  if (number.key() == "rounds" && !has_rounds) {
    return "only a Swiss competition has rounds";
  }
  if (number.after() < number.before()) {
    return "what was planned is played; stop the competition to end it early";
  }
  if (number.key() == "rounds") return "";
  if (is_ladder) return "the numbers of a ladder's sets follow from it";
  if (FormatOf(spec).listed || !moment.complete) return "";
  return has_rounds ? "the last round is paired; add rounds first"
                    : "the final is decided";
}

absl::StatusOr<bool> SetNumber(v1::CompetitionSpec& spec, Change& change,
                               const Moment& moment) {
  Change::NumberChange& number = *change.mutable_number();
  const google::protobuf::FieldDescriptor* const field =
      number.key() == "sets" || number.key() == "rounds" ||
              number.key() == "max_sets"
          ? spec.GetDescriptor()->FindFieldByName(number.key())
          : nullptr;
  if (field == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("number.key is \"", Shortened(Printable(number.key())),
                     "\"; expected sets, rounds or max_sets"));
  }
  const uint32_t now = spec.GetReflection()->GetUInt32(spec, field);
  if (number.after() == now) return false;
  if (number.before() != 0 && number.before() != now) {
    return Cannot(number.key(), " is ", now, ", not ", number.before(),
                  "; look at the competition again");
  }
  number.set_before(now);
  const std::string why = WhyNot(spec, number, moment);
  if (!why.empty()) {
    return Cannot(number.key(), " cannot change from ", now, " to ",
                  number.after(), ": ", why);
  }
  spec.GetReflection()->SetUInt32(&spec, field, number.after());
  return true;
}

absl::StatusOr<bool> SetClock(v1::CompetitionSpec& spec, Change& change) {
  v1::Clock& after = *change.mutable_clock()->mutable_after();
  const absl::StatusOr<ClockSettings> clock = ClockFromMessage(after);
  if (!clock.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("clock: ", clock.status().message()));
  }
  ClockToMessage(*clock, after);
  if (MessageDifferencer::Equals(spec.clock(), after)) return false;
  change.mutable_clock()->clear_before();
  if (spec.has_clock()) {
    *change.mutable_clock()->mutable_before() = spec.clock();
  }
  *spec.mutable_clock() = after;
  return true;
}

absl::StatusOr<bool> Replay(v1::CompetitionSpec& spec, const Change& change,
                            const Moment& moment) {
  ARENA_RETURN_IF_ERROR(Find(spec, change.replayed()).status());
  if (!FormatOf(spec).listed) {
    return Cannot("the matches of ", change.replayed(),
                  " cannot be played again: later pairings follow from them; "
                  "only round robin and gauntlet can do that");
  }
  if (IsField(spec)) {
    return Cannot("the matches of ", change.replayed(),
                  " cannot be played again: others sat at the same deals");
  }
  if (DisqualificationOf(spec, change.replayed()) != nullptr) {
    return Cannot(change.replayed(), " is disqualified");
  }
  if (spec.changes().empty()) return true;
  const Change& last = spec.changes(spec.changes_size() - 1);
  return last.replayed() != change.replayed() ||
         last.after_results() != moment.results;
}

absl::StatusOr<bool> Apply(v1::CompetitionSpec& spec, Change& change,
                           const Moment& moment) {
  switch (change.kind_case()) {
    case Change::kDisqualified:
      return Disqualify(spec, change);
    case Change::kEntered:
      return Enter(spec, change, moment);
    case Change::kReplaced:
      return Replace(spec, change);
    case Change::kNumber:
      return SetNumber(spec, change, moment);
    case Change::kClock:
      return SetClock(spec, change);
    case Change::kReplayed:
      return Replay(spec, change, moment);
    case Change::kStruck:
      return Strike(spec, change);
    case Change::KIND_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError(
      "a change has no kind; expected what is to be changed");
}

}  // namespace

absl::StatusOr<v1::CompetitionSpec> Amended(v1::CompetitionSpec spec,
                                            v1::CompetitionChange change,
                                            const Moment& moment) {
  if (!change.reason().empty()) {
    ARENA_RETURN_IF_ERROR(CheckText("reason", change.reason(), kLongestReason));
  }
  uint32_t from_set = moment.next_set;
  if (FormatOf(spec).listed) {
    ARENA_ASSIGN_OR_RETURN(const GameForm form, FormOf(spec));
    from_set = MakeSchedule(spec, form)->sets_total();
  }
  if (change.has_clock() || change.has_replaced()) {
    from_set = moment.first_untouched_set;
  }
  ARENA_ASSIGN_OR_RETURN(const bool is_new, Apply(spec, change, moment));
  if (!is_new) return spec;
  change.set_from_set(from_set);
  change.set_after_results(moment.results);
  change.clear_time();
  change.clear_seed();
  change.clear_seed_commitment();
  *spec.add_changes() = std::move(change);
  return Complete(std::move(spec));
}

bool SamePlayers(v1::Entrant a, v1::Entrant b) {
  for (v1::Entrant* entrant : {&a, &b}) {
    entrant->clear_program();
    entrant->clear_authors();
    for (v1::SeatSpec& player : *entrant->mutable_players()) {
      if (player.has_bot()) player.clear_version();
    }
  }
  return MessageDifferencer::Equals(a, b);
}

bool AddsSets(const v1::CompetitionChange& change) {
  return change.has_entered() || change.has_number() ||
         change.kind_case() == Change::kReplayed;
}

}  // namespace arena::competition
