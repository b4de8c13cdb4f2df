// Compares hands of Ordago.
#ifndef SAMPLE_BOTS_CPP_GREEDY_ORDAGO_HANDS_H_
#define SAMPLE_BOTS_CPP_GREEDY_ORDAGO_HANDS_H_

#include <vector>

#include "arena/v1/ordago.pb.h"

namespace greedy {

// Ranks from 1, ace, to 8, king; ascending.
using Hand = std::vector<int>;

Hand HandOf(const arena::v1::OrdagoCards& cards);

// The better one of two hands of four cards has the higher key in `bet`.
std::vector<int> KeyOf(int bet, const Hand& hand);

}  // namespace greedy

#endif  // SAMPLE_BOTS_CPP_GREEDY_ORDAGO_HANDS_H_
