#include "gauze/attack/files/value_model.h"

#include <numeric>

#include "gauze/base/parallel.h"

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::Label;

// Rows by value and label.
std::vector<std::vector<double>> RowsByLabel(const AnyRelease& release, std::size_t sensitive,
                                             std::size_t values, std::size_t column) {
  std::vector<std::vector<double>> rows(values,
                                        std::vector<double>(release.columns[column].labels.size()));
  for (std::size_t one = 0; one < release.classes(); ++one) {
    const std::uint32_t label = release.class_labels[one * release.columns.size() + column];
    for (const auto& [value, count] : release.class_values[sensitive][one]) {
      rows[value][label] += static_cast<double>(count);
    }
  }
  return rows;
}

std::vector<double> MassesOf(const std::vector<Label>& labels, const std::vector<double>& chances) {
  std::vector<double> until(chances.size() + 1);
  std::partial_sum(chances.begin(), chances.end(), until.begin() + 1);
  std::vector<double> masses;
  for (const Label& label : labels) {
    double mass = 0;
    for (const Span span : label.spans) mass += until[span.high + 1] - until[span.low];
    masses.push_back(mass);
  }
  return masses;
}

// Rows of labels, spread over places by the chances so far.
std::vector<double> Spread(const std::vector<Label>& labels, const std::vector<double>& rows,
                           const std::vector<double>& chances, const std::vector<double>& even) {
  const std::vector<double> masses = MassesOf(labels, chances);
  std::vector<double> change(chances.size() + 1);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (rows[i] == 0 || masses[i] <= 0) continue;
    for (const Span span : labels[i].spans) {
      change[span.low] += rows[i] / masses[i];
      change[span.high + 1] -= rows[i] / masses[i];
    }
  }
  std::vector<double> next(chances.size());
  double each = 0;
  double all = 0;
  for (std::size_t place = 0; place < next.size(); ++place) {
    each += change[place];
    next[place] = std::max(0.0, each) * chances[place] + even[place];
    all += next[place];
  }
  for (double& chance : next) chance /= all;
  return next;
}

}  // namespace

ValueModel::ValueModel(const labels::Scene& scene, const AnyRelease& release, std::size_t sensitive)
    : columns_(release.columns.size()) {
  const std::size_t values = scene.values[sensitive].size();
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const auto rows = RowsByLabel(release, sensitive, values, j);
    const std::vector<Label>& labels = release.columns[j].labels;
    std::vector<double> even;
    double all = 0;
    for (const auto& place : scene.domains[j].places()) all += place.values;
    for (const auto& place : scene.domains[j].places()) even.push_back(place.values / all);
    Column& column = columns_[j];
    column.chances.assign(values, even);
    column.masses.resize(values);
    ForEach(values, [&](std::size_t value) {
      std::vector<double>& chances = column.chances[value];
      for (int round = 0; round < kRounds; ++round) {
        chances = Spread(labels, rows[value], chances, even);
      }
      column.masses[value] = MassesOf(labels, chances);
    });
  }
}

double ValueModel::Within(std::size_t column, std::uint32_t value, std::uint32_t label,
                          Code place) const {
  const double mass = columns_[column].masses[value][label];
  return mass <= 0 ? 0 : columns_[column].chances[value][place] / mass;
}

}  // namespace gauze
