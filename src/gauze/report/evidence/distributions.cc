#include <cmath>
#include <numeric>

#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

struct Counts {
  std::vector<std::uint64_t> original;  // by place
  std::vector<double> released;
};

Counts Count(const SampledColumns::Column& column) {
  Counts counts{std::vector<std::uint64_t>(column.bins.places()),
                std::vector<double>(column.bins.places())};
  for (const std::uint8_t place : column.original) ++counts.original[place];
  std::vector<std::uint64_t> rows_of(column.labels.size());
  for (const std::uint32_t label : column.released) ++rows_of[label];
  for (std::size_t label = 0; label < rows_of.size(); ++label) {
    for (const auto& [place, share] : column.labels[label]) {
      counts.released[place] += share * static_cast<double>(rows_of[label]);
    }
  }
  return counts;
}

// Half the sum of the differences of shares: how much of one picture must be moved to get the
// other.
double TotalVariation(const Counts& counts) {
  const auto originals = static_cast<double>(
      std::accumulate(counts.original.begin(), counts.original.end(), std::uint64_t{0}));
  const double released = std::accumulate(counts.released.begin(), counts.released.end(), 0.0);
  double sum = 0;
  for (std::size_t i = 0; i < counts.original.size(); ++i) {
    sum += std::abs(static_cast<double>(counts.original[i]) / originals -
                    counts.released[i] / released);
  }
  return sum / 2;
}

Json Described(const SampledColumns::Column& column) {
  const Counts counts = Count(column);
  Json bins = Json::array();
  for (std::size_t i = 0; i < column.bins.size(); ++i) {
    Json bin = column.bins.Describe(i);
    bin["original"] = counts.original[i];
    bin["released"] = counts.released[i];
    bins.push_back(std::move(bin));
  }
  Json described = {{"attribute", column.attribute->attribute.name},
                    {"kind", column.bins.numbers() ? "number" : "category"},
                    {"bins", std::move(bins)}};
  const auto beside = [&](std::size_t place) {
    return Json{{"original", counts.original[place]}, {"released", counts.released[place]}};
  };
  described["other"] = {{"values", column.bins.other_values()}};
  described["other"].update(beside(column.bins.other()));
  described["missing"] = beside(column.bins.missing());
  described["distance"] = TotalVariation(counts);
  return described;
}

Result<Json> GatherDistributions(Material& material, Progress& /*progress*/) {
  const SampledColumns* const sample = material.sample();
  if (sample == nullptr) return Json();
  Json distributions = Json::array();
  for (const auto& column : sample->columns()) distributions.push_back(Described(column));
  return distributions;
}

}  // namespace

Section DistributionsEvidence() {
  return {"distributions",
          "counting distributions",
          GatherDistributions,
          {{"[].attribute", Holding::kText, Shown::kDrop},
           {"[].kind", Holding::kText, Shown::kDrop},
           {"[].bins[].label?", Holding::kText, Shown::kDrop},
           {"[].bins[].from?", Holding::kValue, Shown::kDrop},
           {"[].bins[].to?", Holding::kValue, Shown::kDrop},
           {"[].bins[].original", Holding::kCount, Shown::kDrop},
           {"[].bins[].released", Holding::kNumber, Shown::kDrop},
           {"[].other.values", Holding::kCount, Shown::kDrop},
           {"[].other.original", Holding::kCount, Shown::kDrop},
           {"[].other.released", Holding::kNumber, Shown::kDrop},
           {"[].missing.original", Holding::kCount, Shown::kDrop},
           {"[].missing.released", Holding::kNumber, Shown::kDrop},
           {"[].distance", Holding::kNumber, Shown::kDrop}}};
}

}  // namespace gauze::report
