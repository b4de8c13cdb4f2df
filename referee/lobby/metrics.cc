#include "referee/lobby/metrics.h"

#include <string>

#include "arena/core/text.h"

namespace arena::referee {
namespace {

prometheus::Counter& MakeCounter(prometheus::Registry& registry,
                                 const std::string& name,
                                 const std::string& help) {
  return prometheus::BuildCounter()
      .Name(name)
      .Help(help)
      .Register(registry)
      .Add({});
}

prometheus::Family<prometheus::Counter>& MakeFamily(
    prometheus::Registry& registry, const std::string& name,
    const std::string& help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}

prometheus::Gauge& MakeGauge(prometheus::Registry& registry,
                             const std::string& name, const std::string& help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add(
      {});
}

}  // namespace

Metrics::Metrics()
    : registry_(std::make_shared<prometheus::Registry>()),
      requests_(MakeCounter(*registry_, "pentathlon_requests_total",
                            "Requests received on play streams.")),
      choices_(MakeCounter(*registry_, "pentathlon_decisions_total",
                           "Decisions made, substitutes included.")),
      announcements_(MakeCounter(*registry_, "pentathlon_announcements_total",
                                 "Announcements made.")),
      quarantined_(
          MakeCounter(*registry_, "pentathlon_matches_quarantined_total",
                      "Matches that could not go on and wait for an admin.")),
      faults_(prometheus::BuildCounter()
                  .Name("pentathlon_faults_total")
                  .Help("Faults of bots, by kind.")
                  .Register(*registry_)),
      results_(prometheus::BuildCounter()
                   .Name("pentathlon_matches_finished_total")
                   .Help("Matches that are over, by termination.")
                   .Register(*registry_)),
      store_calls_(MakeFamily(*registry_, "pentathlon_store_calls_total",
                              "Calls of the store, by lane.")),
      store_waiting_(
          MakeFamily(*registry_, "pentathlon_store_waiting_seconds_total",
                     "How long calls of the store waited for their turn.")),
      store_working_(
          MakeFamily(*registry_, "pentathlon_store_working_seconds_total",
                     "How long calls of the store took; a lane does one after "
                     "the other.")),
      thinking_(prometheus::BuildHistogram()
                    .Name("pentathlon_decision_seconds")
                    .Help("Time charged for decisions.")
                    .Register(*registry_)
                    .Add({},
                         prometheus::Histogram::BucketBoundaries{
                             0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3,
                             1, 3, 10, 30})),
      running_(MakeGauge(*registry_, "pentathlon_matches_running",
                         "Matches under way.")),
      pending_(MakeGauge(*registry_, "pentathlon_matches_pending",
                         "Matches that wait for their bots.")),
      sessions_(MakeGauge(*registry_, "pentathlon_sessions",
                          "Sessions with an open stream.")),
      runners_(MakeGauge(*registry_, "pentathlon_runners",
                         "Runners that are connected.")),
      processes_(MakeGauge(*registry_, "pentathlon_processes",
                           "Processes of submitted bots at runners.")),
      queued_processes_(MakeGauge(
          *registry_, "pentathlon_queued_processes",
          "Processes that matches wait for and no runner has room for.")) {}

void Metrics::CountEntries(absl::Span<const MatchEntry> entries) {
  for (const MatchEntry& entry : entries) {
    if (entry.kind == EntryKind::kChoice) {
      choices_.Increment();
      thinking_.Observe(absl::ToDoubleSeconds(entry.charged));
    }
    if (entry.kind == EntryKind::kAnnouncement) announcements_.Increment();
    if (entry.fault != v1::FAULT_KIND_UNSPECIFIED) {
      faults_.Add({{"kind", FaultName(entry.fault)}}).Increment();
    }
  }
}

void Metrics::CountStoreCall(const std::string& lane, absl::Duration waited,
                             absl::Duration took) {
  store_calls_.Add({{"lane", lane}}).Increment();
  store_waiting_.Add({{"lane", lane}}).Increment(absl::ToDoubleSeconds(waited));
  store_working_.Add({{"lane", lane}}).Increment(absl::ToDoubleSeconds(took));
}

void Metrics::CountResult(const v1::MatchResult& result) {
  results_
      .Add({{"termination", EnumWord(v1::Termination_Name(result.termination()),
                                     "TERMINATION_")}})
      .Increment();
}

}  // namespace arena::referee
