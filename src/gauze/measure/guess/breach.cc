#include "gauze/measure/guess/breach.h"

#include <algorithm>

namespace gauze {

NearConclusion ConcludeInterval(const std::map<double, std::uint64_t>& rows, double length) {
  NearConclusion best;
  std::uint64_t inside = 0;
  auto first = rows.begin();
  for (auto last = rows.begin(); last != rows.end(); ++last) {
    inside += last->second;
    best.of += last->second;
    while (last->first - first->first > length) inside -= (first++)->second;
    if (inside > best.rows) {
      best.rows = inside;
      best.from = first->first;
    }
  }
  return best;
}

BranchConclusion ConcludeBranch(const std::map<std::size_t, std::uint64_t>& rows, std::size_t own) {
  BranchConclusion best{{}, own};
  for (const auto& [branch, count] : rows) {
    best.of += count;
    if (count > best.rows || (count == best.rows && best.branch == own)) {
      best.rows = count;
      best.branch = branch;
    }
  }
  return best;
}

void BreachTally::Add(double share, bool breached, std::uint64_t rows) {
  victims_ += rows;
  if (breached) breached_ += rows;
  highest_ = std::max(highest_, share);
  sum_ += share * static_cast<double>(rows);
}

std::vector<Figure> BreachTally::Figures(const std::string& name) const {
  if (victims_ == 0) return {};
  const auto victims = static_cast<double>(victims_);
  return {{name + ".breached", static_cast<double>(breached_) / victims},
          {name + ".highest", highest_},
          {name + ".mean", sum_ / victims}};
}

}  // namespace gauze
