#include "gauze/server/metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace gauze::server {

void Metrics::Histogram::Add(double seconds) {
  const auto bound = std::ranges::lower_bound(kBounds, seconds);
  ++counts[static_cast<std::size_t>(bound - kBounds.begin())];
  sum += seconds;
}

std::string Metrics::Histogram::Text(std::string_view name) const {
  std::string text = fmt::format("# TYPE {} histogram\n", name);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    count += counts[i];
    const std::string bound = i < kBounds.size() ? fmt::format("{}", kBounds[i]) : "+Inf";
    text += fmt::format("{}_bucket{{le=\"{}\"}} {}\n", name, bound, count);
  }
  return text + fmt::format("{0}_sum {1}\n{0}_count {2}\n", name, sum, count);
}

void Metrics::CountRequest(std::string_view kind, unsigned code, double seconds) {
  const std::lock_guard lock(mutex_);
  ++counters_[fmt::format("gauzed_requests_total{{kind=\"{}\",code=\"{}\"}}", kind, code)];
  request_seconds_.Add(seconds);
}

void Metrics::CountDecision(std::string_view decision, std::string_view reason) {
  const std::lock_guard lock(mutex_);
  ++counters_[fmt::format("gauzed_decisions_total{{decision=\"{}\",reason=\"{}\"}}", decision,
                          reason)];
}

void Metrics::CountBatch(std::size_t requests, double seconds) {
  const std::lock_guard lock(mutex_);
  ++batches_;
  batched_ += requests;
  commit_seconds_.Add(seconds);
}

std::string Metrics::Text() const {
  const std::lock_guard lock(mutex_);
  std::string text = fmt::format(
      "# TYPE gauzed_build_info gauge\ngauzed_build_info{{version=\"{}\"}} 1\n"
      "# TYPE gauzed_connections gauge\ngauzed_connections {}\n"
      "# TYPE gauzed_waiting gauge\ngauzed_waiting {}\n"
      "# TYPE gauzed_audit_entries gauge\ngauzed_audit_entries {}\n"
      "# TYPE gauzed_database_up gauge\ngauzed_database_up {}\n"
      "# TYPE gauzed_database_failures_total counter\ngauzed_database_failures_total {}\n"
      "# TYPE gauzed_batches_total counter\ngauzed_batches_total {}\n"
      "# TYPE gauzed_batched_requests_total counter\ngauzed_batched_requests_total {}\n",
      GAUZE_VERSION, connections.load(), waiting.load(), audit_entries.load(),
      database_up.load() ? 1 : 0, database_failures.load(), batches_, batched_);
  std::string family;
  for (const auto& [series, count] : counters_) {
    const std::string name = series.substr(0, series.find('{'));
    if (name != family) text += fmt::format("# TYPE {} counter\n", name);
    family = name;
    text += fmt::format("{} {}\n", series, count);
  }
  return text + request_seconds_.Text("gauzed_request_seconds") +
         commit_seconds_.Text("gauzed_commit_seconds");
}

}  // namespace gauze::server
