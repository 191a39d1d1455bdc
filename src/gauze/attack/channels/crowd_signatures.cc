#include "gauze/attack/channels/crowd_signatures.h"

#include <map>
#include <tuple>

namespace gauze::channels {

CrowdSignatures::CrowdSignatures(const Series& series) : series_(series) {
  for (std::uint32_t t = 0; t < series.releases.size(); ++t) {
    std::map<std::tuple<bool, bool, Places>, std::uint32_t> numbers;
    auto& signatures = signatures_.emplace_back();
    for (const Crowd& crowd : series.crowds) {
      const auto next = static_cast<std::uint32_t>(numbers.size());
      std::tuple key(crowd.first <= t, crowd.sure <= t, crowd.places[t]);
      signatures.push_back(numbers.emplace(std::move(key), next).first->second);
    }
  }
}

Groups CrowdSignatures::Together(const std::vector<std::uint32_t>& releases) const {
  Groups groups;
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
  for (std::uint32_t c = 0; c < series_.crowds.size(); ++c) {
    auto& group = groups.of.emplace_back();
    if (series_.crowds[c].first > releases.back()) continue;
    std::vector<std::uint32_t> key;
    for (const std::uint32_t t : releases) key.push_back(signatures_[t][c]);
    const auto next = static_cast<std::uint32_t>(numbers.size());
    group = numbers.emplace(std::move(key), next).first->second;
    if (*group == next) groups.first.push_back(c);
  }
  return groups;
}

}  // namespace gauze::channels
