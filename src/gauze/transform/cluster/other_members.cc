#include "gauze/transform/cluster/other_members.h"

#include <algorithm>

namespace gauze::cluster {

void OtherMembers::Join(const std::vector<Member>& members, std::vector<Cell>& others) {
  const std::size_t width = cost_model_.width();
  const std::size_t count = members.size();
  others.resize(count * width);
  after_.resize(count * width);
  std::copy_n(clusters_.UnitState(members[count - 1].unit), width,
              after_.data() + (count - 1) * width);
  for (std::size_t i = count - 1; i-- > 0;) {
    cost_model_.Join(clusters_.UnitState(members[i].unit), after_.data() + (i + 1) * width,
                     after_.data() + i * width);
  }
  before_.assign(clusters_.UnitState(members[0].unit),
                 clusters_.UnitState(members[0].unit) + width);
  std::copy_n(after_.data() + width, width, others.data());
  for (std::size_t i = 1; i < count; ++i) {
    Cell* each = others.data() + i * width;
    if (i + 1 < count) {
      cost_model_.Join(before_.data(), after_.data() + (i + 1) * width, each);
    } else {
      std::copy_n(before_.data(), width, each);
    }
    cost_model_.Join(before_.data(), clusters_.UnitState(members[i].unit), before_.data());
  }
}

const Cell* KeptOthers::Without(std::uint32_t cluster, std::uint32_t unit) {
  Kept& kept = kept_[cluster % kClusters];
  if (kept.cluster != cluster || kept.changes != clusters_.ChangesOf(cluster)) {
    kept.cluster = cluster;
    kept.changes = clusters_.ChangesOf(cluster);
    Gather(kept);
  }
  if (kept.others.empty()) return nullptr;
  const auto found = std::ranges::find(kept.units, unit, &Member::unit);
  return kept.others.data() + static_cast<std::size_t>(found - kept.units.begin()) * width_;
}

void KeptOthers::Gather(Kept& kept) {
  kept.units.clear();
  kept.others.clear();
  clusters_.ForEachPart(
      kept.cluster, [&](const UnitPart& part) { kept.units.push_back({part.unit, part.rows}); });
  if (kept.units.size() > most_members_) return;
  // A unit that came twice leaves at once.
  std::ranges::sort(kept.units, {}, &Member::unit);
  const auto twice = std::ranges::unique(kept.units, {}, &Member::unit);
  kept.units.erase(twice.begin(), twice.end());
  if (kept.units.size() > 1) others_.Join(kept.units, kept.others);
}

}  // namespace gauze::cluster
