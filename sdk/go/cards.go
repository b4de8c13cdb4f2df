// Cards, ranks and squares by number and by name.

package pentathlon

import (
	"fmt"
	"strings"
)

// Card is a card of a game, or a rank of Ordago.
type Card struct {
	// Number: The card in observations and actions; in Ordago the number of its OrdagoRank.
	Number uint32
	// Name: As in texts of the game: HT is the ten of hearts.
	Name string
	// Suit: clubs, spades, hearts or diamonds; empty in Ordago, which has no suits.
	Suit string
	// Rank: A, K, Q, J, T or a digit.
	Rank string
	// Points: What it counts: Augen in Doppelkopf, points of Game in Ordago; else 0.
	Points int
	// Strength: The order of cards from below: of all cards in Octrix and Ordago, of a suit in
	// Seconds and among the plain cards of Doppelkopf.
	Strength int
	// Copies: How many of it there are in the pack.
	Copies int
}

// Deck has the different cards of a game.
type Deck struct {
	cards  []Card
	byName map[string]Card
}

func newDeck(cards []Card) Deck {
	byName := make(map[string]Card, len(cards))
	for _, card := range cards {
		byName[card.Name] = card
	}
	return Deck{cards: cards, byName: byName}
}

// Cards returns the cards, ascending by number.
func (d Deck) Cards() []Card {
	return append([]Card(nil), d.cards...)
}

// Card returns the card of this number, and whether there is one.
func (d Deck) Card(number uint32) (Card, bool) {
	index := int64(number) - int64(d.cards[0].Number)
	if index < 0 || index >= int64(len(d.cards)) {
		return Card{}, false
	}
	return d.cards[index], true
}

// Named returns the card of this name, such as HT, and whether there is one.
func (d Deck) Named(name string) (Card, bool) {
	card, ok := d.byName[name]
	return card, ok
}

var suitOfLetter = map[byte]string{'C': "clubs", 'S': "spades", 'H': "hearts", 'D': "diamonds"}

// The cards of these names by number. Ranks ascend, and have the points at the same
// place; without ranks each card is stronger than those before it.
func cardsOf(names, ranks string, points []int, copies int) []Card {
	var cards []Card
	for i, name := range strings.Fields(names) {
		card := Card{uint32(i), name, suitOfLetter[name[0]], name[1:], 0, i, copies}
		if ranks != "" {
			card.Strength = strings.Index(ranks, card.Rank)
		}
		if points != nil {
			card.Points = points[card.Strength]
		}
		cards = append(cards, card)
	}
	return cards
}

// DoppelkopfDeck has the cards of Doppelkopf.
var DoppelkopfDeck = newDeck(cardsOf(
	"C9 CJ CQ CK CT CA S9 SJ SQ SK ST SA "+
		"H9 HJ HQ HK HT HA D9 DJ DQ DK DT DA",
	"9JQKTA", []int{0, 2, 3, 4, 10, 11}, 2))

// OctrixDeck has the cards of Octrix.
var OctrixDeck = newDeck(cardsOf(
	"H1 D1 S1 C1 H2 D2 S2 C2 H3 D3 S3 C3 H4 D4 S4 C4 "+
		"H5 D5 S5 C5 H6 D6 S6 C6 H7 D7 S7 C7 H8 D8 S8 C8",
	"", nil, 1))

// OrdagoDeck has the cards of Ordago.
var OrdagoDeck = newDeck([]Card{
	{1, "A", "", "A", 1, 0, 8},
	{2, "4", "", "4", 4, 1, 4},
	{3, "5", "", "5", 5, 2, 4},
	{4, "6", "", "6", 6, 3, 4},
	{5, "7", "", "7", 7, 4, 4},
	{6, "J", "", "J", 10, 5, 4},
	{7, "Q", "", "Q", 10, 6, 4},
	{8, "K", "", "K", 10, 7, 8},
})

// SecondsDeck has the cards of Seconds.
var SecondsDeck = newDeck(cardsOf(
	"C2 D2 H2 S2 C3 D3 H3 S3 C4 D4 H4 S4 C5 D5 H5 S5 C6 D6 H6 S6 "+
		"C7 D7 H7 S7 C8 D8 H8 S8 C9 D9 H9 S9 CT DT HT ST "+
		"CJ DJ HJ SJ CQ DQ HQ SQ CK DK HK SK CA DA HA SA",
	"23456789TJQKA", nil, 1))

// DoppelkopfTrumps returns the numbers of the trumps of a DoppelkopfContract, the
// highest first; none if the contract is not known yet. The parameter dulle is the
// option of that name.
func DoppelkopfTrumps(contract int32, dulle bool) []uint32 {
	queens, jacks := []uint32{2, 8, 14, 20}, []uint32{1, 7, 13, 19}
	// The nine of the suit of trumps: of diamonds, but in a solo of another suit.
	nine := uint32(18)
	switch contract {
	case 1, 2, 3:
	case 4:
		return queens
	case 5:
		return jacks
	case 7, 8, 9, 10:
		nine = uint32(6 * (contract - 7))
	default:
		return nil
	}
	var trumps []uint32
	if dulle {
		trumps = []uint32{16}
	}
	trumps = append(append(trumps, queens...), jacks...)
	for _, rank := range []uint32{5, 4, 3, 0} {
		if !dulle || nine+rank != 16 {
			trumps = append(trumps, nine+rank)
		}
	}
	return trumps
}

// OrdoSquareName returns the name of a square of Ordo, such as d3; it is empty if
// there is no such square.
func OrdoSquareName(number uint32) string {
	if number >= 80 {
		return ""
	}
	return fmt.Sprintf("%c%d", 'a'+number%10, number/10+1)
}

// OrdoSquareNumber returns the number of a square of Ordo, and whether there is one
// of this name.
func OrdoSquareNumber(name string) (uint32, bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'j' || name[1] < '1' || name[1] > '8' {
		return 0, false
	}
	return uint32(name[1]-'1')*10 + uint32(name[0]-'a'), true
}
