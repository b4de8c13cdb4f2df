// Code that the tests of the journal share: entries as letters, and a folder in
// memory that fails on request.
#ifndef TESTS_REFEREE_JOURNAL_JOURNAL_TESTING_H_
#define TESTS_REFEREE_JOURNAL_JOURNAL_TESTING_H_

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/journal/folder.h"
#include "referee/journal/journal.h"
#include "referee/journal/open_journal.h"

namespace arena::referee {

// Returns an entry for each letter.
inline std::vector<MatchEntry> Spelled(absl::string_view letters) {
  std::vector<MatchEntry> entries;
  for (const char letter : letters) {
    entries.push_back({.kind = EntryKind::kChoice,
                       .seat = 0,
                       .action = static_cast<Action>(letter)});
  }
  return entries;
}

// Returns the letters of a match, or the error.
inline std::string LettersOf(Journal& journal, absl::string_view match_id) {
  const absl::StatusOr<std::vector<MatchEntry>> entries =
      journal.Read(match_id);
  if (!entries.ok()) return entries.status().ToString();
  std::string letters;
  for (const MatchEntry& entry : *entries) {
    letters.push_back(static_cast<char>(entry.action));
  }
  return letters;
}

// Opens the journal beside an SQLite database.
inline std::unique_ptr<Journal> OpenJournalOrDie(
    const std::string& path, Store& store,
    JournalFile::Elsewhere elsewhere = JournalFile::Options().elsewhere) {
  absl::StatusOr<OpenedJournal> opened = OpenJournal(
      "sqlite:" + path, store, Durability::kProcessKill, std::move(elsewhere));
  ARENA_CHECK(opened.ok(), opened.status().ToString());
  ARENA_CHECK(opened->damages.empty(), opened->damages[0]);
  return std::move(opened->journal);
}

// The state that the folders of one test share. It outlives the folders.
struct MemoryDisk {
  std::map<std::string, std::string> files;
  // How many bytes can still be written. Then a write stops short and fails.
  size_t room = SIZE_MAX;
  bool flush_fails = false;
  int writes = 0;
  int flushes = 0;
  int folder_flushes = 0;
  // Called in every write.
  std::function<void()> on_write = [] {};
};

class MemoryFile final : public AppendedFile {
 public:
  MemoryFile(MemoryDisk& disk, std::string& bytes)
      : disk_(disk), bytes_(bytes) {}
  absl::Status Append(absl::string_view bytes) override {
    ++disk_.writes;
    // This is a copy, since the function may replace itself.
    const auto on_write = disk_.on_write;
    on_write();
    const size_t fits = std::min(bytes.size(), disk_.room);
    bytes_.append(bytes.data(), fits);
    disk_.room -= fits;
    return fits == bytes.size() ? absl::OkStatus()
                                : absl::ResourceExhaustedError("disk full");
  }
  absl::Status Flush() override {
    ++disk_.flushes;
    return disk_.flush_fails ? absl::InternalError("disk gone")
                             : absl::OkStatus();
  }

 private:
  MemoryDisk& disk_;
  std::string& bytes_;
};

class MemoryFolder final : public Folder {
 public:
  explicit MemoryFolder(MemoryDisk& disk) : disk_(disk) {}
  std::string Name() const override { return "folder"; }
  absl::StatusOr<std::vector<std::string>> List() override {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : disk_.files) names.push_back(name);
    return names;
  }
  absl::StatusOr<std::string> Read(const std::string& name) override {
    return disk_.files.at(name);
  }
  absl::StatusOr<std::unique_ptr<AppendedFile>> Create(
      const std::string& name) override {
    if (disk_.files.contains(name)) return absl::InternalError("it is there");
    return std::make_unique<MemoryFile>(disk_, disk_.files[name]);
  }
  absl::Status Cut(const std::string& name, size_t size) override {
    disk_.files.at(name).resize(size);
    return absl::OkStatus();
  }
  absl::Status Rename(const std::string& from, const std::string& to) override {
    disk_.files[to] = std::move(disk_.files.at(from));
    disk_.files.erase(from);
    return absl::OkStatus();
  }
  absl::Status Remove(const std::string& name) override {
    disk_.files.erase(name);
    return absl::OkStatus();
  }
  absl::Status Flush() override {
    ++disk_.folder_flushes;
    return absl::OkStatus();
  }

 private:
  MemoryDisk& disk_;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_JOURNAL_JOURNAL_TESTING_H_
