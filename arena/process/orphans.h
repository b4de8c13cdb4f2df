// Finds and kills processes that started programs leave behind.
#ifndef ARENA_PROCESS_ORPHANS_H_
#define ARENA_PROCESS_ORPHANS_H_

namespace arena {

// While this object lives, descendants of this program become its children when
// their parents end, even if they have left their group and session. The
// destructor kills all children and their descendants, so all other started
// programs must have ended before. Have one object at a time.
class Orphans {
 public:
  Orphans();
  ~Orphans();
  Orphans(const Orphans&) = delete;
  Orphans& operator=(const Orphans&) = delete;
};

}  // namespace arena

#endif  // ARENA_PROCESS_ORPHANS_H_
