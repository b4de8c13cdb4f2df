// The files of a journal.
#ifndef REFEREE_JOURNAL_FOLDER_H_
#define REFEREE_JOURNAL_FOLDER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/sql/data_directory.h"

namespace arena::referee {

// A file that only grows.
class AppendedFile {
 public:
  virtual ~AppendedFile() = default;
  // Adds bytes in one system call. After an error the file may contain any part
  // of them.
  virtual absl::Status Append(absl::string_view bytes) = 0;
  // Waits until the disk has all bytes.
  virtual absl::Status Flush() = 0;
};

// A folder of files; tests have a folder that fails. No error of a folder is a
// refusal (see IsRefusal). Not thread-safe.
class Folder {
 public:
  virtual ~Folder() = default;
  // The name of the folder, for messages.
  virtual std::string Name() const = 0;
  virtual absl::StatusOr<std::vector<std::string>> List() = 0;
  virtual absl::StatusOr<std::string> Read(const std::string& name) = 0;
  // Creates a file that does not exist.
  virtual absl::StatusOr<std::unique_ptr<AppendedFile>> Create(
      const std::string& name) = 0;
  // Cuts a file off after `size` bytes.
  virtual absl::Status Cut(const std::string& name, size_t size) = 0;
  virtual absl::Status Rename(const std::string& from,
                              const std::string& to) = 0;
  virtual absl::Status Remove(const std::string& name) = 0;
  // Waits until the disk has the names of all files.
  virtual absl::Status Flush() = 0;
};

// A folder on the disk, held for this process.
class DiskFolder final : public Folder {
 public:
  explicit DiskFolder(DataDirectory directory)
      : directory_(std::move(directory)) {}

  std::string Name() const override { return directory_.path(); }
  absl::StatusOr<std::vector<std::string>> List() override;
  absl::StatusOr<std::string> Read(const std::string& name) override;
  absl::StatusOr<std::unique_ptr<AppendedFile>> Create(
      const std::string& name) override;
  absl::Status Cut(const std::string& name, size_t size) override;
  absl::Status Rename(const std::string& from, const std::string& to) override;
  absl::Status Remove(const std::string& name) override;
  absl::Status Flush() override;

 private:
  std::string PathOf(const std::string& name) const;

  const DataDirectory directory_;
};

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_FOLDER_H_
