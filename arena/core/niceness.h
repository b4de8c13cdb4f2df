// Sets which threads go first on busy processors.
#ifndef ARENA_CORE_NICENESS_H_
#define ARENA_CORE_NICENESS_H_

namespace arena {

// For threads that serve readers: matches, which have deadlines, go first.
inline constexpr int kReadersNiceness = 10;

// Sets the niceness of only the calling thread, from 0 to 19. A thread of
// higher niceness gets less of a busy processor. A thread cannot lower its
// niceness.
void SetNiceness(int niceness);

}  // namespace arena

#endif  // ARENA_CORE_NICENESS_H_
