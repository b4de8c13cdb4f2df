#include "tests/arena/sandbox/sandbox_testing.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "absl/strings/match.h"
#include "arena/core/check.h"

namespace arena::sandbox {

namespace fs = std::filesystem;

// ---- Lines ----

std::function<void(const std::string&)> Lines::Taker() {
  return [this](const std::string& line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(line);
    more_.notify_all();
  };
}

std::vector<std::string> Lines::Get() {
  const std::lock_guard lock(mutex_);
  return lines_;
}

void Lines::Await(const std::string& beginning) {
  std::unique_lock lock(mutex_);
  const bool came = more_.wait_until(lock, absl::ToChronoTime(Patience()), [&] {
    return std::any_of(lines_.begin(), lines_.end(),
                       [&](const std::string& line) {
                         return absl::StartsWith(line, beginning);
                       });
  });
  EXPECT_TRUE(came) << "no line \"" << beginning << "\"";
}

// ---- Sandboxing ----

Sandboxing::Sandboxing() : folder_(*TemporaryFolder::Create()) {
  for (const std::string name : {"bot", "sockets", "own"}) {
    fs::create_directories(Path(name));
    chmod(Path(name).c_str(), 0755);
  }
}

void Sandboxing::Open(Kind kind) {
  // The name of an image with a shell and coreutils, such as Debian's.
  const char* const named = std::getenv("PENTATHLON_SANDBOX_IMAGE");
  const std::string image =
      named == nullptr ? "docker.io/library/debian:bookworm-slim" : named;
  auto opened = Sandbox::Open(kind, Work(), image);
  if (!opened.ok()) GTEST_SKIP() << opened.status();
  sandbox_ = *std::move(opened);
}

Job Sandboxing::MakeJob(std::vector<std::string> command) const {
  Job job = {.id = "test", .command = std::move(command), .folder = ""};
  job.folder = Path("bot");
  job.socket_folder = Path("sockets");
  return job;
}

Job Sandboxing::MakeCommandLine(std::vector<std::string> command) const {
  Job job = {.id = "test", .command = std::move(command), .folder = ""};
  job.socket_folder = Path("sockets");
  job.readable = {Path("bot")};
  job.command_line = CommandLine{.current_folder = Path("bot"),
                                 .home = Path("home"),
                                 .own_folder = Path("own"),
                                 .hidden = {Path("victims"), Work()}};
  job.variables = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                   {"HOME", Path("home")},
                   {"TMPDIR", "/tmp"}};
  return job;
}

std::unique_ptr<Sandboxed> Sandboxing::Start(Job job, Lines& lines) {
  job.on_line = lines.Taker();
  auto started = sandbox_->Start(std::move(job));
  ARENA_CHECK(started.ok(), started.status().ToString());
  return *std::move(started);
}

Ran Sandboxing::RunToEnd(Job job) {
  Lines lines;
  Ran ran;
  std::unique_ptr<Sandboxed> program = Start(std::move(job), lines);
  EXPECT_TRUE(program->Wait(Patience()));
  ran.end = program->EndText();
  ran.usage = program->UsageSoFar();
  program.reset();
  ran.lines = lines.Get();
  return ran;
}

}  // namespace arena::sandbox
