#include "gauze/attack/files/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gauze {
namespace {

// How likely at least `fewest` of `rows` are so, if each is with this chance.
double AtLeast(std::uint64_t fewest, std::uint64_t rows, double chance) {
  if (chance <= 0 || chance >= 1) return chance >= 1 || fewest == 0 ? 1 : 0;
  const auto n = static_cast<double>(rows);
  double fewer = 0;
  for (std::uint64_t number = 0; number < fewest; ++number) {
    const auto i = static_cast<double>(number);
    const double ways = std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1);
    fewer += std::exp(ways + i * std::log(chance) + (n - i) * std::log1p(-chance));
  }
  return std::max(0.0, 1 - fewer);
}

}  // namespace

std::uint64_t ClaimCheck::People(const CellClaim& claim, std::uint64_t enough) const {
  PeopleIndex::Box box;
  for (std::size_t j = 0; j < release_.columns.size(); ++j) {
    box.push_back(&release_.LabelOf(claim.one, j).spans);
  }
  const std::vector<Span> values = {claim.values};
  box[claim.column] = &values;
  return index_.Count(box, enough);
}

PlainReader::PlainReader(const labels::Scene& scene, const labels::AnyRelease& release)
    : release_(release) {
  for (std::size_t j = 0; j < release.columns.size(); ++j) {
    shares_.emplace_back(scene.domains[j], release.columns[j]);
  }
}

double PlainReader::Expects(const CellClaim& claim) const {
  const labels::Label& label = release_.LabelOf(claim.one, claim.column);
  const double share = shares_[claim.column].Within(claim.values, label);
  return AtLeast(claim.rows, release_.class_rows[claim.one], share);
}

std::vector<std::string> DescribeClaims(const FiguresByName& figures) {
  std::vector<std::string> sentences = {
      fmt::format("Somebody who reads labels plainly would expect {} of these claims to be right.",
                  figures.Share("guess"))};
  if (figures.Find("success")) {
    sentences.push_back(fmt::format("In the table {} of them are.", figures.Share("success")));
  }
  if (figures.Find("control")) {
    sentences.push_back(fmt::format("Of people who are not in it, they would be right in {}.",
                                    figures.Share("control")));
  }
  return sentences;
}

}  // namespace gauze
