#include "gauze/attack/files/people_index.h"

#include <numeric>

namespace gauze {

PeopleIndex::PeopleIndex(const labels::Scene& scene, const labels::KnownPeople& people)
    : columns_(scene.domains.size()), people_(people), sorted_(columns_), begins_(columns_) {
  for (std::size_t j = 0; j < columns_; ++j) {
    std::vector<std::uint32_t>& begins = begins_[j];
    begins.resize(scene.domains[j].places().size() + 1);
    for (std::size_t i = 0; i < people.size(); ++i) ++begins[people.places[i * columns_ + j] + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    sorted_[j].resize(people.size());
    for (std::uint32_t i = 0; i < people.size(); ++i) {
      sorted_[j][next[people.places[i * columns_ + j]]++] = i;
    }
  }
}

std::uint64_t PeopleIndex::Count(const Box& box, std::uint64_t enough) const {
  std::size_t narrowest = columns_;
  std::uint64_t fewest = ~std::uint64_t{0};
  for (std::size_t j = 0; j < columns_; ++j) {
    if (box[j] == nullptr) continue;
    std::uint64_t inside = 0;
    for (const Span span : *box[j]) inside += begins_[j][span.high + 1] - begins_[j][span.low];
    if (inside < fewest) {
      fewest = inside;
      narrowest = j;
    }
  }
  if (narrowest == columns_) return people_.people;
  std::uint64_t count = 0;
  for (const Span span : *box[narrowest]) {
    for (auto at = begins_[narrowest][span.low]; at < begins_[narrowest][span.high + 1]; ++at) {
      const std::uint32_t person = sorted_[narrowest][at];
      bool inside = true;
      for (std::size_t j = 0; inside && j < columns_; ++j) {
        inside =
            box[j] == nullptr || labels::Covers(*box[j], people_.places[person * columns_ + j]);
      }
      if (inside) count += people_.rows[person];
      if (count > enough) return count;
    }
  }
  return count;
}

}  // namespace gauze
