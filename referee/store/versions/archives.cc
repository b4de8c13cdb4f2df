#include "referee/store/versions/archives.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"

namespace arena::referee {
namespace {

// How much Put writes at a time: other writers wait meanwhile.
constexpr size_t kPutBytes = 4 * kArchiveChunk;

struct ArchiveRow {
  int64_t number = 0;
  int64_t size = 0;
  int64_t received = 0;
};

absl::Status NoArchive(absl::string_view sha256) {
  return absl::NotFoundError(absl::StrCat("no archive has the SHA-256 ",
                                          absl::BytesToHexString(sha256)));
}

enum class Lock { kNone, kUntilTheEnd };

// Whole archives have the empty uploader. With a lock the archive does not
// change until the transaction ends.
std::optional<ArchiveRow> FindArchive(SqlConnection& sql, const Upload& upload,
                                      Lock lock = Lock::kNone) {
  Query query(sql,
              absl::StrCat("SELECT number, size, received FROM archives"
                           " WHERE sha256 = $1 AND uploader = $2",
                           lock == Lock::kNone ? "" : " {for update}"),
              Blob{upload.sha256}, upload.uploader);
  if (!query.Next()) return std::nullopt;
  return ArchiveRow{query.Int(0), query.Int(1), query.Int(2)};
}

void DeleteArchive(SqlConnection& sql, int64_t archive) {
  Query(sql, "DELETE FROM archive_chunks WHERE archive = $1", archive).Post();
  Query(sql, "DELETE FROM archives WHERE number = $1", archive).Post();
}

void TouchArchive(SqlConnection& sql, int64_t archive) {
  Query(sql, "UPDATE archives SET touched = $2 WHERE number = $1", archive,
        sql.Now())
      .Post();
}

// The bytes of the uploader in the store: its uploads at their full size, and
// the archives of its bots' versions.
int64_t ArchiveBytesOf(SqlConnection& sql, absl::string_view uploader) {
  Query query(sql,
              "SELECT CAST(coalesce(sum(size), 0) AS BIGINT) FROM archives"
              " WHERE uploader = $1 OR (uploader = '' AND sha256 IN"
              "  (SELECT v.archive_sha256 FROM versions v"
              "    JOIN bots b ON b.name = v.bot WHERE b.author = $1"
              "   UNION SELECT v.build_sha256 FROM versions v"
              "    JOIN bots b ON b.name = v.bot WHERE b.author = $1"
              "    AND v.build_sha256 IS NOT NULL))",
              uploader);
  return query.Next() ? query.Int(0) : 0;
}

absl::Status CheckRoom(SqlConnection& sql, const Upload& upload, int64_t size,
                       int64_t most_bytes) {
  if (most_bytes == 0) return absl::OkStatus();
  const int64_t used = ArchiveBytesOf(sql, upload.uploader);
  if (used + size <= most_bytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      "the archives of ", upload.uploader, "'s bots have ", used,
      " bytes, and with this one of ", size,
      " bytes they would have more than ", most_bytes,
      "; retire versions that are not needed: their archives are deleted a day "
      "later"));
}

absl::Status CheckOffer(const Upload& upload, int64_t size) {
  if (upload.uploader.empty()) {
    return absl::InvalidArgumentError("an upload needs an uploader");
  }
  if (upload.sha256.size() != kSha256Bytes) {
    return absl::InvalidArgumentError(absl::StrCat("archive_sha256 has ",
                                                   upload.sha256.size(),
                                                   " bytes; a SHA-256 has 32"));
  }
  if (size > 0) return absl::OkStatus();
  return absl::InvalidArgumentError("an archive has at least one byte");
}

// Adds bytes after the stored pieces.
void WriteChunks(SqlConnection& sql, const ArchiveRow& archive,
                 absl::string_view bytes) {
  int64_t end = archive.received;
  while (!bytes.empty()) {
    const int64_t number = end / kArchiveChunk;
    const int64_t inside = end % kArchiveChunk;
    std::string chunk;
    if (inside != 0) {
      Query query(sql,
                  "SELECT bytes FROM archive_chunks"
                  " WHERE archive = $1 AND number = $2",
                  archive.number, number);
      if (query.Next()) chunk = query.Bytes(0);
    }
    const absl::string_view part = bytes.substr(0, kArchiveChunk - inside);
    absl::StrAppend(&chunk, part);
    Query(sql,
          "INSERT INTO archive_chunks (archive, number, bytes)"
          " VALUES ($1, $2, $3)"
          " ON CONFLICT (archive, number) DO UPDATE SET bytes = $3",
          archive.number, number, Blob{chunk})
        .Run();
    bytes.remove_prefix(part.size());
    end += part.size();
  }
}

absl::StatusOr<std::string> ReadPiece(SqlConnection& sql, const Upload& upload,
                                      int64_t number) {
  const std::optional<ArchiveRow> archive = FindArchive(sql, upload);
  if (!archive.has_value()) return NoArchive(upload.sha256);
  if (number < 0 || number * kArchiveChunk >= archive->received) {
    return absl::NotFoundError("behind the end of the archive");
  }
  Query query(sql,
              "SELECT bytes FROM archive_chunks"
              " WHERE archive = $1 AND number = $2",
              archive->number, number);
  if (query.Next()) return query.Bytes(0);
  return absl::DataLossError(
      absl::StrCat("piece ", number, " of the archive with the SHA-256 ",
                   absl::BytesToHexString(upload.sha256), " is gone"));
}

}  // namespace

absl::StatusOr<int64_t> Archives::Offer(const Upload& upload, int64_t size,
                                        int64_t most_bytes) {
  ARENA_RETURN_IF_ERROR(CheckOffer(upload, size));
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::StatusOr<int64_t> {
        const std::optional<ArchiveRow> found =
            FindArchive(sql, upload, Lock::kUntilTheEnd);
        if (found.has_value() && found->size == size) {
          TouchArchive(sql, found->number);
          return found->received;
        }
        if (found.has_value()) DeleteArchive(sql, found->number);
        ARENA_RETURN_IF_ERROR(CheckRoom(sql, upload, size, most_bytes));
        Query(sql,
              "INSERT INTO archives (sha256, uploader, size, received, touched)"
              " VALUES ($1, $2, $3, 0, $4) ON CONFLICT DO NOTHING",
              Blob{upload.sha256}, upload.uploader, size, sql.Now())
            .Run();
        return 0;
      });
}

absl::Status Archives::Append(const Upload& upload, int64_t offset,
                              absl::string_view bytes) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::Status {
        const std::optional<ArchiveRow> archive =
            FindArchive(sql, upload, Lock::kUntilTheEnd);
        if (!archive.has_value()) return NoArchive(upload.sha256);
        const int64_t end = offset + static_cast<int64_t>(bytes.size());
        if (end > archive->size) {
          return absl::InvalidArgumentError(
              absl::StrCat("the archive was offered with ", archive->size,
                           " bytes, and has at least ", end));
        }
        if (offset < archive->received && end <= archive->received) {
          return absl::OkStatus();
        }
        if (offset != archive->received) {
          return absl::FailedPreconditionError(absl::StrCat(
              "the next bytes of the archive begin at ", archive->received,
              ", not at ", offset, "; offer the archive again"));
        }
        WriteChunks(sql, *archive, bytes);
        Query(sql,
              "UPDATE archives SET received = $2, touched = $3"
              " WHERE number = $1",
              archive->number, end, sql.Now())
            .Post();
        return absl::OkStatus();
      });
}

absl::StatusOr<std::string> Archives::ReadUpload(const Upload& upload,
                                                 int64_t number) {
  return database_.Read(
      [&](SqlConnection& sql) { return ReadPiece(sql, upload, number); });
}

absl::Status Archives::Drop(const Upload& upload) {
  if (upload.uploader.empty()) return absl::OkStatus();
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    const std::optional<ArchiveRow> archive =
        FindArchive(sql, upload, Lock::kUntilTheEnd);
    if (archive.has_value()) DeleteArchive(sql, archive->number);
    return absl::OkStatus();
  });
}

absl::Status Archives::Put(absl::string_view sha256, absl::string_view bytes) {
  if (Sha256(bytes) != sha256) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the archive has ", bytes.size(), " bytes with the SHA-256 ",
        absl::BytesToHexString(Sha256(bytes)), ", and not ",
        absl::BytesToHexString(sha256)));
  }
  // The upload has a name of its own, because another referee may store the
  // same archive.
  const Upload upload = {.uploader = RandomName(),
                         .sha256 = std::string(sha256)};
  const absl::Status kept = Keep(upload);
  if (!absl::IsNotFound(kept)) return kept;
  ARENA_RETURN_IF_ERROR(Offer(upload, bytes.size(), 0).status());
  for (size_t offset = 0; offset < bytes.size(); offset += kPutBytes) {
    ARENA_RETURN_IF_ERROR(
        Append(upload, offset, bytes.substr(offset, kPutBytes)));
  }
  return Keep(upload);
}

absl::Status Archives::Keep(const Upload& upload) {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    return KeepUpload(sql, upload);
  });
}

absl::StatusOr<std::string> Archives::ReadChunk(absl::string_view sha256,
                                                int64_t number) {
  const Upload whole = {.uploader = "", .sha256 = std::string(sha256)};
  return ReadUpload(whole, number);
}

absl::StatusOr<int64_t> Archives::Size(absl::string_view sha256) {
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<int64_t> {
    const auto archive =
        FindArchive(sql, {.uploader = "", .sha256 = std::string(sha256)});
    if (!archive.has_value()) return NoArchive(sha256);
    return archive->size;
  });
}

absl::StatusOr<int> Archives::DeleteUnused(absl::Duration kept, int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::StatusOr<int> {
        std::vector<int64_t> archives;
        {
          Query query(sql,
                      "SELECT number FROM archives WHERE touched < $1"
                      " AND (uploader <> '' OR NOT EXISTS"
                      "  (SELECT 1 FROM versions v"
                      "   WHERE (v.archive_sha256 = archives.sha256"
                      "    OR v.build_sha256 = archives.sha256)"
                      "   AND (v.state NOT IN (6, 7) OR v.state_time >= $1)))"
                      " ORDER BY number LIMIT $2 {skip locked}",
                      sql.Now() - absl::ToInt64Microseconds(kept), limit);
          while (query.Next()) archives.push_back(query.Int(0));
        }
        for (const int64_t archive : archives) DeleteArchive(sql, archive);
        return static_cast<int>(archives.size());
      });
}

absl::Status KeepUpload(SqlConnection& sql, const Upload& upload) {
  const std::optional<ArchiveRow> whole = FindArchive(
      sql, {.uploader = "", .sha256 = upload.sha256}, Lock::kUntilTheEnd);
  std::optional<ArchiveRow> uploaded;
  if (!upload.uploader.empty())
    uploaded = FindArchive(sql, upload, Lock::kUntilTheEnd);
  if (whole.has_value()) {
    TouchArchive(sql, whole->number);
    if (uploaded.has_value()) DeleteArchive(sql, uploaded->number);
    return absl::OkStatus();
  }
  if (!uploaded.has_value() || uploaded->received != uploaded->size) {
    return NoArchive(upload.sha256);
  }
  Query(sql,
        "UPDATE archives SET uploader = '', touched = $2 WHERE number = $1",
        uploaded->number, sql.Now())
      .Post();
  return absl::OkStatus();
}

}  // namespace arena::referee
