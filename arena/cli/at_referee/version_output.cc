#include "arena/cli/at_referee/version_output.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "arena/cli/base/output.h"
#include "arena/core/text.h"
#include "arena/match/entry.h"
#include "google/protobuf/util/time_util.h"

namespace arena::cli {
namespace {

using google::protobuf::util::TimeUtil;

// "1.5ms".
std::string SpanText(const google::protobuf::Duration& duration) {
  return absl::FormatDuration(
      absl::Microseconds(TimeUtil::DurationToMicroseconds(duration)));
}

std::string MemoryText(uint64_t kib) {
  return absl::StrCat((kib + (1 << 10) - 1) >> 10, " MiB");
}

std::string UsageText(const v1::ProcessUsage& usage) {
  const char* const end =
      usage.out_of_memory() ? ", ended because its memory was full" : "";
  // Some sandboxes do not tell.
  if (!usage.has_processor_time()) {
    return absl::StrCat("processor time and memory that were not measured",
                        end);
  }
  return absl::StrCat(
      SpanText(usage.processor_time()), " of processor time, at most ",
      MemoryText(usage.peak_memory_kib()), " of memory", end);
}

// Indented, so that it cannot be mistaken for text of the command itself.
std::string Quoted(const std::string& output) {
  std::string text;
  for (absl::string_view line : absl::StrSplit(output, '\n')) {
    absl::StrAppend(&text, "  | ", line, "\n");
  }
  if (absl::EndsWith(output, "\n")) text.resize(text.size() - 5);
  return text;
}

}  // namespace

std::string StateWord(const v1::SubmittedVersion& version) {
  return EnumWord(v1::SubmittedVersion::State_Name(version.state()), "STATE_");
}

std::string VersionText(const v1::SubmittedVersion& version) {
  std::string text = absl::StrCat(
      "bot      ", version.bot(), "\nversion  ", version.version(),
      "\nstate    ", StateWord(version), " since ",
      TimeText(version.state_time()), "\nmatches  ", version.matches(),
      ", won ", version.wins(), ", with ", version.faults(), " faults\n");
  // No process runs if bot.toml names no build.
  if (version.build_usage().peak_memory_kib() > 0) {
    absl::StrAppend(&text, "build    ", UsageText(version.build_usage()), "\n");
  }
  if (!version.has_failure()) return text;
  const v1::VersionFailure& failure = version.failure();
  absl::StrAppend(
      &text, "failed   in its ",
      EnumWord(v1::VersionFailure::Phase_Name(failure.phase()), "PHASE_"), ": ",
      failure.reason(), "\n");
  if (!failure.ended_with().empty()) {
    absl::StrAppend(&text, "ended    ", failure.ended_with(), "\n");
  }
  if (!failure.match_id().empty()) {
    absl::StrAppend(&text, "match    ", failure.match_id(), "\n");
  }
  if (!failure.output().empty()) {
    absl::StrAppend(&text, "It printed last:\n", Quoted(failure.output()));
  }
  return text;
}

std::string SeatFaultText(const v1::Fault& fault) {
  return absl::StrCat(FaultName(fault.kind()),
                      fault.decision() == 0
                          ? " before its first decision"
                          : absl::StrCat(" in decision ", fault.decision()));
}

std::string SeatReportText(const v1::SeatReport& report) {
  std::string text =
      report.match_id().empty()
          ? std::string("no match")
          : absl::StrCat("match ", report.match_id(), ", seat ", report.seat());
  absl::StrAppend(&text, ", version ", report.version(), ", ",
                  TimeText(report.time()), "\n  ended     ", report.ended_with(),
                  "\n  used      ", UsageText(report.usage()), "\n");
  if (report.has_start_time()) {
    absl::StrAppend(&text, "  ready     ", SpanText(report.start_time()),
                    " after its start\n");
  }
  if (report.has_decision_times()) {
    const v1::DecisionTimes& times = report.decision_times();
    absl::StrAppend(&text, "  decided   ", times.count(), " times: median ",
                    SpanText(times.median()), ", p99 ", SpanText(times.p99()),
                    ", worst ", SpanText(times.worst()), " (decision ",
                    times.worst_decision(), ")\n");
  }
  if (report.has_idle_processor_time()) {
    absl::StrAppend(&text, "  idle      ",
                    SpanText(report.idle_processor_time()),
                    " of processor time while it owed no answer\n");
  }
  for (const v1::Fault& fault : report.faults()) {
    absl::StrAppend(&text, "  fault     ", SeatFaultText(fault), "\n");
  }
  if (report.output().empty()) return text;
  absl::StrAppend(&text,
                  report.output_cut() ? "  It printed last:\n"
                                      : "  It printed:\n",
                  Quoted(report.output()));
  return text;
}

}  // namespace arena::cli
