// The greedy bots: one file per game, each with one class in it.
#ifndef SAMPLE_BOTS_CPP_GREEDY_BOTS_H_
#define SAMPLE_BOTS_CPP_GREEDY_BOTS_H_

#include <memory>

#include "sdk/cpp/pentathlon.h"

namespace greedy {

std::unique_ptr<pentathlon::Bot> MakeOctrixBot();
std::unique_ptr<pentathlon::Bot> MakeOrdoBot();
std::unique_ptr<pentathlon::Bot> MakeOrdagoBot();
std::unique_ptr<pentathlon::Bot> MakeDoppelkopfBot();
std::unique_ptr<pentathlon::Bot> MakeSecondsBot();

}  // namespace greedy

#endif  // SAMPLE_BOTS_CPP_GREEDY_BOTS_H_
