// Which threads go first where the processors are busy.
#ifndef ARENA_CORE_NICENESS_H_
#define ARENA_CORE_NICENESS_H_

namespace arena {

// For threads that serve readers: matches, which have deadlines, go first.
inline constexpr int kReadersNiceness = 10;

// Sets the niceness of the calling thread alone, from 0 to 19: the system gives
// threads of a higher one less of a busy processor. A thread cannot lower it.
void SetNiceness(int niceness);

}  // namespace arena

#endif  // ARENA_CORE_NICENESS_H_
