#include "gauze/transform/specialize/class_promises.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace gauze::freeform {
namespace {

// Calls `visit` with the tally of every class that the step would make, until it says false.
template <typename Visit>
void EachClass(const Constraints& constraints, const Groups& groups, std::size_t attribute,
               NodeId node, const Visit& visit) {
  const std::vector<NodeId>& below = groups.Below(attribute);
  const CodeColumn& codes = groups.Codes(attribute);
  gauze::Tally tally(constraints);
  std::vector<std::pair<NodeId, std::uint32_t>> rows;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (groups.Node(attribute, group) != node) continue;
    rows.clear();
    for (const std::uint32_t tuple : groups.Tuples(group)) {
      rows.emplace_back(below[codes.Get(tuple)], tuple);
    }
    std::ranges::sort(rows);
    for (std::size_t at = 0; at < rows.size();) {
      tally.Reset();
      const NodeId child = rows[at].first;
      for (; at < rows.size() && rows[at].first == child; ++at) tally.Add(rows[at].second);
      if (!visit(tally)) return;
    }
  }
}

}  // namespace

bool ClassPromises::Keep(const Groups& groups, std::size_t attribute, NodeId node) const {
  bool kept = true;
  EachClass(constraints_, groups, attribute, node,
            [&](const gauze::Tally& tally) { return kept = tally.Holds(); });
  return kept;
}

std::optional<FailingClasses> ClassPromises::WhatFails(const Groups& groups, std::size_t attribute,
                                                       NodeId node) const {
  FailingClasses found;
  EachClass(constraints_, groups, attribute, node, [&](const gauze::Tally& tally) {
    ++found.classes;
    const auto failing = tally.FirstFailing();
    if (!failing) return true;
    if (found.failing++ == 0) found.model = *failing;
    return true;
  });
  if (found.failing == 0) return std::nullopt;
  return found;
}

}  // namespace gauze::freeform
