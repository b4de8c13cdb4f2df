#include "referee/runner/runner_metrics.h"

#include <algorithm>
#include <string>

#include "arena/match/clock.h"

namespace arena::runner {
namespace {

prometheus::Family<prometheus::Counter>& Counters(
    prometheus::Registry& registry, const std::string& name,
    const std::string& help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}

prometheus::Family<prometheus::Gauge>& Gauges(prometheus::Registry& registry,
                                              const std::string& name,
                                              const std::string& help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry);
}

// The end of a process, in a word.
std::string OutcomeOf(const v1::ProcessReport& report) {
  const v1::SeatReport& seat = report.report();
  if (!report.not_started().empty()) return "not_started";
  if (seat.usage().out_of_memory()) return "out_of_memory";
  if (report.crashed()) return "crashed";
  if (seat.ended_with() == "stopped") return "stopped";
  return seat.has_start_time() ? "ended" : "no_hello";
}

}  // namespace

RunnerMetrics::RunnerMetrics()
    : registry_(std::make_shared<prometheus::Registry>()),
      processes_(Counters(*registry_, "pentathlon_runner_starts_total",
                          "Processes of bots that have ended, by outcome.")),
      builds_(Counters(*registry_, "pentathlon_runner_builds_total",
                       "Builds that are over, by outcome.")),
      processor_time_(
          Counters(*registry_, "pentathlon_runner_processor_seconds_total",
                   "Processor time of bots that have ended, by use.")),
      now_(Gauges(*registry_, "pentathlon_runner_processes",
                  "Processes of bots, by state.")),
      free_seats_(Gauges(*registry_, "pentathlon_runner_free_seats",
                         "How many more processes may play.")
                      .Add({})),
      builds_now_(Gauges(*registry_, "pentathlon_runner_builds",
                         "Builds under way.")
                      .Add({})),
      referees_(Gauges(*registry_, "pentathlon_runner_referees",
                       "Referees that are connected.")
                    .Add({})) {
  // Makes each counter now, so that its rate is known from the first event on.
  for (const char* const outcome : {"not_started", "out_of_memory", "crashed",
                                    "stopped", "ended", "no_hello"}) {
    processes_.Add({{"outcome", outcome}});
  }
  for (const char* const outcome : {"built", "failed", "broken_off"}) {
    builds_.Add({{"outcome", outcome}});
  }
  for (const char* const use : {"match", "build"}) {
    processor_time_.Add({{"for", use}});
  }
}

void RunnerMetrics::CountProcess(const v1::ProcessReport& report) {
  processes_.Add({{"outcome", OutcomeOf(report)}}).Increment();
  processor_time_.Add({{"for", "match"}})
      .Increment(absl::ToDoubleSeconds(
          FromMessage(report.report().usage().processor_time())));
}

void RunnerMetrics::CountBuild(const v1::BuildReport* report) {
  if (report == nullptr) {
    builds_.Add({{"outcome", "broken_off"}}).Increment();
    return;
  }
  builds_.Add({{"outcome", report->failure().empty() ? "built" : "failed"}})
      .Increment();
  processor_time_.Add({{"for", "build"}})
      .Increment(absl::ToDoubleSeconds(
          FromMessage(report->usage().processor_time())));
}

void RunnerMetrics::Show(const Occupation& now, int seats, int referees) {
  now_.Add({{"state", "playing"}}).Set(now.playing);
  now_.Add({{"state", "waiting"}}).Set(now.waiting);
  free_seats_.Set(std::max(0, seats - now.playing));
  builds_now_.Set(now.builds);
  referees_.Set(referees);
}

}  // namespace arena::runner
