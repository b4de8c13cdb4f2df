// Decides which signs a seat may give, and which seats see them.
#include "arena/core/check.h"
#include "arena/games/ordago/ordago.h"

namespace arena::ordago {
namespace {

constexpr uint32_t kPermille = 1000;

}  // namespace

// By public knowledge: with three seats only the pair signs.
bool State::CanSign(Seat seat) const {
  if (rules_.signs == SignsMode::kOff) return false;
  return rules_.seats == 4 || seat != 0;
}

// ---- Lists ----

void State::AddSigns(Seat seat, ActionList& out) const {
  if (!CanSign(seat)) return;
  if (rules_.sign_budget > 0 && signing_.given[seat] >= rules_.sign_budget) {
    return;
  }
  const auto add = [&](uint32_t sign) {
    out.push_back(MakeAction(ActionKind::kSign, sign));
  };
  const Cards hand = hands_[OwnPlace(seat)];
  for (Sign sign = kBadCards; sign <= kOfficialSigns; ++sign) {
    if (IsTrue(sign, hand, rules_)) add(sign);
  }
  if (rules_.signs != SignsMode::kFull) return;
  for (uint32_t i = 0; i < rules_.private_codes; ++i) add(kPrivateCodes + i);
}

void State::Announcements(Seat seat, ActionList& out) const {
  out.clear();
  if (phase_ == Phase::kWindow || !ToAct().contains(seat)) return;
  if (rules_.sign_attach && signing_.sign[seat] == kNoSign) AddSigns(seat, out);
  if (!rules_.table_talk || signing_.talk[seat] != kNoSign) return;
  for (uint32_t i = 0; i < rules_.private_codes; ++i) {
    out.push_back(MakeAction(ActionKind::kSay, kPublicCodes + i));
  }
}

// ---- Giving ----

void State::ApplyAnnouncement(Seat seat, Sign sign) {
  if (sign >= kPublicCodes) {
    signing_.talk[seat] = sign;
  } else {
    signing_.sign[seat] = sign;
    ++signing_.given[seat];
  }
}

SignNote State::NoteOf(Seat seat, Sign sign) const {
  Moment moment = Moment::kWindow;
  if (phase_ == Phase::kAsk) moment = Moment::kAsk;
  if (phase_ == Phase::kDiscard) moment = Moment::kDiscard;
  if (phase_ == Phase::kBet) {
    moment = static_cast<Moment>(static_cast<int>(Moment::kBig) + bet_);
  }
  SignNote note;
  note.sign = sign;
  note.seat = static_cast<unsigned>(seat) & 3;
  note.moment = static_cast<unsigned>(moment) & 7;
  note.round = round_ & 0x3ffu;
  return note;
}

// Takes the signs that go with the choices of a ply.
GivenSigns State::TakeSigns(absl::Span<const SeatAction> ply) {
  GivenSigns given;
  for (const auto& [seat, action] : ply) {
    if (phase_ == Phase::kWindow && KindOf(action) == ActionKind::kSign) {
      ApplyAnnouncement(seat, static_cast<Sign>(ValueOf(action)));
    }
    given.signs[seat] = NoteOf(seat, signing_.sign[seat]);
    given.talk[seat] = NoteOf(seat, signing_.talk[seat]);
    signing_.sign[seat] = kNoSign;
    signing_.talk[seat] = kNoSign;
    const bool could = phase_ == Phase::kWindow || rules_.sign_attach;
    if (could && CanSign(seat)) given.signers |= 1 << seat;
  }
  return given;
}

// ---- Receiving ----

// Whether a viewer sees the sign as soon as it is given.
bool State::Receives(Seat viewer, const SignNote& note) const {
  const auto seat = static_cast<Seat>(note.seat);
  if (note.sign >= kPublicCodes || viewer == seat) return true;
  if (rules_.visibility == Visibility::kAll) return true;
  return viewer >= 0 && TeamOf(viewer) == TeamOf(seat);
}

void State::DeliverSign(const SignNote& note) {
  if (note.sign == kNoSign) return;
  for (Seat viewer = 0; viewer < rules_.seats; ++viewer) {
    if (Receives(viewer, note)) sign_logs_[viewer].Add(note);
  }
  if (Receives(kSpectator, note)) sign_logs_.back().Add(note);
}

void State::DeliverSigns(GivenSigns& given, bool hand_ended) {
  const bool noticing =
      rules_.visibility == Visibility::kNoticed && phase_ != Phase::kOver;
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    given.signs[seat].last_hand = hand_ended ? 1 : 0;
    given.talk[seat].last_hand = hand_ended ? 1 : 0;
    DeliverSign(given.signs[seat]);
    DeliverSign(given.talk[seat]);
  }
  if (!noticing || given.signers == 0) return;
  notice_.seats = given.signers;
  notice_.last_hand = hand_ended;
  notice_.notes = given.signs;
}

// ---- Noticing ----

// The bit of an outcome that lets a viewer notice a seat's signs; 0 if the
// viewer is not an opponent.
uint32_t State::NoticeBit(Seat viewer, Seat signer) const {
  if (viewer < 0 || TeamOf(viewer) == TeamOf(signer)) return 0;
  // Opponents are numbered ascending; seats of one team are two apart.
  const uint32_t first = rules_.seats == 4 && viewer >= 2 ? 1 : 0;
  return 1u << (2 * signer) << first;
}

// All bits that the pending outcome may have.
uint32_t State::NoticeBits() const {
  uint32_t bits = 0;
  for (Seat signer = 0; signer < rules_.seats; ++signer) {
    if ((notice_.seats >> signer & 1) == 0) continue;
    for (Seat viewer = 0; viewer < rules_.seats; ++viewer) {
      bits |= NoticeBit(viewer, signer);
    }
  }
  return bits;
}

void State::LegalNotices(ActionList& out) const {
  const uint32_t bits = NoticeBits();
  if (rules_.notice_permille == static_cast<int>(kPermille)) {
    out.push_back(MakeAction(ActionKind::kNoticed, bits));
    return;
  }
  out.push_back(MakeAction(ActionKind::kNoticed, 0));
  if (rules_.notice_permille == 0) return;
  // All other parts of the bits, ascending.
  for (uint32_t part = (0 - bits) & bits; part != 0;
       part = (part - bits) & bits) {
    out.push_back(MakeAction(ActionKind::kNoticed, part));
  }
}

Action State::SampleNotice(Rng& rng) const {
  uint32_t outcome = 0;
  for (uint32_t rest = NoticeBits(); rest != 0; rest &= rest - 1) {
    if (rng.Below(kPermille) < static_cast<uint32_t>(rules_.notice_permille)) {
      outcome |= rest & (0 - rest);
    }
  }
  return MakeAction(ActionKind::kNoticed, outcome);
}

bool State::Notices(Seat viewer, Seat signer, uint32_t outcome) const {
  return notice_.notes[signer].sign != kNoSign &&
         (outcome & NoticeBit(viewer, signer)) != 0;
}

void State::ApplyNotice(uint32_t outcome) {
  for (Seat viewer = 0; viewer < rules_.seats; ++viewer) {
    for (Seat signer = 0; signer < rules_.seats; ++signer) {
      if (!Notices(viewer, signer, outcome)) continue;
      sign_logs_[viewer].Add(notice_.notes[signer]);
    }
  }
  notice_ = {};
}

}  // namespace arena::ordago
