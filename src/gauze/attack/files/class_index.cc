#include "gauze/attack/files/class_index.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "gauze/base/parallel.h"

namespace gauze {
namespace {

constexpr std::size_t kBlock = 128;

}  // namespace

ClassIndex::ClassIndex(const labels::AnyRelease& release, const std::vector<bool>& known)
    : release_(release), classes_(release.columns.size()), begins_(release.columns.size()) {
  const std::size_t columns = release.columns.size();
  for (std::size_t j = 0; j < columns; ++j) {
    if (known[j]) known_.push_back(j);
  }
  for (const std::size_t j : known_) {
    std::vector<std::uint32_t>& begins = begins_[j];
    begins.resize(release.columns[j].labels.size() + 1);
    for (std::size_t one = 0; one < release.classes(); ++one) {
      ++begins[release.class_labels[one * columns + j] + 1];
    }
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    classes_[j].resize(release.classes());
    for (std::uint32_t one = 0; one < release.classes(); ++one) {
      classes_[j][next[release.class_labels[one * columns + j]]++] = one;
    }
  }
}

ClassIndex::Bits ClassIndex::Covering(std::size_t column, Code place) const {
  Bits bits(release_.classes() / 64 + 1);
  const auto& labels = release_.columns[column].labels;
  for (std::size_t label = 0; label < labels.size(); ++label) {
    if (!labels[label].Covers(place)) continue;
    for (auto at = begins_[column][label]; at < begins_[column][label + 1]; ++at) {
      const std::uint32_t one = classes_[column][at];
      bits[one / 64] |= std::uint64_t{1} << (one % 64);
    }
  }
  return bits;
}

void ClassIndex::ForEachPerson(
    const labels::KnownPeople& people, Progress& progress,
    const std::function<void(std::size_t, const std::vector<std::uint32_t>&)>& visit) const {
  const std::size_t columns = release_.columns.size();
  for (std::size_t from = 0; from < people.size(); from += kBlock) {
    const std::size_t size = std::min(kBlock, people.size() - from);
    std::map<std::pair<std::size_t, Code>, Bits> covering;
    for (std::size_t i = from; i < from + size; ++i) {
      for (const std::size_t j : known_) {
        covering.try_emplace({j, people.places[i * columns + j]});
      }
    }
    std::vector<decltype(covering)::value_type*> entries;
    for (auto& entry : covering) entries.push_back(&entry);
    ForEach(entries.size(), [&](std::size_t e) {
      entries[e]->second = Covering(entries[e]->first.first, entries[e]->first.second);
    });
    ForEach(size, [&](std::size_t k) {
      const std::size_t person = from + k;
      std::vector<const Bits*> all;
      for (const std::size_t j : known_) {
        all.push_back(&covering.at({j, people.places[person * columns + j]}));
      }
      std::vector<std::uint32_t> classes;
      for (std::size_t word = 0; word <= release_.classes() / 64; ++word) {
        std::uint64_t bits = ~std::uint64_t{0};
        for (const Bits* one : all) bits &= (*one)[word];
        for (; bits != 0; bits &= bits - 1) {
          classes.push_back(static_cast<std::uint32_t>(word * 64) +
                            static_cast<std::uint32_t>(std::countr_zero(bits)));
        }
      }
      visit(person, classes);
      progress.Advance(1);
    });
  }
}

}  // namespace gauze
