#include "gauze/transform/mondrian/grow.h"

#include <algorithm>
#include <bit>

#include "gauze/base/parallel.h"
#include "gauze/base/progress_share.h"
#include "gauze/base/stop.h"
#include "gauze/transform/mondrian/find_cut.h"

namespace gauze::mondrian {
namespace {

// Smaller nodes are finished by the thread that has them.
constexpr std::uint32_t kTaskTuples = 256;

// Progress is told by tuples and levels: on each level that is expected every tuple is looked at
// once, by the cut of its node or because its leaf has been found above.
class Grower {
 public:
  Grower(Workspace& workspace, std::uint32_t levels, ProgressShare& progress)
      : workspace_(workspace), levels_(levels), progress_(progress) {}

  void Grow(Node& node, std::uint32_t level) {
    StopIfAsked();
    const auto cut = FindCut(workspace_, node);
    if (!cut) {
      Leave(node, level);
      return;
    }
    if (level < levels_) progress_.Step(node.end - node.begin);
    Divide(node, *cut);
    ++level;
    if (node.end - node.begin < kTaskTuples) {
      Descend(*node.left, level);
      Descend(*node.right, level);
      return;
    }
    Together([&] { Descend(*node.left, level); }, [&] { Descend(*node.right, level); });
  }

 private:
  void Descend(Node& node, std::uint32_t level) {
    if (node.suppressed) {
      Leave(node, level);
    } else {
      Grow(node, level);
    }
  }

  void Leave(const Node& node, std::uint32_t level) {
    if (level < levels_) {
      progress_.Step(std::uint64_t{levels_ - level} * (node.end - node.begin));
    }
  }

  void Divide(Node& node, const Cut& cut) {
    // Stable, so that the order of tuples in a class never depends on the way to it.
    const std::size_t width = workspace_.quasi_identifiers.size();
    Scratch& scratch = workspace_.scratch.local();
    Workspace& all = workspace_;
    scratch.order.clear();
    scratch.codes.clear();
    scratch.rows.clear();
    std::uint32_t middle = node.begin;
    for (std::uint32_t place = node.begin; place < node.end; ++place) {
      const auto from = all.codes.begin() + static_cast<std::ptrdiff_t>(place * width);
      const auto end = from + static_cast<std::ptrdiff_t>(width);
      if (*(from + static_cast<std::ptrdiff_t>(cut.attribute)) <= cut.code) {
        all.order[middle] = all.order[place];
        all.rows[middle] = all.rows[place];
        std::copy(from, end, all.codes.begin() + static_cast<std::ptrdiff_t>(middle * width));
        ++middle;
      } else {
        scratch.order.push_back(all.order[place]);
        scratch.rows.push_back(all.rows[place]);
        scratch.codes.insert(scratch.codes.end(), from, end);
      }
    }
    std::ranges::copy(scratch.order, all.order.begin() + middle);
    std::ranges::copy(scratch.rows, all.rows.begin() + middle);
    std::ranges::copy(scratch.codes,
                      all.codes.begin() + static_cast<std::ptrdiff_t>(middle * width));
    node.attribute = cut.attribute;
    node.cut = cut.code;
    node.left = Child(node);
    node.right = Child(node);
    node.left->end = node.right->begin = middle;
    node.left->rows = cut.left_rows;
    node.right->rows = node.rows - cut.left_rows;
    if (!node.cells.empty()) {
      node.left->cells[cut.attribute].high = cut.code;
      node.right->cells[cut.attribute].low = cut.code + 1;
    }
    node.left->suppressed = cut.suppress == Side::kLeft;
    node.right->suppressed = cut.suppress == Side::kRight;
    ShareBudget(node);
  }

  static std::unique_ptr<Node> Child(Node& node) {
    auto child = std::make_unique<Node>();
    child->begin = node.begin;
    child->end = node.end;
    child->cells = node.cells;
    child->parent = &node;
    return child;
  }

  // What may still be suppressed is shared out by rows, so that no branch depends on another.
  static void ShareBudget(Node& node) {
    if (node.left->suppressed) {
      node.right->budget = node.budget - node.left->rows;
    } else if (node.right->suppressed) {
      node.left->budget = node.budget - node.right->rows;
    } else {
      const auto share = [&](const Node& child) {
        return static_cast<std::uint64_t>(static_cast<Wide>(node.budget) * child.rows / node.rows);
      };
      node.left->budget = share(*node.left);
      node.right->budget = share(*node.right);
    }
  }

  Workspace& workspace_;
  const std::uint32_t levels_;  // that are told of
  ProgressShare& progress_;
};

void Collect(Node& node, std::vector<Node*>& leaves) {
  if (node.leaf()) {
    leaves.push_back(&node);
    return;
  }
  Collect(*node.left, leaves);
  Collect(*node.right, leaves);
}

// If every cut went through the middle.
std::uint32_t LevelsOf(const Workspace& workspace) {
  const std::uint64_t least =
      std::max<std::uint64_t>(workspace.constraints.LeastRows().value_or(8), 1);
  return static_cast<std::uint32_t>(std::bit_width(workspace.table.rows / least)) + 1;
}

}  // namespace

std::unique_ptr<Node> Grow(Workspace& workspace, Progress& progress) {
  const Table& table = workspace.table;
  auto root = std::make_unique<Node>();
  root->end = static_cast<std::uint32_t>(table.tuples());
  root->rows = table.rows;
  root->budget =
      static_cast<std::uint64_t>(static_cast<Wide>(workspace.options.suppress_rows.numerator) *
                                 table.rows / workspace.options.suppress_rows.denominator);
  if (workspace.options.boxes.style == BoxStyle::kCells) {
    for (const std::size_t attribute : workspace.quasi_identifiers) {
      root->cells.push_back({0, table.domains[attribute].size() - 1});
    }
  }
  const std::uint32_t levels = LevelsOf(workspace);
  ProgressShare share(progress, table.rows, std::uint64_t{levels} * table.tuples());
  Grower(workspace, levels, share).Grow(*root, 0);
  return root;
}

std::vector<Node*> Leaves(Node& root) {
  std::vector<Node*> leaves;
  Collect(root, leaves);
  return leaves;
}

}  // namespace gauze::mondrian
