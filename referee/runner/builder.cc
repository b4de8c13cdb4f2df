#include "referee/runner/builder.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/match/clock.h"
#include "arena/submission/archive.h"
#include "referee/runner/build_cache.h"
#include "referee/runner/referee_call.h"
#include "referee/runner/seat_log.h"

namespace arena::runner {
namespace {

namespace fs = std::filesystem;

// How often a build looks whether it should give up.
constexpr absl::Duration kBuildLook = absl::Milliseconds(200);

// A folder of a build, which is removed with everything in it.
class BuildFolder {
 public:
  explicit BuildFolder(std::string path) : path_(std::move(path)) {}
  ~BuildFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

void Add(const sandbox::Usage& usage, v1::ProcessUsage& sum) {
  if (usage.is_measured) {
    ToMessage(FromMessage(sum.processor_time()) + usage.processor_time,
              *sum.mutable_processor_time());
    sum.set_peak_memory_kib(
        std::max(sum.peak_memory_kib(), ToKib(usage.peak_memory_bytes)));
  }
  if (usage.out_of_memory) sum.set_out_of_memory(true);
}

}  // namespace

absl::StatusOr<v1::BuildReport> Builder::Run(RefereeCall& referee,
                                             const v1::BuildTask& task) const {
  v1::BuildReport report;
  report.set_task_id(task.task_id());
  ARENA_ASSIGN_OR_RETURN(const std::string archive,
                         FetchArchive(referee, task.archive_sha256()));
  const BuildFolder folder(absl::StrCat(folder_, "/", RandomName()));
  std::error_code error;
  if (!fs::create_directories(folder.path(), error)) {
    return absl::UnavailableError(
        absl::StrCat("cannot make ", folder.path(), ": ", error.message()));
  }
  const absl::Status unpacked =
      submission::Unpack(archive, folder.path(), {});
  if (absl::IsUnavailable(unpacked)) return unpacked;
  // The author is told of errors in bot.toml, but not of this machine's
  // folders.
  const auto manifest =
      submission::ReadManifestIn(folder.path(), submission::kManifestName);
  if (!unpacked.ok() || !manifest.ok()) {
    const absl::Status& why = unpacked.ok() ? manifest.status() : unpacked;
    report.set_failure(std::string(why.message()));
    return report;
  }
  if (manifest->build.empty()) {
    report.set_build_sha256(task.archive_sha256());
    return report;
  }
  ARENA_RETURN_IF_ERROR(
      RunCommands(folder.path(), *manifest, task, report));
  if (!report.failure().empty()) return report;
  const auto build = submission::Pack(folder.path(), {});
  if (!build.ok()) {
    report.set_failure(absl::StrCat("the built files cannot be kept: ",
                                    build.status().message()));
    return report;
  }
  ARENA_RETURN_IF_ERROR(StoreBuild(referee, task.task_id(), *build));
  report.set_build_sha256(Sha256(*build));
  return report;
}

absl::Status Builder::RunCommands(const std::string& folder,
                                  const submission::Manifest& manifest,
                                  const v1::BuildTask& task,
                                  v1::BuildReport& report) const {
  OutputTail output;
  const absl::Time deadline = absl::Now() + kMostTime;
  int number = 0;
  for (const std::vector<std::string>& command : manifest.build) {
    output.AddLine(absl::StrCat("$ ", absl::StrJoin(command, " ")));
    sandbox::Job job = {
        .id = absl::StrCat("build-", task.task_id(), "-", ++number),
        .command = command,
        .folder = folder,
        .writes_folder = true,
        .image = manifest.image,
        .limits = limits_,
        .placement = {.processors = processors_},
        .on_line = [&output](const std::string& line) { output.AddLine(line); },
    };
    runtimes_.AddTo(manifest.runtime, job);
    auto started = sandbox_.Start(std::move(job));
    std::string end;
    if (started.ok()) {
      sandbox::Sandboxed& process = **started;
      bool ended = false;
      while (!ended && !give_up_ && absl::Now() < deadline) {
        ended = process.Wait(absl::Now() + kBuildLook);
      }
      if (!ended) process.Kill();
      process.Wait(absl::InfiniteFuture());
      end = ended ? process.EndText() : "too long";
      if (ended && process.WasTakenAway()) {
        return absl::UnavailableError(
            absl::StrCat("the build was broken off: ", end));
      }
      Add(process.UsageSoFar(), *report.mutable_usage());
      // The output is complete when the process is gone.
      started->reset();
    } else if (absl::IsUnavailable(started.status())) {
      return started.status();
    } else {
      output.AddLine(std::string(started.status().message()));
      end = "not started";
    }
    if (give_up_) return absl::UnavailableError("the runner ends");
    if (end == "exit status 0") continue;
    report.set_ended_with(end);
    report.set_failure(absl::StrCat(
        "the build command `", absl::StrJoin(command, " "), "` has ",
        end == "too long"
            ? absl::StrCat("not ended within ", absl::FormatDuration(kMostTime))
            : absl::StrCat("ended with ", end)));
    break;
  }
  report.set_output(output.text());
  return absl::OkStatus();
}

}  // namespace arena::runner
