#include "gauze/transform/mondrian/grow.h"

#include <algorithm>

#include "gauze/base/parallel.h"
#include "gauze/base/stop.h"
#include "gauze/transform/mondrian/find_cut.h"

namespace gauze::mondrian {
namespace {

// Smaller nodes are finished by the thread that has them.
constexpr std::uint32_t kTaskTuples = 256;

class Grower {
 public:
  Grower(Workspace& workspace, Progress& progress) : workspace_(workspace), progress_(progress) {}

  void Grow(Node& node) {
    StopIfAsked();
    const auto cut = FindCut(workspace_, node);
    if (!cut) {
      progress_.Advance(node.rows);
      return;
    }
    Divide(node, *cut);
    if (node.end - node.begin < kTaskTuples) {
      Descend(*node.left);
      Descend(*node.right);
      return;
    }
    Together([&] { Descend(*node.left); }, [&] { Descend(*node.right); });
  }

 private:
  void Descend(Node& node) {
    if (node.suppressed) {
      progress_.Advance(node.rows);
    } else {
      Grow(node);
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
  Progress& progress_;
};

void Collect(Node& node, std::vector<Node*>& leaves) {
  if (node.leaf()) {
    leaves.push_back(&node);
    return;
  }
  Collect(*node.left, leaves);
  Collect(*node.right, leaves);
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
  Grower(workspace, progress).Grow(*root);
  return root;
}

std::vector<Node*> Leaves(Node& root) {
  std::vector<Node*> leaves;
  Collect(root, leaves);
  return leaves;
}

}  // namespace gauze::mondrian
