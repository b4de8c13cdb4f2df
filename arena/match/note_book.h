// The notes of bots about their decisions (Act.note).
#ifndef ARENA_MATCH_NOTE_BOOK_H_
#define ARENA_MATCH_NOTE_BOOK_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "arena/games/base/action.h"

namespace arena {

// The session refuses a longer note before it comes here.
inline constexpr size_t kMaxNoteBytes = 1024;

struct Note {
  Seat seat = 0;
  uint32_t decision = 0;
  std::string text;

  bool operator==(const Note&) const = default;
};

// The notes of one match, in the order in which they came. Notes are no part of
// the match: nothing depends on them, they are not in the journal, and a
// restart of the referee loses them.
class NoteBook {
 public:
  // The limit of one seat's notes, so that bots cannot fill the memory or the
  // store of a referee.
  static constexpr size_t kMaxSeatBytes = 64 * 1024;

  // Keeps the note unless the seat has used up its bytes or has a note for this
  // decision already.
  void Add(Note note) {
    size_t& used = used_[note.seat];
    uint32_t& newest = newest_[note.seat];
    if (note.text.empty() || note.decision <= newest ||
        used + note.text.size() > kMaxSeatBytes) {
      return;
    }
    used += note.text.size();
    newest = note.decision;
    notes_.push_back(std::move(note));
  }

  const std::vector<Note>& notes() const { return notes_; }

 private:
  std::vector<Note> notes_;
  std::array<size_t, kMaxSeats> used_ = {};
  std::array<uint32_t, kMaxSeats> newest_ = {};
};

}  // namespace arena

#endif  // ARENA_MATCH_NOTE_BOOK_H_
