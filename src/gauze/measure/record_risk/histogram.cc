#include "gauze/measure/record_risk/histogram.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace gauze::risk {
namespace {

constexpr std::string_view kPrefix = "records_from.";
constexpr std::string_view kTen = "1e";

}  // namespace

std::uint64_t Histogram::rows() const {
  std::uint64_t rows = without;
  for (const auto& [decade, records] : decades) rows += records;
  return rows;
}

Histogram MakeHistogram(const RiskTable& table, std::span<const RecordRisk> risks) {
  Histogram histogram;
  for (std::size_t i = 0; i < risks.size(); ++i) {
    if (risks[i].hi <= 0) {
      histogram.without += table.counts[i];
    } else {
      histogram.decades[static_cast<int>(std::floor(std::log10(risks[i].hi)))] += table.counts[i];
    }
  }
  return histogram;
}

std::vector<std::pair<std::string, double>> HistogramFigures(const Histogram& histogram) {
  std::vector<std::pair<std::string, double>> figures;
  figures.emplace_back(fmt::format("{}0", kPrefix), static_cast<double>(histogram.without));
  for (const auto& [decade, records] : histogram.decades) {
    figures.emplace_back(fmt::format("{}{}{}", kPrefix, kTen, decade),
                         static_cast<double>(records));
  }
  return figures;
}

void ReadHistogramFigure(const std::string& name, double value, Histogram& histogram) {
  if (!name.starts_with(kPrefix)) return;
  const std::string rest = name.substr(kPrefix.size());
  if (rest == "0") {
    histogram.without = static_cast<std::uint64_t>(value);
    return;
  }
  int decade = 0;
  std::from_chars(rest.data() + kTen.size(), rest.data() + rest.size(), decade);
  histogram.decades[decade] = static_cast<std::uint64_t>(value);
}

}  // namespace gauze::risk
