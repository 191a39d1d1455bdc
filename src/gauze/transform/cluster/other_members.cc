#include "gauze/transform/cluster/other_members.h"

#include <algorithm>

namespace gauze::cluster {

void OtherMembers::Join(const std::vector<Member>& members) {
  const std::size_t width = cost_model_.width();
  const std::size_t count = members.size();
  others_.resize(count * width);
  after_.resize(count * width);
  std::copy_n(clusters_.UnitState(members[count - 1].unit), width,
              after_.data() + (count - 1) * width);
  for (std::size_t i = count - 1; i-- > 0;) {
    cost_model_.Join(clusters_.UnitState(members[i].unit), after_.data() + (i + 1) * width,
                     after_.data() + i * width);
  }
  before_.assign(clusters_.UnitState(members[0].unit),
                 clusters_.UnitState(members[0].unit) + width);
  std::copy_n(after_.data() + width, width, others_.data());
  for (std::size_t i = 1; i < count; ++i) {
    Cell* others = others_.data() + i * width;
    if (i + 1 < count) {
      cost_model_.Join(before_.data(), after_.data() + (i + 1) * width, others);
    } else {
      std::copy_n(before_.data(), width, others);
    }
    cost_model_.Join(before_.data(), clusters_.UnitState(members[i].unit), before_.data());
  }
}

void OtherMembers::JoinExcept(const std::vector<Member>& members, std::uint32_t unit,
                              std::vector<Cell>& state) const {
  state.clear();
  for (const Member& member : members) {
    if (member.unit == unit) continue;
    const Cell* next = clusters_.UnitState(member.unit);
    if (state.empty()) state.assign(next, next + cost_model_.width());
    cost_model_.Join(state.data(), next, state.data());
  }
}

}  // namespace gauze::cluster
