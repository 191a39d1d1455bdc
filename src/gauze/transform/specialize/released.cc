#include <algorithm>
#include <numeric>

#include "gauze/transform/specialize/withhold.h"

namespace gauze::freeform {

Pieces PiecesOf(const SpecializeInput& input, const Specialized& specialized) {
  Pieces pieces;
  if (specialized.withheld.empty()) {
    pieces.tuples.resize(input.counts.size());
    std::iota(pieces.tuples.begin(), pieces.tuples.end(), 0U);
    return pieces;
  }
  std::vector<std::vector<std::uint64_t>> stops(input.counts.size());
  for (const WithheldCells& cells : specialized.withheld) stops[cells.tuple].push_back(cells.rows);
  for (std::uint32_t tuple = 0; tuple < input.counts.size(); ++tuple) {
    stops[tuple].push_back(input.counts[tuple]);
    std::ranges::sort(stops[tuple]);
    std::uint64_t first = 0;
    for (const std::uint64_t stop : stops[tuple]) {
      if (stop == first) continue;
      pieces.tuples.push_back(tuple);
      pieces.first.push_back(first);
      pieces.rows.push_back(stop - first);
      first = stop;
    }
  }
  return pieces;
}

std::vector<NodeId> NodesOf(const SpecializeInput& input, const Specialized& specialized,
                            const Pieces& pieces, std::size_t attribute) {
  const auto& column = input.attributes[attribute];
  const auto node_of = NodeOfCode(column.hierarchy, specialized.cuts[attribute]);
  std::vector<NodeId> nodes(pieces.tuples.size());
  column.codes.Visit([&](const auto& codes) {
    for (std::size_t piece = 0; piece < nodes.size(); ++piece) {
      nodes[piece] = node_of[codes[pieces.tuples[piece]]];
    }
  });
  std::vector<std::uint64_t> withheld(pieces.first.empty() ? 0 : input.counts.size());
  for (const WithheldCells& cells : specialized.withheld) {
    if (cells.attribute == attribute) withheld[cells.tuple] = cells.rows;
  }
  for (std::size_t piece = 0; piece < pieces.first.size(); ++piece) {
    if (pieces.first[piece] >= withheld[pieces.tuples[piece]]) continue;
    nodes[piece] = column.tree.LowestObservable(nodes[piece]);
  }
  return nodes;
}

NodeTable Released(const SpecializeInput& input, const Specialized& specialized) {
  const Pieces pieces = PiecesOf(input, specialized);
  NodeTable table;
  table.counts.assign(input.counts.begin(), input.counts.end());
  if (!pieces.rows.empty()) table.counts = pieces.rows;
  for (std::size_t k = 0; k < input.attributes.size(); ++k) {
    const auto nodes = NodesOf(input, specialized, pieces, k);
    auto& cells =
        table.cells.emplace_back(static_cast<Code>(input.attributes[k].tree.size()), nodes.size());
    for (std::size_t piece = 0; piece < nodes.size(); ++piece) cells.Set(piece, nodes[piece]);
  }
  return table;
}

}  // namespace gauze::freeform
