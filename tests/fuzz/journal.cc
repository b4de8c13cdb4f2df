// Files of the journal, as a disk or a person may have left them.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arena/core/check.h"
#include "referee/journal/journal_file.h"
#include "referee/journal/segment.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"
#include "tests/referee/journal/journal_testing.h"

namespace arena::fuzz {
namespace {

using referee::JournalFile;
using referee::MemoryDisk;

constexpr uint64_t kJournal = 7;
// The segments are small, so that a few entries fill several.
constexpr size_t kSegmentBytes = 150;
const std::vector<std::string>& Matches() {
  static const auto& matches = *new std::vector<std::string>{"m0", "m1", "m2"};
  return matches;
}

std::unique_ptr<JournalFile> Open(MemoryDisk& disk, bool exists) {
  auto journal = JournalFile::Open(
      std::make_unique<referee::MemoryFolder>(disk), Matches(),
      {.id = kJournal, .exists = exists, .segment_bytes = kSegmentBytes});
  // A journal is refused only if it is another's or a newer one.
  ARENA_CHECK(journal.ok() || absl::IsFailedPrecondition(journal.status()),
              journal.status().ToString());
  return journal.ok() ? *std::move(journal) : nullptr;
}

// A journal that is written, damaged, and read.
class JournalOnDisk {
 public:
  // Takes input until the input says that the damage begins.
  void Write(Input& input) {
    std::unique_ptr<JournalFile> journal = Open(disk_, /*exists=*/false);
    for (int step = input.Below(16); step != 0; step = input.Below(16)) {
      const std::string& match = Matches()[input.Below(3)];
      std::string& letters = letters_[match];
      if (step == 1) {
        journal = nullptr;
        journal = Open(disk_, /*exists=*/true);
      } else {
        const std::string more(step, static_cast<char>('a' + step));
        journal->Append(match, letters.size(), referee::Spelled(more),
                        [](const absl::Status& status) {
                          ARENA_CHECK(status.ok(), status.ToString());
                        });
        letters += more;
      }
    }
  }

  void Damage(Input& input) {
    while (!input.empty()) {
      ++damages_;
      const int how = input.Below(8);
      auto file = disk_.files.begin();
      std::advance(file, input.Below(static_cast<int>(disk_.files.size())));
      std::string& bytes = file->second;
      const size_t high = input.Below(256);
      const size_t at = std::min<size_t>(256 * high + input.Below(256),
                                         bytes.empty() ? 0 : bytes.size() - 1);
      if (how == 0 && !bytes.empty()) {
        const auto flip = static_cast<char>(input.Below(256));
        bytes[at] ^= flip;
        flips_ += flip != 0 ? 1 : 0;
      } else if (how == 1) {
        bytes.resize(at);
      } else if (how == 2) {
        const absl::string_view piece = input.Piece();
        bytes.insert(at, piece.data(), piece.size());
      } else if (how == 3) {
        AddGroup(input.Piece(), NumberOf(file->first), bytes);
      } else if (how == 4) {
        bytes = MadeUp(input.Piece(), NumberOf(file->first));
      } else if (how == 5) {
        disk_.files.erase(file);
        if (disk_.files.empty()) disk_.files[referee::SegmentName(1)];
      } else if (how == 6) {
        std::string moved = std::move(bytes);
        disk_.files.erase(file);
        disk_.files[referee::SegmentName(NumberIn(input.Piece()))] =
            std::move(moved);
      } else {
        bytes.append(at, '\0');
      }
    }
  }

  void Read() {
    std::map<std::string, std::string> found;
    {
      const std::unique_ptr<JournalFile> journal = Open(disk_, true);
      if (journal == nullptr) return;
      for (const std::string& match : Matches()) {
        found[match] = LettersOf(*journal, match);
        Check(match, found[match], journal->damages().empty());
      }
    }
    // Damage is judged once, at the first opening.
    const std::unique_ptr<JournalFile> journal = Open(disk_, true);
    ARENA_CHECK(journal != nullptr);
    ARENA_CHECK(journal->damages().empty(), journal->damages()[0]);
    for (const std::string& match : Matches()) {
      ARENA_CHECK(LettersOf(*journal, match) == found[match], match, " has ",
                  LettersOf(*journal, match), ", not ", found[match]);
    }
  }

 private:
  // A group with the right checks, and a run that need not make sense.
  void AddGroup(absl::string_view run, uint64_t number, std::string& bytes) {
    forged_ = true;
    Input input(run);
    referee::GroupWriter group;
    const uint64_t match = input.Below(4);
    const bool named = input.Below(2) == 1;
    const absl::string_view lost = input.Piece();
    const int64_t first = input.Below(256);
    const int64_t count = input.Below(256);
    group.Add({.match = match,
               .match_id = named ? Matches()[match % 3] : "",
               .lost = lost,
               .first = first,
               .count = count,
               .packed = input.Rest()});
    const absl::string_view whole = group.Finish(number, bytes.size());
    bytes.append(whole.data(), whole.size());
  }
  // A segment with a good header, and any bytes behind it.
  std::string MadeUp(absl::string_view rest, uint64_t number) {
    forged_ = true;
    std::string bytes = referee::EncodeHeader(
        {.id = kJournal, .number = number, .oldest = NumberIn(rest)});
    return bytes.append(rest.data(), rest.size());
  }
  static uint64_t NumberOf(const std::string& name) {
    return referee::SegmentNumber(name).value_or(1);
  }
  // A number up to the largest possible one.
  static uint64_t NumberIn(absl::string_view bytes) {
    uint64_t number = 0;
    for (const char byte : bytes.substr(0, 8)) {
      number = number << 8 | static_cast<uint8_t>(byte);
    }
    return number;
  }

  // A match is refused with its reason, or has every acknowledged entry. A
  // match may lack its last entries only if the end of a file was cut off.
  void Check(const std::string& match, const std::string& found,
             bool no_damage) {
    if (found.rfind("DATA_LOSS", 0) == 0 || forged_) return;
    const std::string& letters = letters_[match];
    ARENA_CHECK(letters.rfind(found, 0) == 0, match, " has ", found, ", not ",
                letters);
    const bool only_flip = damages_ == 1 && flips_ == 1;
    if (!only_flip && damages_ != 0) return;
    ARENA_CHECK(found == letters, match, " has ", found, ", not ", letters);
    ARENA_CHECK(no_damage == (damages_ == 0));
  }

  MemoryDisk disk_;
  std::map<std::string, std::string> letters_;
  int damages_ = 0;
  int flips_ = 0;
  // Whether the files hold groups that nobody wrote.
  bool forged_ = false;
};

}  // namespace

void FuzzJournal(absl::string_view bytes) {
  Input input(bytes);
  JournalOnDisk journal;
  journal.Write(input);
  journal.Damage(input);
  journal.Read();
}

}  // namespace arena::fuzz
