#include "gauze/transform/mondrian/workspace.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace gauze::mondrian {

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
  labelers = MakeLabelers(constraints.coded(), options.boxes, options.labels, options.missing);
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

}  // namespace gauze::mondrian
