//! Doppelkopf: calls Re or Kontra with a strong hand, leads fresh aces, takes tricks
//! that pay, gives Augen to friends and keeps its foxes from strangers.
use pentathlon::protocol::doppelkopf_action::Kind;
use pentathlon::protocol::{
    game_action, observation, DoppelkopfAction, DoppelkopfContract as Contract,
    DoppelkopfDeclaration as Declaration, DoppelkopfObservation, DoppelkopfParty as Party,
    DoppelkopfPhase as Phase, DoppelkopfTrick, DoppelkopfWord as Word, GameAction, LegalAction,
};
use pentathlon::{Bot, Choice, Prompt, Result};

use samples::best::best_action;

// ---- Cards ----

const CLUBS: u32 = 0;
const SPADES: u32 = 1;
const HEARTS: u32 = 2;
const DIAMONDS: u32 = 3;
const JACK: u32 = 1;
const QUEEN: u32 = 2;
const TEN: u32 = 4;
const ACE: u32 = 5;

const fn card(suit: u32, rank: u32) -> u32 {
    6 * suit + rank
}

const OLD: u32 = card(CLUBS, QUEEN); // Its holder is Re.
const DULLE: u32 = card(HEARTS, TEN);
const FOX: u32 = card(DIAMONDS, ACE);

fn suit_of(card: u32) -> u32 {
    card / 6
}

fn rank_of(card: u32) -> u32 {
    card % 6
}

fn augen_of(card: u32) -> i32 {
    [0, 2, 3, 4, 10, 11][rank_of(card) as usize]
}

/// Solos have the same numbers as declarations and as contracts.
fn is_solo(number: i32) -> bool {
    (Contract::Queens as i32..=Contract::Diamonds as i32).contains(&number)
}

/// Which cards are trumps in a contract, and which card beats which.
struct Order {
    contract: Contract,
    has_dulle: bool,
    trump_suit: u32,
}

impl Order {
    fn new(contract: Contract, prompt: &Prompt) -> Self {
        let dulle = prompt.start().options.get("dulle");
        Self {
            contract,
            // The referee sends every option, even those with default values.
            has_dulle: dulle.map(String::as_str) == Some("on"),
            trump_suit: match contract {
                Contract::Clubs => CLUBS,
                Contract::Spades => SPADES,
                Contract::Hearts => HEARTS,
                _ => DIAMONDS,
            },
        }
    }

    /// 0: no trump. A trump has more than any plain card; the highest wins.
    fn trump_rank(&self, card: u32) -> i32 {
        let only_queens = self.contract == Contract::Queens;
        let only_jacks = self.contract == Contract::Jacks;
        let suit = suit_of(card) as i32;
        match rank_of(card) {
            _ if self.contract == Contract::Fleshless => 0,
            QUEEN if !only_jacks => 33 - suit,
            JACK if !only_queens => 23 - suit,
            _ if only_queens || only_jacks => 0,
            _ if card == DULLE && self.has_dulle => 40,
            rank if suit_of(card) == self.trump_suit => 10 + rank as i32,
            _ => 0,
        }
    }

    /// The highest takes the trick to which `led` was led; 0 never does.
    fn strength_in(&self, card: u32, led: u32) -> i32 {
        if self.trump_rank(card) > 0 {
            return self.trump_rank(card);
        }
        let follows = self.trump_rank(led) == 0 && suit_of(card) == suit_of(led);
        if follows {
            1 + rank_of(card) as i32
        } else {
            0
        }
    }

    /// What it costs to spend a card: Augen, a trump, a high trump.
    fn cost_of(&self, card: u32) -> i32 {
        let trump = self.trump_rank(card);
        augen_of(card) + 5 * i32::from(trump > 0) + 10 * i32::from(trump >= 30)
    }
}

// ---- Hands ----

/// Trumps and plain aces of the bot's hand.
struct Count {
    cards: i32,
    trumps: i32,
    /// Queens, and Dullen twice.
    high: i32,
    old: i32,
    aces: i32,
    tens: i32,
}

impl Count {
    fn new(hand: &[u32], order: &Order) -> Self {
        let count = |fits: &dyn Fn(u32) -> bool| -> i32 {
            hand.iter().map(|&card| i32::from(fits(card))).sum()
        };
        let plain = |card, rank| order.trump_rank(card) == 0 && rank_of(card) == rank;
        Self {
            cards: count(&|_| true),
            trumps: count(&|card| order.trump_rank(card) > 0),
            high: count(&|card| order.trump_rank(card) >= 30)
                + count(&|card| order.trump_rank(card) == 40),
            old: count(&|card| card == OLD),
            aces: count(&|card| plain(card, ACE)),
            tens: count(&|card| plain(card, TEN)),
        }
    }
}

/// A bot's view of one decision.
struct Seen<'a> {
    prompt: &'a Prompt,
    table: &'a DoppelkopfObservation,
}

impl<'a> Seen<'a> {
    fn of(prompt: &'a Prompt) -> Result<Self> {
        match &prompt.observation().game {
            Some(observation::Game::Doppelkopf(table)) => Ok(Self { prompt, table }),
            _ => Err("this is no Doppelkopf".into()),
        }
    }

    /// Above 0: the hand is overwhelming in the solo.
    fn solo_strength(&self, solo: Contract) -> i32 {
        let hand = Count::new(&self.table.hand, &Order::new(solo, self.prompt));
        match solo {
            Contract::Queens | Contract::Jacks => 3 * hand.trumps + 2 * hand.aces - 20,
            Contract::Fleshless => 2 * hand.aces + hand.tens - hand.cards - 1,
            _ => 2 * (hand.trumps + hand.aces - hand.cards) + hand.high - 4,
        }
    }

    /// Above 0: the hand is good enough to call with a partner.
    fn team_strength(&self) -> i32 {
        let order = Order::new(Contract::Normal, self.prompt);
        let hand = Count::new(&self.table.hand, &order);
        hand.trumps + hand.high + hand.old + 2 * hand.aces - hand.cards - 7
    }

    /// Whether the bot plays a solo against all others.
    fn is_alone(&self) -> bool {
        is_solo(self.table.contract) && self.table.declarer == Some(self.prompt.seat())
    }

    /// Before the tricks: the most valuable of the offered actions.
    fn declare(&self) -> Result<Choice> {
        let owes = self.table.owed_solos[self.prompt.seat() as usize] > 0;
        let value_of = |number: i32| {
            let solo = Contract::try_from(number).unwrap_or_default();
            self.solo_strength(solo) + 2 * i32::from(owes)
        };
        let olds = self.table.hand.iter().filter(|&&card| card == OLD).count();
        let solos = Contract::Queens as i32..=Contract::Diamonds as i32;
        let reserved = olds == 2 || solos.into_iter().any(|solo| value_of(solo) > 0);
        best_action(self.prompt.actions(), |entry| {
            let wish = match kind_of(entry) {
                Some(Kind::Declaration(wish)) => *wish,
                _ => 0,
            };
            match Declaration::try_from(wish) {
                Ok(Declaration::Redeal) => 200,
                Ok(Declaration::Marriage) => 50,
                Ok(Declaration::Poverty) => 40,
                Ok(Declaration::Reservation) => 30 * i32::from(reserved),
                Ok(Declaration::Healthy | Declaration::Unspecified) => 20,
                _ => value_of(wish) + 100 * i32::from(value_of(wish) > 0),
            }
        })
    }

    /// Re or Kontra, if offered and the hand is good enough.
    fn call(&self, offered: &[LegalAction]) -> Option<Choice> {
        let strong = if is_solo(self.table.contract) {
            self.is_alone() && self.solo_strength(self.table.contract()) > 0
        } else {
            self.team_strength() > 0
        };
        let is_call = |entry: &&LegalAction| match kind_of(entry) {
            Some(Kind::Word(word)) => [Word::Re as i32, Word::Kontra as i32].contains(word),
            _ => false,
        };
        let found = offered.iter().find(is_call);
        found.filter(|_| strong).map(Choice::from)
    }

    /// Poverty: gives away the cards that cost least.
    fn give_three_cards(&self) -> Result<Choice> {
        let order = Order::new(Contract::Poverty, self.prompt);
        best_action(self.prompt.actions(), |entry| {
            let (Some(Kind::Lay(gift)) | Some(Kind::GiveBack(gift))) = kind_of(entry) else {
                return 0;
            };
            -gift
                .cards
                .iter()
                .map(|&card| order.cost_of(card))
                .sum::<i32>()
        })
    }

    /// Leads aces as long as all others may have the suit; then small trumps from
    /// many, but a soloist draws the others' trumps with its highest one.
    fn lead(&self) -> Result<Choice> {
        let order = Order::new(self.table.contract(), self.prompt);
        let trumps = Count::new(&self.table.hand, &order).trumps;
        let leads = self
            .table
            .tricks
            .iter()
            .filter_map(|trick| trick.cards.first());
        let plain = leads.filter(|&&led| order.trump_rank(led) == 0);
        let led_suits: Vec<u32> = plain.map(|&led| suit_of(led)).collect();
        best_action(self.prompt.actions(), |entry| {
            let card = played_by(entry);
            let trump = order.trump_rank(card);
            if trump > 0 {
                return if self.is_alone() {
                    trump
                } else {
                    trumps - order.cost_of(card)
                };
            }
            if rank_of(card) == ACE && !led_suits.contains(&suit_of(card)) {
                return 100;
            }
            -augen_of(card)
        })
    }

    fn follow(&self, trick: &DoppelkopfTrick, holder: u32) -> Result<Choice> {
        let order = Order::new(self.table.contract(), self.prompt);
        let led = trick.cards[0];
        let holding = trick.cards[((4 + holder - trick.leader) % 4) as usize];
        let strongest = order.strength_in(holding, led);
        let is_last = trick.cards.len() == 3;
        let party = self.table.party;
        let friendly = party != Party::Unspecified as i32
            && self.table.public_parties[holder as usize] == party;
        // The higher queens are hardly ever beaten.
        let safe = is_last || strongest >= 32;
        let augen = trick.augen as i32;
        best_action(self.prompt.actions(), |entry| {
            let card = played_by(entry);
            let cost = order.cost_of(card);
            if friendly && safe {
                return 4 * augen_of(card) - cost;
            }
            if order.strength_in(card, led) <= strongest {
                return -cost;
            }
            if friendly {
                return -cost - 4;
            }
            // A sure trick may cost Augen, an unsure one should not.
            if is_last {
                return augen + 2 * augen_of(card) - cost;
            }
            augen - cost - 10 * i32::from(card == FOX)
        })
    }
}

// ---- The bot ----

fn kind_of(entry: &LegalAction) -> Option<&Kind> {
    match entry.action.as_ref()?.game.as_ref()? {
        game_action::Game::Doppelkopf(action) => action.kind.as_ref(),
        _ => None,
    }
}

fn played_by(entry: &LegalAction) -> u32 {
    match kind_of(entry) {
        Some(Kind::Card(card)) => *card,
        _ => 0,
    }
}

fn say(word: Word) -> Choice {
    let kind = Some(Kind::Word(word.into()));
    let action = game_action::Game::Doppelkopf(DoppelkopfAction { kind });
    GameAction { game: Some(action) }.into()
}

/// Plays like a careful beginner.
pub struct DoppelkopfBot;

impl Bot for DoppelkopfBot {
    fn act(&mut self, prompt: &Prompt) -> Result<Choice> {
        let seen = Seen::of(prompt)?;
        match seen.table.phase() {
            Phase::Lay | Phase::Return => seen.give_three_cards(),
            Phase::Offer if seen.team_strength() > -2 => Ok(say(Word::Accept)),
            Phase::Offer => Ok(say(Word::Decline)),
            Phase::Window => {
                let call = seen.call(prompt.actions());
                Ok(call.unwrap_or_else(|| say(Word::Pass)))
            }
            Phase::Play => match (seen.table.trick_holder, seen.table.tricks.last()) {
                (Some(holder), Some(trick)) => seen.follow(trick, holder),
                _ => seen.lead(),
            },
            _ => seen.declare(),
        }
    }

    fn announce(&mut self, prompt: &Prompt) -> Result<Option<Choice>> {
        // Called before the bot plays a card, if announcements are possible.
        Ok(Seen::of(prompt)?.call(prompt.announcements()))
    }
}
