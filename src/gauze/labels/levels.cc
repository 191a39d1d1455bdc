#include <algorithm>

#include "gauze/labels/column_domain.h"

namespace gauze::labels {

std::optional<std::vector<std::vector<Span>>> ColumnDomain::Levels() const {
  if (places_.empty()) return std::nullopt;
  const NodeId root = Taxonomy::kRoot;
  std::vector<std::vector<Span>> levels(taxonomy_ ? (*taxonomy_)[root].height : 1);
  const std::size_t leaves = taxonomy_ ? taxonomy_->leaves().size() : 0;
  for (NodeId node = root + 1; taxonomy_ && node < taxonomy_->nodes().size(); ++node) {
    const std::uint32_t height = (*taxonomy_)[node].height;
    if (height + 1 != (*taxonomy_)[(*taxonomy_)[node].parent].height) return std::nullopt;
    levels[height].push_back(leaves_below_[node]);
  }
  for (auto& level : levels) {
    std::ranges::sort(level, {}, &Span::low);
    for (auto place = static_cast<Code>(leaves); place < places_.size(); ++place) {
      level.push_back({place, place});
    }
  }
  levels.push_back({{0, static_cast<Code>(places_.size() - 1)}});
  return levels;
}

}  // namespace gauze::labels
