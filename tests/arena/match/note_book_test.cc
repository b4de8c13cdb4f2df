// Notes of bots: one for each decision, up to the limit of a seat.
#include "arena/match/note_book.h"

#include "gmock/gmock.h"

namespace arena {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NoteBookTest, NotesAreKeptInTheOrderInWhichTheyCame) {
  NoteBook book;
  book.Add({0, 1, "first"});
  book.Add({2, 1, "second"});
  book.Add({0, 2, "third"});
  EXPECT_THAT(book.notes(),
              ElementsAre(Note{0, 1, "first"}, Note{2, 1, "second"},
                          Note{0, 2, "third"}));
}
TEST(NoteBookTest, ADecisionOfASeatHasOneNote) {
  NoteBook book;
  book.Add({0, 1, "first"});
  book.Add({0, 1, "again"});
  EXPECT_THAT(book.notes(), ElementsAre(Note{0, 1, "first"}));
}
TEST(NoteBookTest, EmptyNotesAreNone) {
  NoteBook book;
  book.Add({0, 1, ""});
  EXPECT_THAT(book.notes(), IsEmpty());
}
TEST(NoteBookTest, ASeatThatHasUsedUpItsBytesKeepsNoMore) {
  NoteBook book;
  constexpr size_t kNotes = NoteBook::kMaxSeatBytes / kMaxNoteBytes;
  for (uint32_t decision = 1; decision <= kNotes + 5; ++decision) {
    book.Add({0, decision, std::string(kMaxNoteBytes, 'x')});
  }
  EXPECT_EQ(book.notes().size(), kNotes);
  book.Add({1, 1, "the other seat"});
  EXPECT_EQ(book.notes().back().text, "the other seat");
}

}  // namespace
}  // namespace arena
