// sdk/tables/cards.json agrees with the rules. The SDKs' tables agree with
// cards.json, so they agree with the rules, too. PENTATHLON_WRITE_TABLES=1
// writes cards.json.
#include <gmock/gmock.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "arena/games/doppelkopf/doppelkopf_cards.h"
#include "arena/games/octrix/octrix_cards.h"
#include "arena/games/ordago/ordago_cards.h"
#include "arena/games/ordo/bitboard.h"
#include "arena/games/seconds/seconds_cards.h"
#include "arena/v1/doppelkopf.pb.h"
#include "arena/v1/ordago.pb.h"
#include "tests/testing/folders/folders.h"

namespace arena {
namespace {

using Json = nlohmann::ordered_json;

const std::string kTable = testing::InSources("sdk/tables/cards.json");

// A card as every game has it. `strength` compares two cards of which one can
// beat the other: in Octrix and Ordago any two, else two of a suit.
Json CardOf(uint32_t number, const std::string& name, const std::string& suit,
            const std::string& rank, int points, int strength, int copies) {
  return {{"number", number}, {"name", name},     {"suit", suit},
          {"rank", rank},     {"points", points}, {"strength", strength},
          {"copies", copies}};
}

const char* SuitOfLetter(char letter) {
  switch (letter) {
    case 'C':
      return "clubs";
    case 'D':
      return "diamonds";
    case 'H':
      return "hearts";
    default:
      return "spades";
  }
}

// The card of this name: the letter of the suit, then the letter of the rank.
Json Named(uint32_t number, const std::string& name, int points, int strength,
           int copies) {
  return CardOf(number, name, SuitOfLetter(name[0]), name.substr(1), points,
                strength, copies);
}

Json OctrixCards() {
  Json cards = Json::array();
  for (octrix::Card card = 0; card < octrix::kCards; ++card) {
    cards.push_back(Named(card, octrix::CardText(card), 0, card, 1));
  }
  return cards;
}

Json SecondsCards() {
  Json cards = Json::array();
  for (seconds::Card card = 0; card < seconds::kCards; ++card) {
    cards.push_back(Named(card, seconds::CardText(card), 0,
                          seconds::RankOf(card), 1));
  }
  return cards;
}

Json DoppelkopfCards() {
  Json cards = Json::array();
  for (doppelkopf::Card card = 0; card < doppelkopf::kCardTypes; ++card) {
    cards.push_back(Named(card, doppelkopf::CardText(card),
                          doppelkopf::AugenOf(card), doppelkopf::RankOf(card),
                          doppelkopf::kCopies));
  }
  return cards;
}

// The numbers of the trumps from the highest down, by contract, with the option
// dulle on and off.
Json DoppelkopfTrumps() {
  Json all = Json::array();
  for (int i = 0; i < doppelkopf::kContracts; ++i) {
    const auto contract = static_cast<doppelkopf::Contract>(i);
    const std::string name(doppelkopf::ContractText(contract));
    const auto trumps = [&](bool dulle) {
      doppelkopf::Rules rules;
      rules.dulle = dulle;
      Json numbers = Json::array();
      for (const doppelkopf::Card card :
           doppelkopf::TrumpOrder(contract, rules)) {
        numbers.push_back(card);
      }
      return numbers;
    };
    all.push_back({{"number", i + 1},
                   {"contract", name},
                   {"dulle_on", trumps(true)},
                   {"dulle_off", trumps(false)}});
    // The number of DoppelkopfContract.
    const std::string& enumerator = v1::DoppelkopfContract_Name(
        static_cast<v1::DoppelkopfContract>(i + 1));
    std::string upper = "DOPPELKOPF_CONTRACT_";
    for (const char letter : name) upper += static_cast<char>(toupper(letter));
    EXPECT_EQ(enumerator, upper);
  }
  return all;
}

// Ranks by the numbers of OrdagoRank. The cards have no suits.
Json OrdagoCards() {
  Json cards = Json::array();
  for (ordago::Rank rank = 0; rank < ordago::kRanks; ++rank) {
    const std::string letter(1, ordago::kRankLetters[rank]);
    cards.push_back(CardOf(rank + 1, letter, "", letter, ordago::kPoints[rank],
                           rank, ordago::kCopies[rank]));
  }
  EXPECT_EQ(v1::ORDAGO_RANK_ACE, ordago::kAce + 1);
  EXPECT_EQ(v1::ORDAGO_RANK_KING, ordago::kKing + 1);
  return cards;
}

Json OrdoSquares() {
  Json squares = Json::array();
  for (ordo::Square square = 0; square < ordo::kSquares; ++square) {
    const int column = ordo::ColumnOf(square);
    const int row = ordo::RowOf(square) + 1;
    squares.push_back(
        {{"number", square},
         {"name", std::string(1, static_cast<char>('a' + column)) +
                      std::to_string(row)},
         {"column", column},
         {"row", row}});
  }
  return squares;
}

// Each card has a line of its own, so that people can read the changes.
std::string TextOf(const Json& tables) {
  std::string text = "{\n";
  for (auto table = tables.begin(); table != tables.end(); ++table) {
    text += (table == tables.begin() ? "\"" : ",\n\"") + table.key() + "\": [\n";
    for (size_t i = 0; i < table->size(); ++i) {
      text += (i == 0 ? "  " : ",\n  ") + (*table)[i].dump();
    }
    text += "\n]";
  }
  return text + "\n}\n";
}

TEST(CardTablesTest, TheTableIsThatOfTheRules) {
  const Json tables = {{"doppelkopf", DoppelkopfCards()},
                       {"doppelkopf_trumps", DoppelkopfTrumps()},
                       {"octrix", OctrixCards()},
                       {"ordago", OrdagoCards()},
                       {"ordo_squares", OrdoSquares()},
                       {"seconds", SecondsCards()}};
  const std::string expected = TextOf(tables);
  if (std::getenv("PENTATHLON_WRITE_TABLES") != nullptr) {
    std::ofstream(kTable) << expected;
  }
  std::ifstream file(kTable);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(text == expected)
      << kTable << " differs; PENTATHLON_WRITE_TABLES=1 writes it anew";
}

}  // namespace
}  // namespace arena
