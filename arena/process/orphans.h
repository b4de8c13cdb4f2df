// What programs that we started leave behind.
#ifndef ARENA_PROCESS_ORPHANS_H_
#define ARENA_PROCESS_ORPHANS_H_

namespace arena {

// While it lives, a process whose parent has ended becomes a child of this
// program if that has started it, directly or not, even if it has left its group
// and its session. In the end all children are killed, theirs too: other
// programs that were started must have ended before. One at a time.
class Orphans {
 public:
  Orphans();
  ~Orphans();
  Orphans(const Orphans&) = delete;
  Orphans& operator=(const Orphans&) = delete;
};

}  // namespace arena

#endif  // ARENA_PROCESS_ORPHANS_H_
