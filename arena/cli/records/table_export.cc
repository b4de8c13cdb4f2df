#include "arena/cli/records/table_export.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/output.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "arena/executor/all_processors.h"
#include "arena/process/signal_waiter.h"
#include "arena/record/file.h"
#include "arena/record/table_rows.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

// The version of export.json.
constexpr int kExportFormat = 1;
// Matches whose rows are in memory at the same time.
constexpr size_t kBatch = 128;
// The most left-out records that are named; export.json lists all.
constexpr size_t kMostLeftOutNamed = 20;

// A record of which no rows are written, and why.
struct LeftOut {
  std::string record;
  // "damaged", "other-rules", "unreadable", "copy", "same-id", or as
  // FoundRecord::missing.
  std::string kind;
  std::string why;
};

// Whether something is missing from the tables that may come later, or that was
// lost.
bool IsLoss(const LeftOut& one) {
  return one.kind != "copy" && !IsGoneForGood(one.kind);
}

// The outcome of one record.
struct Exported {
  std::string key;
  std::string sha256;
  TableTexts texts;
  // Absent if the record was exported.
  std::optional<LeftOut> left_out;
};

std::string LeftOutKindOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kDataLoss:
      return "damaged";
    case absl::StatusCode::kFailedPrecondition:
      return "other-rules";
    default:
      return "unreadable";
  }
}

// A name of a file as text of a table, which must be UTF-8.
std::string NameAsText(const std::string& name) {
  const Json text = name;
  const std::string sound =
      text.dump(-1, ' ', false, Json::error_handler_t::replace);
  return Json::parse(sound) == text ? name : Printable(name);
}

Exported ExportRecord(const RecordSource& source, const std::string& name,
                      bool shares_file_name, TableFormat format) {
  Exported exported;
  FoundRecord found = source.Find(name);
  absl::Status status = found.bytes.status();
  if (!status.ok()) {
    exported.left_out = LeftOut{
        name, found.missing.empty() ? LeftOutKindOf(status) : found.missing,
        std::string(status.message())};
    return exported;
  }
  exported.sha256 = found.names.sha256 = Sha256(*found.bytes);
  if (shares_file_name) found.names.match = name;
  found.names.match = NameAsText(found.names.match);
  found.names.file = NameAsText(found.names.file);
  const absl::StatusOr<Record> record = ReadRecord(*found.bytes);
  status = record.status();
  if (status.ok()) {
    exported.key = record->header.match_id().empty()
                       ? found.names.match
                       : record->header.match_id();
    absl::StatusOr<TableTexts> texts =
        TableTextsOf(*record, found.names, format);
    status = texts.status();
    if (status.ok()) exported.texts = *std::move(texts);
  }
  if (!status.ok()) {
    exported.left_out =
        LeftOut{name, LeftOutKindOf(status), std::string(status.message())};
  }
  return exported;
}

// A file that grows. Errors are those of the last call.
class TableFile {
 public:
  explicit TableFile(const std::string& path)
      : path_(path), file_(std::fopen(path.c_str(), "wbe")) {}
  TableFile(TableFile&& other) noexcept
      : path_(std::move(other.path_)),
        file_(std::exchange(other.file_, nullptr)) {}
  ~TableFile() {
    if (file_ != nullptr) std::fclose(file_);
  }

  void Write(absl::string_view bytes) {
    if (file_ != nullptr) std::fwrite(bytes.data(), 1, bytes.size(), file_);
  }
  absl::Status Close() {
    const bool sound = file_ != nullptr && std::ferror(file_) == 0;
    if (file_ != nullptr &&
        std::fclose(std::exchange(file_, nullptr)) == 0 && sound) {
      return absl::OkStatus();
    }
    return FileError("write", path_);
  }

 private:
  std::string path_;
  std::FILE* file_;
};

// Writes the tables of a source to a folder. Use once.
class TableExport {
 public:
  TableExport(const RecordSource& source, TableFormat format)
      : source_(source), format_(format) {
    for (const std::string& name : source.names()) {
      ++file_names_[fs::path(name).filename()];
    }
  }

  absl::Status Write(const std::string& folder) {
    for (const TableSpec& table : RecordTables()) {
      files_.emplace_back(
          absl::StrCat(folder, "/", table.name, Ending()));
      files_.back().Write(TableHead(table, format_));
    }
    const size_t total = source_.names().size();
    Progress progress("records");
    // An unfinished folder is removed.
    const SignalWaiter signals;
    for (size_t begin = 0; begin < total; begin += kBatch) {
      ARENA_RETURN_IF_ERROR(signals.Wait(absl::ZeroDuration()));
      progress.Update(static_cast<int64_t>(begin), static_cast<int64_t>(total));
      for (Exported& one : Batch(begin, std::min(begin + kBatch, total))) {
        Take(std::move(one));
      }
    }
    for (TableFile& file : files_) ARENA_RETURN_IF_ERROR(file.Close());
    return WriteFileAtomically(absl::StrCat(folder, "/export.json"),
                               Description().dump(2, ' ', false,
                                                  kReplaceBadText) +
                                   "\n");
  }

  size_t matches() const { return rows_[0]; }
  const std::vector<LeftOut>& left_out() const { return left_out_; }
  // "1000 matches, 4000 seats, 60000 decisions, 8000 deals".
  std::string RowsText() const {
    std::vector<std::string> parts;
    for (size_t i = 0; i < kRecordTables; ++i) {
      parts.push_back(absl::StrCat(rows_[i], " ", RecordTables()[i].name));
    }
    return absl::StrJoin(parts, ", ");
  }

 private:
  static constexpr auto kReplaceBadText = Json::error_handler_t::replace;

  const char* Ending() const {
    return format_ == TableFormat::kCsv ? ".csv" : ".jsonl";
  }

  // The names from `begin` to before `end`, on all processors.
  std::vector<Exported> Batch(size_t begin, size_t end) const {
    std::vector<Exported> batch(end - begin);
    OnAllProcessors(batch.size(), [&](size_t i) {
      const std::string& name = source_.names()[begin + i];
      const bool shared = file_names_.at(fs::path(name).filename()) > 1;
      batch[i] = ExportRecord(source_, name, shared, format_);
    });
    return batch;
  }

  void Take(Exported one) {
    const std::string& name = source_.names()[taken_++];
    if (!one.left_out.has_value()) {
      const auto [first, is_new] = keys_.try_emplace(
          one.key, KeptRecord{.name = name, .sha256 = one.sha256});
      if (!is_new) one.left_out = SecondOf(name, one, first->second);
    }
    if (one.left_out.has_value()) {
      left_out_.push_back(*std::move(one.left_out));
      return;
    }
    for (size_t i = 0; i < kRecordTables; ++i) {
      files_[i].Write(one.texts.text[i]);
      rows_[i] += one.texts.rows[i];
    }
  }

  // A record under whose key other rows have been written.
  struct KeptRecord {
    std::string name;
    std::string sha256;
  };
  static LeftOut SecondOf(const std::string& name, const Exported& second,
                          const KeptRecord& first) {
    if (second.sha256 == first.sha256) {
      return {name, "copy", absl::StrCat("a copy of ", first.name)};
    }
    return {name, "same-id",
            absl::StrCat("another record than ", first.name,
                         ", of the same match ", second.key)};
  }

  Json Description() const {
    Json tables = Json::object();
    for (size_t i = 0; i < kRecordTables; ++i) {
      const TableSpec& table = RecordTables()[i];
      Json columns = Json::array();
      Json key = Json::array();
      for (const TableColumn& column : table.columns) {
        if (static_cast<int>(key.size()) < table.key_columns) {
          key.push_back(column.name);
        }
        columns.push_back({{"name", column.name},
                           {"type", ColumnTypeName(column.type)},
                           {"optional", column.optional},
                           {"about", column.about}});
      }
      tables[table.name] = {
          {"file", absl::StrCat(table.name, Ending())},
          {"about", table.about},
          {"rows", rows_[i]},
          {"key", std::move(key)},
          {"columns", std::move(columns)}};
    }
    Json left_out = Json::array();
    for (const LeftOut& one : left_out_) {
      left_out.push_back(
          {{"record", one.record}, {"kind", one.kind}, {"why", one.why}});
    }
    return {{"format_version", kExportFormat},
            {"program", "arena " PENTATHLON_VERSION},
            {"format", Ending() + 1},
            {"tables", std::move(tables)},
            {"left_out", std::move(left_out)}};
  }

  const RecordSource& source_;
  const TableFormat format_;
  // How often a file name occurs.
  std::map<std::string, int> file_names_;
  std::vector<TableFile> files_;
  std::array<size_t, kRecordTables> rows_ = {};
  size_t taken_ = 0;
  std::map<std::string, KeptRecord> keys_;
  std::vector<LeftOut> left_out_;
};

// Names and counts the left-out records on stderr.
void TellLeftOut(const std::vector<LeftOut>& left_out) {
  std::map<std::string, int> kinds;
  for (size_t i = 0; i < left_out.size(); ++i) {
    const LeftOut& one = left_out[i];
    ++kinds[one.kind];
    if (i < kMostLeftOutNamed) {
      PrintMessage(absl::StrCat(one.record, ": not exported: ", one.why));
    }
  }
  std::vector<std::string> parts;
  for (const auto& [kind, count] : kinds) {
    parts.push_back(absl::StrCat(count, " ", kind));
  }
  PrintMessage(absl::StrCat("left out: ", absl::StrJoin(parts, ", "),
                            left_out.size() > kMostLeftOutNamed
                                ? "; export.json names them all"
                                : ""));
}

}  // namespace

absl::StatusOr<int> ExportTables(const RecordSource& source, TableFormat format,
                                 const std::string& folder) {
  ARENA_ASSIGN_OR_RETURN(NewFolder target, NewFolder::Make(folder));
  TableExport tables(source, format);
  ARENA_RETURN_IF_ERROR(tables.Write(target.path()));
  if (!tables.left_out().empty()) TellLeftOut(tables.left_out());
  if (tables.matches() == 0) {
    return absl::DataLossError(
        absl::StrCat("none of these records can be exported, so ", folder,
                     " was not made"));
  }
  ARENA_RETURN_IF_ERROR(target.Publish());
  Print(absl::StrCat(tables.RowsText(), ": written to ", folder, "\n"));
  return absl::c_any_of(tables.left_out(), IsLoss) ? kProblem : kSuccess;
}

}  // namespace arena::cli
