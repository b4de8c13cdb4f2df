#include "referee/runner/referee_call.h"

#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/secrets.h"
#include "arena/rpc/grpc_status.h"

namespace arena::runner {
namespace {

// The bytes of a message: a referee takes requests of up to 64 KiB.
constexpr size_t kChunk = 48 << 10;

}  // namespace

absl::StatusOr<std::string> FetchArchive(RefereeCall& referee,
                                         const std::string& sha256) {
  grpc::ClientContext context;
  referee.Prove(context);
  v1::ReadArchiveRequest request;
  request.set_archive_sha256(sha256);
  const auto reader = referee.stub().ReadArchive(&context, request);
  std::string archive;
  v1::ReadArchiveResponse response;
  while (reader->Read(&response)) archive += response.chunk();
  const grpc::Status status = reader->Finish();
  if (!status.ok()) return FromGrpc(status);
  if (Sha256(archive) == sha256) return archive;
  return absl::DataLossError(absl::StrCat("the archive ",
                                          absl::BytesToHexString(sha256),
                                          " came with other contents"));
}

absl::Status StoreBuild(RefereeCall& referee, const std::string& task_id,
                        const std::string& archive) {
  grpc::ClientContext context;
  referee.Prove(context);
  v1::WriteBuildResponse response;
  const auto writer = referee.stub().WriteBuild(&context, &response);
  v1::WriteBuildRequest request;
  request.set_task_id(task_id);
  request.set_build_sha256(Sha256(archive));
  bool written = true;
  for (size_t begin = 0; written && begin < archive.size(); begin += kChunk) {
    request.set_chunk(archive.substr(begin, kChunk));
    written = writer->Write(request);
    request.Clear();
  }
  writer->WritesDone();
  const grpc::Status status = writer->Finish();
  return status.ok() ? absl::OkStatus() : FromGrpc(status);
}

}  // namespace arena::runner
