#include <algorithm>
#include <cmath>
#include <numeric>

#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

constexpr std::size_t kMostLabels = 8;
constexpr std::string_view kHidden = "*";

struct Label {
  std::string text;
  std::uint64_t rows = 0;
};

struct Counts {
  std::vector<std::uint64_t> original;  // by place
  std::vector<std::uint64_t> released;  // of labels that lie within a place
  std::vector<Label> coarser;           // that do not, the most frequent first
  std::uint64_t suppressed = 0;         // "*"
  std::vector<double> spread;           // by place: all of them, evenly over what they cover
};

// Rows that show a coarser label are not spread over its values here: bars of them would show
// values that the release does not.
Counts Count(const SampledColumns::Column& column) {
  const std::size_t places = column.bins.places();
  Counts counts{.original = std::vector<std::uint64_t>(places),
                .released = std::vector<std::uint64_t>(places),
                .coarser = {},
                .spread = std::vector<double>(places)};
  for (const std::uint8_t place : column.original) ++counts.original[place];
  std::vector<std::uint64_t> rows_of(column.labels.size());
  for (const std::uint32_t label : column.released) ++rows_of[label];
  for (std::size_t label = 0; label < rows_of.size(); ++label) {
    const std::uint64_t rows = rows_of[label];
    const Spread& spread = column.labels[label];
    for (const auto& [place, share] : spread) {
      counts.spread[place] += share * static_cast<double>(rows);
    }
    if (column.texts[label] == kHidden) {
      counts.suppressed += rows;
    } else if (spread.size() == 1) {
      counts.released[spread.front().first] += rows;
    } else if (rows > 0) {
      counts.coarser.push_back({column.texts[label], rows});
    }
  }
  std::ranges::sort(counts.coarser, [](const Label& a, const Label& b) {
    return a.rows != b.rows ? a.rows > b.rows : a.text < b.text;
  });
  return counts;
}

// Half the sum of the differences of shares: how much of one picture must be moved to get the
// other.
double TotalVariation(const Counts& counts) {
  const auto originals = static_cast<double>(
      std::accumulate(counts.original.begin(), counts.original.end(), std::uint64_t{0}));
  const double released = std::accumulate(counts.spread.begin(), counts.spread.end(), 0.0);
  double sum = 0;
  for (std::size_t i = 0; i < counts.original.size(); ++i) {
    sum +=
        std::abs(static_cast<double>(counts.original[i]) / originals - counts.spread[i] / released);
  }
  return sum / 2;
}

Json DescribeCoarser(const std::vector<Label>& coarser) {
  Json labels = Json::array();
  std::uint64_t others = 0;
  for (const Label& label : coarser) {
    if (labels.size() < kMostLabels) {
      labels.push_back({{"label", label.text}, {"released", label.rows}});
    } else {
      others += label.rows;
    }
  }
  const std::size_t shown = labels.size();
  return {{"labels", std::move(labels)},
          {"other_labels", {{"labels", coarser.size() - shown}, {"released", others}}}};
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
  described.update(DescribeCoarser(counts.coarser));
  described["suppressed"] = counts.suppressed;
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
           {"[].bins[].released", Holding::kCount, Shown::kDrop},
           {"[].other.values", Holding::kCount, Shown::kDrop},
           {"[].other.original", Holding::kCount, Shown::kDrop},
           {"[].other.released", Holding::kCount, Shown::kDrop},
           {"[].missing.original", Holding::kCount, Shown::kDrop},
           {"[].missing.released", Holding::kCount, Shown::kDrop},
           {"[].labels[].label", Holding::kText, Shown::kDrop},
           {"[].labels[].released", Holding::kCount, Shown::kDrop},
           {"[].other_labels.labels", Holding::kCount, Shown::kDrop},
           {"[].other_labels.released", Holding::kCount, Shown::kDrop},
           {"[].suppressed", Holding::kCount, Shown::kDrop},
           {"[].distance", Holding::kNumber, Shown::kDrop}}};
}

}  // namespace gauze::report
