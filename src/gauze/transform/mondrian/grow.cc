#include "gauze/transform/mondrian/tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "gauze/base/parallel.h"
#include "gauze/base/stop.h"
#include "gauze/transform/mondrian/cut.h"

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

void Node::Collapse() {
  left.reset();
  right.reset();
}

Workspace::Workspace(const Constraints& constraints_in, const Options& options_in)
    : constraints(constraints_in),
      table(constraints_in.coded().table),
      options(options_in),
      quasi_identifiers(table.WithRole(Role::kQuasiIdentifying)),
      order(table.tuples()),
      scratch([this] {
        return Scratch{.tally = Tally(constraints),
                       .loss = LossTally(table, quasi_identifiers, labelers)};
      }) {
  for (const std::size_t attribute : quasi_identifiers) {
    labelers.emplace_back(constraints.coded(), attribute, options.labels, options.boxes,
                          options.missing);
  }
  std::iota(order.begin(), order.end(), 0U);
  rows = table.counts;
  codes.resize(order.size() * quasi_identifiers.size());
  for (std::size_t j = 0; j < quasi_identifiers.size(); ++j) {
    table.columns[quasi_identifiers[j]].Visit([&](const auto& column) {
      for (std::size_t i = 0; i < column.size(); ++i) {
        codes[i * quasi_identifiers.size() + j] = column[i];
      }
    });
  }
}

ClassValues Workspace::ValuesOf(const Node& node, std::size_t qi) const {
  ClassValues values;
  if (!node.cells.empty()) values.cell = node.cells[qi];
  values.tight = {std::numeric_limits<Code>::max(), 0};
  const bool list = labelers[qi].prints_set();
  for (std::uint32_t i = node.begin; i < node.end; ++i) {
    const Code code = CodeAt(i, qi);
    values.tight.low = std::min(values.tight.low, code);
    values.tight.high = std::max(values.tight.high, code);
    if (list) values.codes.push_back(code);
  }
  std::ranges::sort(values.codes);
  const auto repeated = std::ranges::unique(values.codes);
  values.codes.erase(repeated.begin(), repeated.end());
  return values;
}

std::unique_ptr<Node> Grow(Workspace& workspace, Progress& progress) {
  const Table& table = workspace.table;
  auto root = std::make_unique<Node>();
  root->end = static_cast<std::uint32_t>(table.tuples());
  root->rows = table.rows;
  root->budget =
      static_cast<std::uint64_t>(static_cast<Wide>(workspace.options.suppress_rows.numerator) *
                                 table.rows / workspace.options.suppress_rows.denominator);
  if (workspace.options.boxes == BoxStyle::kCells) {
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
