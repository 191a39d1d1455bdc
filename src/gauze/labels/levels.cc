#include <algorithm>

#include "gauze/labels/column_domain.h"

namespace gauze::labels {

std::optional<std::vector<std::vector<Span>>> ColumnDomain::Levels() const {
  if (!taxonomy_) return std::vector<std::vector<Span>>{};
  std::vector<std::vector<Span>> levels((*taxonomy_)[Taxonomy::kRoot].height + 1);
  for (NodeId node = Taxonomy::kRoot; node < taxonomy_->nodes().size(); ++node) {
    const std::uint32_t height = (*taxonomy_)[node].height;
    const bool is_root = node == Taxonomy::kRoot;
    if (!is_root && height + 1 != (*taxonomy_)[(*taxonomy_)[node].parent].height) {
      return std::nullopt;
    }
    levels[height].push_back(leaves_below_[node]);
  }
  for (auto& level : levels) std::ranges::sort(level, {}, &Span::low);
  return levels;
}

}  // namespace gauze::labels
