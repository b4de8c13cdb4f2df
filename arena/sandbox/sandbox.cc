#include "arena/sandbox/sandbox.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/sandbox/bubblewrap.h"
#include "arena/sandbox/none.h"
#include "arena/sandbox/oci.h"

namespace arena::sandbox {

absl::string_view WordOf(Kind kind) {
  switch (kind) {
    case Kind::kBubblewrap:
      return "bubblewrap";
    case Kind::kOci:
      return "oci";
    case Kind::kNone:
      return "none";
    case Kind::kKubernetes:
      return "kubernetes";
  }
  return "";
}

std::string WithFullMemory(absl::string_view end, int64_t memory_bytes) {
  return absl::StrCat(end, ": its ", memory_bytes >> 20,
                      " MiB of memory were full");
}

absl::StatusOr<std::unique_ptr<Sandbox>> Sandbox::Open(
    Kind kind, const std::string& work_folder, const std::string& image) {
  switch (kind) {
    case Kind::kBubblewrap:
      return Bubblewrap::Open(work_folder);
    case Kind::kOci:
      return Oci::Open(work_folder, image);
    case Kind::kNone:
      return None::Open(work_folder);
    case Kind::kKubernetes:
      return absl::InvalidArgumentError(
          "pods of Kubernetes are started by a runner; see runner --help");
  }
  return absl::InvalidArgumentError("no such sandbox");
}

}  // namespace arena::sandbox
