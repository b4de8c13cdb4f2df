//! Cards, ranks and squares by number and by name.
//!
//! Made by sdk/tables/generate from the rules; do not edit.

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

const fn card(
    number: u32,
    name: &'static str,
    suit: &'static str,
    rank: &'static str,
    points: u32,
    strength: u32,
    copies: u32,
) -> Card {
    Card {
        number,
        name,
        suit,
        rank,
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
pub static DOPPELKOPF: Deck = Deck(&[
    card(0, "C9", "clubs", "9", 0, 0, 2),
    card(1, "CJ", "clubs", "J", 2, 1, 2),
    card(2, "CQ", "clubs", "Q", 3, 2, 2),
    card(3, "CK", "clubs", "K", 4, 3, 2),
    card(4, "CT", "clubs", "T", 10, 4, 2),
    card(5, "CA", "clubs", "A", 11, 5, 2),
    card(6, "S9", "spades", "9", 0, 0, 2),
    card(7, "SJ", "spades", "J", 2, 1, 2),
    card(8, "SQ", "spades", "Q", 3, 2, 2),
    card(9, "SK", "spades", "K", 4, 3, 2),
    card(10, "ST", "spades", "T", 10, 4, 2),
    card(11, "SA", "spades", "A", 11, 5, 2),
    card(12, "H9", "hearts", "9", 0, 0, 2),
    card(13, "HJ", "hearts", "J", 2, 1, 2),
    card(14, "HQ", "hearts", "Q", 3, 2, 2),
    card(15, "HK", "hearts", "K", 4, 3, 2),
    card(16, "HT", "hearts", "T", 10, 4, 2),
    card(17, "HA", "hearts", "A", 11, 5, 2),
    card(18, "D9", "diamonds", "9", 0, 0, 2),
    card(19, "DJ", "diamonds", "J", 2, 1, 2),
    card(20, "DQ", "diamonds", "Q", 3, 2, 2),
    card(21, "DK", "diamonds", "K", 4, 3, 2),
    card(22, "DT", "diamonds", "T", 10, 4, 2),
    card(23, "DA", "diamonds", "A", 11, 5, 2),
]);

/// The cards of Octrix.
pub static OCTRIX: Deck = Deck(&[
    card(0, "H1", "hearts", "1", 0, 0, 1),
    card(1, "D1", "diamonds", "1", 0, 1, 1),
    card(2, "S1", "spades", "1", 0, 2, 1),
    card(3, "C1", "clubs", "1", 0, 3, 1),
    card(4, "H2", "hearts", "2", 0, 4, 1),
    card(5, "D2", "diamonds", "2", 0, 5, 1),
    card(6, "S2", "spades", "2", 0, 6, 1),
    card(7, "C2", "clubs", "2", 0, 7, 1),
    card(8, "H3", "hearts", "3", 0, 8, 1),
    card(9, "D3", "diamonds", "3", 0, 9, 1),
    card(10, "S3", "spades", "3", 0, 10, 1),
    card(11, "C3", "clubs", "3", 0, 11, 1),
    card(12, "H4", "hearts", "4", 0, 12, 1),
    card(13, "D4", "diamonds", "4", 0, 13, 1),
    card(14, "S4", "spades", "4", 0, 14, 1),
    card(15, "C4", "clubs", "4", 0, 15, 1),
    card(16, "H5", "hearts", "5", 0, 16, 1),
    card(17, "D5", "diamonds", "5", 0, 17, 1),
    card(18, "S5", "spades", "5", 0, 18, 1),
    card(19, "C5", "clubs", "5", 0, 19, 1),
    card(20, "H6", "hearts", "6", 0, 20, 1),
    card(21, "D6", "diamonds", "6", 0, 21, 1),
    card(22, "S6", "spades", "6", 0, 22, 1),
    card(23, "C6", "clubs", "6", 0, 23, 1),
    card(24, "H7", "hearts", "7", 0, 24, 1),
    card(25, "D7", "diamonds", "7", 0, 25, 1),
    card(26, "S7", "spades", "7", 0, 26, 1),
    card(27, "C7", "clubs", "7", 0, 27, 1),
    card(28, "H8", "hearts", "8", 0, 28, 1),
    card(29, "D8", "diamonds", "8", 0, 29, 1),
    card(30, "S8", "spades", "8", 0, 30, 1),
    card(31, "C8", "clubs", "8", 0, 31, 1),
]);

/// The cards of Ordago.
pub static ORDAGO: Deck = Deck(&[
    card(1, "A", "", "A", 1, 0, 8),
    card(2, "4", "", "4", 4, 1, 4),
    card(3, "5", "", "5", 5, 2, 4),
    card(4, "6", "", "6", 6, 3, 4),
    card(5, "7", "", "7", 7, 4, 4),
    card(6, "J", "", "J", 10, 5, 4),
    card(7, "Q", "", "Q", 10, 6, 4),
    card(8, "K", "", "K", 10, 7, 8),
]);

/// The cards of Seconds.
pub static SECONDS: Deck = Deck(&[
    card(0, "C2", "clubs", "2", 0, 0, 1),
    card(1, "D2", "diamonds", "2", 0, 0, 1),
    card(2, "H2", "hearts", "2", 0, 0, 1),
    card(3, "S2", "spades", "2", 0, 0, 1),
    card(4, "C3", "clubs", "3", 0, 1, 1),
    card(5, "D3", "diamonds", "3", 0, 1, 1),
    card(6, "H3", "hearts", "3", 0, 1, 1),
    card(7, "S3", "spades", "3", 0, 1, 1),
    card(8, "C4", "clubs", "4", 0, 2, 1),
    card(9, "D4", "diamonds", "4", 0, 2, 1),
    card(10, "H4", "hearts", "4", 0, 2, 1),
    card(11, "S4", "spades", "4", 0, 2, 1),
    card(12, "C5", "clubs", "5", 0, 3, 1),
    card(13, "D5", "diamonds", "5", 0, 3, 1),
    card(14, "H5", "hearts", "5", 0, 3, 1),
    card(15, "S5", "spades", "5", 0, 3, 1),
    card(16, "C6", "clubs", "6", 0, 4, 1),
    card(17, "D6", "diamonds", "6", 0, 4, 1),
    card(18, "H6", "hearts", "6", 0, 4, 1),
    card(19, "S6", "spades", "6", 0, 4, 1),
    card(20, "C7", "clubs", "7", 0, 5, 1),
    card(21, "D7", "diamonds", "7", 0, 5, 1),
    card(22, "H7", "hearts", "7", 0, 5, 1),
    card(23, "S7", "spades", "7", 0, 5, 1),
    card(24, "C8", "clubs", "8", 0, 6, 1),
    card(25, "D8", "diamonds", "8", 0, 6, 1),
    card(26, "H8", "hearts", "8", 0, 6, 1),
    card(27, "S8", "spades", "8", 0, 6, 1),
    card(28, "C9", "clubs", "9", 0, 7, 1),
    card(29, "D9", "diamonds", "9", 0, 7, 1),
    card(30, "H9", "hearts", "9", 0, 7, 1),
    card(31, "S9", "spades", "9", 0, 7, 1),
    card(32, "CT", "clubs", "T", 0, 8, 1),
    card(33, "DT", "diamonds", "T", 0, 8, 1),
    card(34, "HT", "hearts", "T", 0, 8, 1),
    card(35, "ST", "spades", "T", 0, 8, 1),
    card(36, "CJ", "clubs", "J", 0, 9, 1),
    card(37, "DJ", "diamonds", "J", 0, 9, 1),
    card(38, "HJ", "hearts", "J", 0, 9, 1),
    card(39, "SJ", "spades", "J", 0, 9, 1),
    card(40, "CQ", "clubs", "Q", 0, 10, 1),
    card(41, "DQ", "diamonds", "Q", 0, 10, 1),
    card(42, "HQ", "hearts", "Q", 0, 10, 1),
    card(43, "SQ", "spades", "Q", 0, 10, 1),
    card(44, "CK", "clubs", "K", 0, 11, 1),
    card(45, "DK", "diamonds", "K", 0, 11, 1),
    card(46, "HK", "hearts", "K", 0, 11, 1),
    card(47, "SK", "spades", "K", 0, 11, 1),
    card(48, "CA", "clubs", "A", 0, 12, 1),
    card(49, "DA", "diamonds", "A", 0, 12, 1),
    card(50, "HA", "hearts", "A", 0, 12, 1),
    card(51, "SA", "spades", "A", 0, 12, 1),
]);

// By DoppelkopfContract from 1, with the option dulle on and off.
static TRUMPS: [[&[u32]; 2]; 10] = [
    [
        &[16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
        &[2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    ],
    [
        &[16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
        &[2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    ],
    [
        &[16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
        &[2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    ],
    [&[2, 8, 14, 20], &[2, 8, 14, 20]],
    [&[1, 7, 13, 19], &[1, 7, 13, 19]],
    [&[], &[]],
    [
        &[16, 2, 8, 14, 20, 1, 7, 13, 19, 5, 4, 3, 0],
        &[2, 8, 14, 20, 1, 7, 13, 19, 5, 4, 3, 0],
    ],
    [
        &[16, 2, 8, 14, 20, 1, 7, 13, 19, 11, 10, 9, 6],
        &[2, 8, 14, 20, 1, 7, 13, 19, 11, 10, 9, 6],
    ],
    [
        &[16, 2, 8, 14, 20, 1, 7, 13, 19, 17, 15, 12],
        &[2, 8, 14, 20, 1, 7, 13, 19, 17, 16, 15, 12],
    ],
    [
        &[16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
        &[2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18],
    ],
];

/// The numbers of the trumps of a `DoppelkopfContract`, the highest first; none if the
/// contract is not known yet. `dulle` is the option of that name.
pub fn doppelkopf_trumps(contract: i32, dulle: bool) -> &'static [u32] {
    match usize::try_from(contract) {
        Ok(number @ 1..=10) => TRUMPS[number - 1][usize::from(!dulle)],
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
