//! Cards, ranks and squares by number and by name.

/// A card of a game, or a rank of Ordago.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// The card in observations and actions; in Ordago the number of its OrdagoRank.
    pub number: u32,
    /// As in texts of the game: HT is the ten of hearts.
    pub name: &'static str,
    /// clubs, spades, hearts or diamonds; empty in Ordago, which has no suits.
    pub suit: &'static str,
    /// A, K, Q, J, T or a digit.
    pub rank: &'static str,
    /// What it counts: Augen in Doppelkopf, points of Game in Ordago; else 0.
    pub points: u32,
    /// The order of cards from below: of all cards in Octrix and Ordago, of a suit in
    /// Seconds and among the plain cards of Doppelkopf.
    pub strength: u32,
    /// How many of it there are in the pack.
    pub copies: u32,
}

// The cards of these names by number. Ranks ascend, and have the points at the same
// place; without ranks each card is stronger than those before it.
const fn cards<const N: usize>(
    names: &'static str,
    ranks: &str,
    points: &[u32],
    copies: u32,
) -> [Card; N] {
    let mut cards = [rank("", 0, 0, copies); N];
    let mut i = 0;
    while i < N {
        let name = names.split_at(3 * i).1.split_at(2).0;
        let (suit, rank) = name.split_at(1);
        let mut strength = i;
        if !ranks.is_empty() {
            strength = 0;
            while ranks.as_bytes()[strength] != rank.as_bytes()[0] {
                strength += 1;
            }
        }
        cards[i] = Card {
            number: i as u32,
            name,
            suit: match suit.as_bytes() {
                b"C" => "clubs",
                b"S" => "spades",
                b"H" => "hearts",
                _ => "diamonds",
            },
            rank,
            points: if points.is_empty() {
                0
            } else {
                points[strength]
            },
            strength: strength as u32,
            copies,
        };
        i += 1;
    }
    cards
}

// A rank of Ordago.
const fn rank(name: &'static str, points: u32, strength: u32, copies: u32) -> Card {
    Card {
        number: strength + 1,
        name,
        suit: "",
        rank: name,
        points,
        strength,
        copies,
    }
}

/// The different cards of a game.
#[derive(Clone, Copy, Debug)]
pub struct Deck(&'static [Card]);

impl Deck {
    /// The cards, ascending by number.
    pub fn cards(&self) -> &'static [Card] {
        self.0
    }

    /// The card of this number, if there is one.
    pub fn card(&self, number: u32) -> Option<&'static Card> {
        let index = number.checked_sub(self.0[0].number)?;
        self.0.get(usize::try_from(index).ok()?)
    }

    /// The card of this name, such as HT, if there is one.
    pub fn named(&self, name: &str) -> Option<&'static Card> {
        self.0.iter().find(|card| card.name == name)
    }
}

/// The cards of Doppelkopf.
pub static DOPPELKOPF: Deck = {
    static CARDS: [Card; 24] = cards(
        "C9 CJ CQ CK CT CA S9 SJ SQ SK ST SA \
         H9 HJ HQ HK HT HA D9 DJ DQ DK DT DA",
        "9JQKTA",
        &[0, 2, 3, 4, 10, 11],
        2,
    );
    Deck(&CARDS)
};

/// The cards of Octrix.
pub static OCTRIX: Deck = {
    static CARDS: [Card; 32] = cards(
        "H1 D1 S1 C1 H2 D2 S2 C2 H3 D3 S3 C3 H4 D4 S4 C4 \
         H5 D5 S5 C5 H6 D6 S6 C6 H7 D7 S7 C7 H8 D8 S8 C8",
        "",
        &[],
        1,
    );
    Deck(&CARDS)
};

/// The cards of Ordago.
pub static ORDAGO: Deck = Deck(&[
    rank("A", 1, 0, 8),
    rank("4", 4, 1, 4),
    rank("5", 5, 2, 4),
    rank("6", 6, 3, 4),
    rank("7", 7, 4, 4),
    rank("J", 10, 5, 4),
    rank("Q", 10, 6, 4),
    rank("K", 10, 7, 8),
]);

/// The cards of Seconds.
pub static SECONDS: Deck = {
    static CARDS: [Card; 52] = cards(
        "C2 D2 H2 S2 C3 D3 H3 S3 C4 D4 H4 S4 C5 D5 H5 S5 C6 D6 H6 S6 \
         C7 D7 H7 S7 C8 D8 H8 S8 C9 D9 H9 S9 CT DT HT ST \
         CJ DJ HJ SJ CQ DQ HQ SQ CK DK HK SK CA DA HA SA",
        "23456789TJQKA",
        &[],
        1,
    );
    Deck(&CARDS)
};

// The dulle, queens, jacks, and the rest of the suit of trumps.
static CLUBS: [u32; 13] = [16, 2, 8, 14, 20, 1, 7, 13, 19, 5, 4, 3, 0];
static SPADES: [u32; 13] = [16, 2, 8, 14, 20, 1, 7, 13, 19, 11, 10, 9, 6];
static HEARTS: [u32; 12] = [16, 2, 8, 14, 20, 1, 7, 13, 19, 17, 15, 12];
static HEARTS_WITHOUT_DULLE: [u32; 12] = [2, 8, 14, 20, 1, 7, 13, 19, 17, 16, 15, 12];
static DIAMONDS: [u32; 13] = [16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18];

/// The numbers of the trumps of a `DoppelkopfContract`, the highest first; none if the
/// contract is not known yet. `dulle` is the option of that name.
pub fn doppelkopf_trumps(contract: i32, dulle: bool) -> &'static [u32] {
    let skipped = usize::from(!dulle);
    match contract {
        1..=3 | 10 => &DIAMONDS[skipped..],
        4 => &DIAMONDS[1..5],
        5 => &DIAMONDS[5..9],
        7 => &CLUBS[skipped..],
        8 => &SPADES[skipped..],
        9 if dulle => &HEARTS,
        9 => &HEARTS_WITHOUT_DULLE,
        _ => &[],
    }
}

/// The name of a square of Ordo, such as d3, if there is one.
pub fn ordo_square_name(number: u32) -> Option<String> {
    let column = b"abcdefghij"[(number % 10) as usize] as char;
    (number < 80).then(|| format!("{column}{}", number / 10 + 1))
}

/// The number of a square of Ordo, if there is one of this name.
pub fn ordo_square_number(name: &str) -> Option<u32> {
    match name.as_bytes() {
        [column @ b'a'..=b'j', row @ b'1'..=b'8'] => {
            Some(u32::from(row - b'1') * 10 + u32::from(column - b'a'))
        }
        _ => None,
    }
}
