#include "arena/games/ordago/ordago_past.h"

#include <algorithm>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/ordago/ordago.h"

namespace arena::ordago {
namespace {

using Round = KnownPast::Round;

// The tries of one hand, and the tries of a whole course.
constexpr int kHandTries = 200;
constexpr int kCourseTries = 40;

// The cards of `all` that are not in `part`.
Cards Beyond(Cards all, Cards part) {
  Cards rest = 0;
  for (Rank rank = 0; rank < kRanks; ++rank) {
    const int more = CountOf(all, rank) - CountOf(part, rank);
    if (more > 0) rest += static_cast<Cards>(more) << (4 * rank);
  }
  return rest;
}

// The cards that are in both.
Cards Common(Cards a, Cards b) { return a - Beyond(a, b); }

// Takes n cards, and cards of `first` before other cards.
Cards TakePreferring(Cards& cards, Cards first, int n, Rng& rng) {
  Cards preferred = Common(cards, first);
  const int some = std::min(n, SizeOf(preferred));
  Cards taken = TakeSome(preferred, some, rng);
  cards -= taken;
  taken += TakeSome(cards, n - some, rng);
  return taken;
}

// The times at which the stock was rebuilt. The stock of epoch 0 comes from the
// pack, the stock of epoch e from the e-th rebuild.
struct Timeline {
  // Cards that places drew in a round before a rebuild in the middle of it.
  struct Served {
    int before = 0;
    int after = 0;
    int epoch = 0;  // of the first card
  };
  Few<std::array<Served, kPlaces>> served;
  // The epoch in which the discards of a round are drawn again.
  Few<int> pile_of_round;
  int epochs = 1;
  bool fits = false;
};

int DrawnIn(const KnownPast& known, size_t round, Place place) {
  const bool last = round + 1 == known.rounds.size();
  return known.rounds[round].counts[place] - (last ? known.due[place] : 0);
}

// Follows the sizes of the piles, card by card.
class Follower {
 public:
  Follower(const KnownPast& known, int stock, int old)
      : known_(known), stock_(stock), old_(old) {
    line_.served.resize(known.rounds.size());
    line_.pile_of_round.resize(known.rounds.size());
  }

  Timeline Follow() {
    for (size_t r = 0; r < known_.rounds.size(); ++r) {
      FollowRound(r);
      line_.pile_of_round[r] = epoch_ + 1;
    }
    line_.epochs = epoch_ + 1;
    line_.fits = stock_ == known_.stock_size && old_ == known_.old_discards;
    return line_;
  }

 private:
  void FollowRound(size_t r) {
    int pending = 0;
    for (const int count : known_.rounds[r].counts) {
      if (count == 0) return;
      pending += count;
    }
    const int thrown = pending;
    for (int i = 0; i < kPlaces; ++i) {
      const Place place = After(known_.start, i);
      Timeline::Served& served = line_.served[r][place];
      const int drawn = DrawnIn(known_, r, place);
      Refill();
      served.epoch = epoch_;
      for (int card = 0; card < drawn; ++card, --pending) {
        Refill();
        --stock_;
        ++(epoch_ == served.epoch ? served.before : served.after);
      }
      if (pending > 0) Refill();
      if (drawn < known_.rounds[r].counts[place]) return;
    }
    old_ += thrown;
  }

  void Refill() {
    if (stock_ != 0) return;
    stock_ = old_;
    old_ = 0;
    ++epoch_;
  }

  const KnownPast& known_;
  Timeline line_;
  int stock_;
  int old_;
  int epoch_ = 0;
};

// The cards of one attempt while the hand is followed.
struct World {
  Hands hands = {};
  Cards stock = 0;
  // The part of the stock that known places will draw.
  Cards reserved = 0;
  Cards old = 0;
  Cards thrown = 0;
  int epoch = 0;
  // The cards that unknown places have thrown away for the stock of a later
  // epoch.
  Cards supplied = 0;
  size_t supplied_pile = 0;
};

class Course {
 public:
  Course(const KnownPast& known, const Rules& rules, bool signs, Rng& rng)
      : known_(known), rules_(rules), signs_(signs), rng_(rng) {}

  // Makes one attempt. Returns whether it fits the knowledge.
  bool Draw(const Timeline& line, int first_stock, DrawnPast& out);

 private:
  bool FindKnownStart();
  void FindNeeds(const Timeline& line);
  bool Begin(int first_stock);
  bool DealFirst(Place place, Cards& pool);
  bool Serve(size_t round, Place place, const Timeline& line);
  bool ServeOnce(size_t round, Place place, const Timeline& line, World& world,
                 Round& log);
  bool TakeCards(World& world, Place place, Cards known_cards, int n,
                 Round& log);
  bool Rebuild(World& world);
  bool SignsHold(Place place, int round, Cards hand) const;

  const KnownPast& known_;
  const Rules& rules_;
  const bool signs_;
  Rng& rng_;
  World world_;
  Few<Round> rounds_;
  // By round and place: the first part of a known draw, before a rebuild.
  Few<std::array<Cards, kPlaces>> before_;
  // By epoch: the cards that known places draw, and the cards that other places
  // must throw away for them.
  Few<Cards> draws_;
  Few<Cards> wanted_;
};

bool Course::SignsHold(Place place, int round, Cards hand) const {
  if (!signs_) return true;
  return std::all_of(
      known_.signs.begin(), known_.signs.end(), [&](const SignNote& note) {
        return static_cast<Place>(note.seat) != place ||
               static_cast<int>(note.round) != round ||
               IsTrue(static_cast<Sign>(note.sign), hand, rules_);
      });
}

// Finds the hands of known places before the first round.
bool Course::FindKnownStart() {
  for (Place place = 0; place < kPlaces; ++place) {
    if (!known_.known[place]) continue;
    Cards hand = known_.hands[place];
    for (auto round = known_.rounds.rbegin(); round != known_.rounds.rend();
         ++round) {
      if (!Includes(hand, round->draws[place])) return false;
      hand -= round->draws[place];
      hand += round->discards[place];
      if (SizeOf(hand) > kHandSize) return false;
    }
    world_.hands[place] = hand;
  }
  return true;
}

void Course::FindNeeds(const Timeline& line) {
  const auto epochs = static_cast<size_t>(line.epochs) + 1;
  draws_.assign(epochs, 0);
  wanted_.assign(epochs, 0);
  Few<Cards> supplied(epochs, 0);
  before_.assign(known_.rounds.size(), {});
  for (size_t r = 0; r < known_.rounds.size(); ++r) {
    for (Place place = 0; place < kPlaces; ++place) {
      if (!known_.known[place]) continue;
      const Timeline::Served& served = line.served[r][place];
      Cards after = known_.rounds[r].draws[place];
      before_[r][place] =
          TakeSome(after, std::min(served.before, SizeOf(after)), rng_);
      draws_[served.epoch] += before_[r][place];
      if (after != 0) draws_[served.epoch + 1] += after;
      const auto pile = static_cast<size_t>(line.pile_of_round[r]);
      if (pile < epochs) supplied[pile] += known_.rounds[r].discards[place];
    }
  }
  for (size_t i = 0; i < epochs; ++i) {
    wanted_[i] = Beyond(draws_[i], supplied[i]);
  }
}

bool Course::DealFirst(Place place, Cards& pool) {
  const int round = known_.first_round;
  int size = known_.sizes[place];
  if (!known_.rounds.empty()) size = kHandSize;
  for (int i = 0; i < kHandTries; ++i) {
    Cards rest = pool;
    if (SizeOf(rest) < size) return false;
    const Cards hand = TakeSome(rest, size, rng_);
    if (!SignsHold(place, round, hand)) continue;
    world_.hands[place] = hand;
    pool = rest;
    return true;
  }
  return false;
}

// Deals the cards as they were before the first round.
bool Course::Begin(int first_stock) {
  Cards known_cards = 0;
  for (const Cards hand : world_.hands) {
    if (!Includes(kPack - known_cards, hand)) return false;
    known_cards += hand;
  }
  Cards pool = kPack - known_cards;
  world_.reserved = draws_[0];
  if (!Includes(pool, world_.reserved)) return false;
  pool -= world_.reserved;
  for (Place place = 0; place < kPlaces; ++place) {
    if (!known_.known[place] && !DealFirst(place, pool)) return false;
  }
  const int more = first_stock - SizeOf(world_.reserved);
  if (more < 0 || more > SizeOf(pool)) return false;
  const Cards for_old = wanted_.size() > 1 ? wanted_[1] : 0;
  world_.old = TakePreferring(pool, for_old, SizeOf(pool) - more, rng_);
  world_.stock = pool + world_.reserved;
  return true;
}

bool Course::Rebuild(World& world) {
  if (world.stock != 0) return false;
  world.stock = world.old;
  world.old = 0;
  ++world.epoch;
  world.reserved = draws_[static_cast<size_t>(world.epoch)];
  return Includes(world.stock, world.reserved);
}

// Lets one place draw n cards of the present stock.
bool Course::TakeCards(World& world, Place place, Cards known_cards, int n,
                       Round& log) {
  Cards taken = known_cards;
  if (known_.known[place]) {
    if (!Includes(world.reserved, taken)) return false;
    world.reserved -= taken;
  } else {
    Cards free = world.stock - world.reserved;
    if (SizeOf(free) < n) return false;
    taken = TakeSome(free, n, rng_);
  }
  world.stock -= taken;
  world.hands[place] += taken;
  log.draws[place] += taken;
  return true;
}

bool Course::ServeOnce(size_t round, Place place, const Timeline& line,
                       World& world, Round& log) {
  const Round& seen = known_.rounds[round];
  const Timeline::Served& served = line.served[round][place];
  Cards discard = seen.discards[place];
  Cards& hand = world.hands[place];
  if (known_.known[place]) {
    if (!Includes(hand, discard)) return false;
    hand -= discard;
  } else {
    if (SizeOf(hand) < seen.counts[place]) return false;
    const auto pile = static_cast<size_t>(line.pile_of_round[round]);
    if (pile != world.supplied_pile) world.supplied = 0;
    world.supplied_pile = pile;
    const Cards wanted = pile < wanted_.size() ? wanted_[pile] : 0;
    discard = TakePreferring(hand, Beyond(wanted, world.supplied),
                             seen.counts[place], rng_);
    world.supplied += Common(discard, Beyond(wanted, world.supplied));
  }
  log.discards[place] = discard;
  log.draws[place] = 0;
  world.thrown += discard;
  const Cards before = before_[round][place];
  if (served.before + served.after == 0) return true;
  if (served.epoch > world.epoch && !Rebuild(world)) return false;
  if (!TakeCards(world, place, before, served.before, log)) return false;
  if (served.after == 0) return true;
  return Rebuild(world) &&
         TakeCards(world, place, seen.draws[place] - before, served.after, log);
}

// Repeats the discard and the draw of one place in a round.
bool Course::Serve(size_t round, Place place, const Timeline& line) {
  const int tries = known_.known[place] ? 1 : kHandTries;
  for (int i = 0; i < tries; ++i) {
    World world = world_;
    Round log = rounds_[round];
    if (!ServeOnce(round, place, line, world, log)) continue;
    const bool served = SizeOf(world.hands[place]) == kHandSize;
    const int after = known_.first_round + static_cast<int>(round) + 1;
    if (served && !known_.known[place] &&
        !SignsHold(place, after, world.hands[place])) {
      continue;
    }
    world_ = world;
    rounds_[round] = log;
    return true;
  }
  return false;
}

bool Course::Draw(const Timeline& line, int first_stock, DrawnPast& out) {
  world_ = {};
  rounds_ = known_.rounds;
  if (!FindKnownStart()) return false;
  FindNeeds(line);
  if (!Begin(first_stock)) return false;
  for (size_t r = 0; r < rounds_.size(); ++r) {
    bool complete = true;
    for (int i = 0; i < kPlaces; ++i) {
      const Place place = After(known_.start, i);
      if (known_.rounds[r].counts[place] == 0) {
        complete = false;
        continue;
      }
      if (!Serve(r, place, line)) return false;
      complete = complete && SizeOf(world_.hands[place]) == kHandSize;
    }
    if (!complete) break;
    world_.old += world_.thrown;
    world_.thrown = 0;
  }
  // The stock is rebuilt for a card that is still due.
  if (line.epochs - 1 > world_.epoch && !Rebuild(world_)) return false;
  out = {world_.hands, world_.stock, world_.old, world_.thrown, rounds_};
  return true;
}

// The last resort: deals the unseen cards again, without regard to the
// exchanges.
absl::StatusOr<DrawnPast> DealUnseen(const KnownPast& known, Rng& rng) {
  DrawnPast past;
  past.rounds = known.rounds;
  Cards pool = kPack;
  for (Place place = 0; place < kPlaces; ++place) {
    if (!known.known[place]) continue;
    if (!Includes(pool, known.hands[place])) {
      return absl::InvalidArgumentError(
          "ordago: the hands have more cards of a rank than the pack");
    }
    past.hands[place] = known.hands[place];
    pool -= known.hands[place];
  }
  int in_hands = 0;
  for (Place place = 0; place < kPlaces; ++place) {
    if (!known.known[place]) in_hands += known.sizes[place];
  }
  const int rest =
      SizeOf(pool) - in_hands - known.stock_size - known.old_discards;
  if (rest < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("ordago: hands, stock and discards have ", -rest,
                     " cards more than the pack"));
  }
  for (Place place = 0; place < kPlaces; ++place) {
    if (known.known[place]) continue;
    past.hands[place] = TakeSome(pool, known.sizes[place], rng);
    for (Round& round : past.rounds) {
      Cards any = kPack;
      round.discards[place] = TakeSome(any, round.counts[place], rng);
      round.draws[place] = round.discards[place];
    }
  }
  past.stock = TakeSome(pool, known.stock_size, rng);
  past.old_discards = TakeSome(pool, known.old_discards, rng);
  past.new_discards = pool;
  return past;
}

}  // namespace

Cards TakeSome(Cards& cards, int n, Rng& rng) {
  Cards taken = 0;
  int left = SizeOf(cards);
  for (int i = 0; i < n; ++i, --left) {
    const Cards card = One(
        NthOf(cards, static_cast<int>(rng.Below(static_cast<uint32_t>(left)))));
    taken += card;
    cards -= card;
  }
  return taken;
}

void State::Redeal(const Hands& hands, Rng& rng) {
  hands_ = hands;
  Cards rest = kPack;
  for (const Cards hand : hands) rest -= hand;
  piles_.stock = TakeSome(rest, SizeOf(piles_.stock), rng);
  piles_.old_discards = TakeSome(rest, SizeOf(piles_.old_discards), rng);
  piles_.new_discards = rest;
}

absl::StatusOr<DrawnPast> DrawPast(const KnownPast& known, const Rules& rules,
                                   Rng& rng) {
  // After forgotten rounds the stock may have had any size.
  int first_stock = kPackSize - kPlaces * kHandSize;
  if (known.rounds.empty()) {
    first_stock = kPackSize;
    for (const int size : known.sizes) first_stock -= size;
  }
  const int least = known.first_round > 0 ? 0 : first_stock;
  DrawnPast past;
  for (const bool signs : {true, false}) {
    if (!signs && known.signs.empty()) continue;
    for (int stock = first_stock; stock >= least; --stock) {
      const Timeline line =
          Follower(known, stock, first_stock - stock).Follow();
      if (!line.fits) continue;
      Course course(known, rules, signs, rng);
      for (int i = 0; i < kCourseTries; ++i) {
        if (course.Draw(line, stock, past)) return past;
      }
    }
  }
  return DealUnseen(known, rng);
}

}  // namespace arena::ordago
