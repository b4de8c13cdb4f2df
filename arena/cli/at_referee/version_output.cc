#include "arena/cli/at_referee/version_output.h"

#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/output.h"
#include "arena/core/text.h"
#include "arena/match/entry.h"
#include "google/protobuf/util/time_util.h"

namespace arena::cli {
namespace {

using google::protobuf::util::TimeUtil;

double Ms(const google::protobuf::Duration& duration) {
  return static_cast<double>(TimeUtil::DurationToMicroseconds(duration)) / 1000;
}

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
      usage.out_of_memory() ? ", ended for want of memory" : "";
  // Some sandboxes do not tell.
  if (!usage.has_processor_time()) {
    return absl::StrCat("processor time and memory that nobody measured", end);
  }
  return absl::StrCat(
      SpanText(usage.processor_time()), " of processor time, at most ",
      MemoryText(usage.peak_memory_kib()), " of memory", end);
}

// Null where it was not measured.
template <class Message>
Json MsIfKnown(const Message& message) {
  if (!message.has_processor_time()) return Json();
  return Ms(message.processor_time());
}

Json UsageJson(const v1::ProcessUsage& usage) {
  const bool is_known = usage.has_processor_time();
  return {{"processor_ms", MsIfKnown(usage)},
          {"peak_memory_kib",
           is_known ? Json(usage.peak_memory_kib()) : Json()},
          {"out_of_memory", usage.out_of_memory()}};
}

Json DecisionTimesJson(const v1::DecisionTimes& times) {
  Json decisions = Json::array();
  for (const v1::DecisionTime& one : times.decisions()) {
    decisions.push_back({{"decision", one.decision()},
                         {"ms", Ms(one.time())},
                         {"processor_ms", MsIfKnown(one)}});
  }
  return {{"count", times.count()},
          {"median_ms", Ms(times.median())},
          {"p99_ms", Ms(times.p99())},
          {"worst_ms", Ms(times.worst())},
          {"worst_decision", times.worst_decision()},
          {"processor_ms", MsIfKnown(times)},
          {"worst_processor_ms", times.has_processor_time()
                                     ? Json(Ms(times.worst_processor_time()))
                                     : Json()},
          {"decisions", std::move(decisions)}};
}

// Indented, so that it cannot be mistaken for what the command says.
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

Json VersionJson(const v1::SubmittedVersion& version) {
  Json out = {{"bot", version.bot()},
              {"version", version.version()},
              {"state", StateWord(version)},
              {"since", TimeText(version.state_time())},
              {"submitted", TimeText(version.submitted_time())},
              {"archive_sha256",
               absl::BytesToHexString(version.archive_sha256())},
              {"archive_size", version.archive_size()},
              {"runtime", version.runtime()},
              {"isolation", version.isolation() == v1::ISOLATION_SEATS
                                ? "seats"
                                : "matches"},
              {"matches", version.matches()},
              {"wins", version.wins()},
              {"faults", version.faults()}};
  Json games = Json::array();
  for (const v1::GameSupport& plays : version.plays()) {
    games.push_back(plays.game());
  }
  out["games"] = std::move(games);
  out["validation_matches"] = std::vector<std::string>(
      version.validation_matches().begin(), version.validation_matches().end());
  if (version.has_build_usage()) {
    out["build_usage"] = UsageJson(version.build_usage());
  }
  if (!version.has_failure()) return out;
  const v1::VersionFailure& failure = version.failure();
  out["failure"] = {
      {"phase",
       EnumWord(v1::VersionFailure::Phase_Name(failure.phase()), "PHASE_")},
      {"reason", failure.reason()},
      {"end", failure.ended_with()},
      {"match_id", failure.match_id()},
      {"output", failure.output()}};
  return out;
}

std::string VersionText(const v1::SubmittedVersion& version) {
  std::string text = absl::StrCat(
      "bot      ", version.bot(), "\nversion  ", version.version(),
      "\nstate    ", StateWord(version), " since ",
      TimeText(version.state_time()), "\nmatches  ", version.matches(),
      ", won ", version.wins(), ", with ", version.faults(), " faults\n");
  // Nothing runs where bot.toml names no build.
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

int ShowVersion(const v1::SubmittedVersion& version, bool json) {
  json ? PrintJson(VersionJson(version)) : PrintText(VersionText(version));
  return kSuccess;
}

std::string SeatFaultText(const v1::Fault& fault) {
  return absl::StrCat(FaultName(fault.kind()),
                      fault.decision() == 0
                          ? " before its first decision"
                          : absl::StrCat(" in decision ", fault.decision()));
}

Json SeatReportJson(const v1::SeatReport& report) {
  Json faults = Json::array();
  for (const v1::Fault& fault : report.faults()) {
    faults.push_back(
        {{"kind", FaultName(fault.kind())}, {"decision", fault.decision()}});
  }
  Json out = {{"bot", report.bot()},
              {"version", report.version()},
              {"match_id", report.match_id()},
              {"seat", report.seat()},
              {"time", TimeText(report.time())},
              {"end", report.ended_with()},
              {"usage", UsageJson(report.usage())},
              {"faults", std::move(faults)},
              {"output", report.output()},
              {"output_cut", report.output_cut()}};
  if (report.has_start_time()) out["start_ms"] = Ms(report.start_time());
  if (report.has_decision_times()) {
    out["decision_times"] = DecisionTimesJson(report.decision_times());
  }
  if (report.has_idle_processor_time()) {
    out["idle_processor_ms"] = Ms(report.idle_processor_time());
  }
  return out;
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
