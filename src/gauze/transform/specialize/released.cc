#include <algorithm>
#include <map>

#include "gauze/transform/specialize/withhold.h"

namespace gauze::freeform {

NodeTable Released(const SpecializeInput& input, const Specialized& specialized) {
  std::map<std::uint32_t, std::vector<const WithheldCells*>> withheld;
  for (const WithheldCells& cells : specialized.withheld) withheld[cells.tuple].push_back(&cells);

  // Pieces of distinct rows, each with the same cells withheld throughout.
  struct Piece {
    std::uint32_t tuple = 0;
    std::uint64_t first = 0;  // row of the tuple
  };
  std::vector<Piece> pieces;
  NodeTable table;
  for (std::uint32_t tuple = 0; tuple < input.counts.size(); ++tuple) {
    std::vector<std::uint64_t> stops = {input.counts[tuple]};
    const auto found = withheld.find(tuple);
    if (found != withheld.end()) {
      for (const WithheldCells* cells : found->second) stops.push_back(cells->rows);
    }
    std::ranges::sort(stops);
    std::uint64_t first = 0;
    for (const std::uint64_t stop : stops) {
      if (stop == first) continue;
      pieces.push_back({.tuple = tuple, .first = first});
      table.counts.push_back(stop - first);
      first = stop;
    }
  }
  for (std::size_t k = 0; k < input.attributes.size(); ++k) {
    const auto& attribute = input.attributes[k];
    const auto node_of = NodeOfCode(attribute.hierarchy, specialized.cuts[k]);
    auto& cells = table.cells.emplace_back(static_cast<Code>(attribute.tree.size()), pieces.size());
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      cells.Set(piece, node_of[attribute.codes.Get(pieces[piece].tuple)]);
      const auto found = withheld.find(pieces[piece].tuple);
      if (found == withheld.end()) continue;
      for (const WithheldCells* kept : found->second) {
        if (kept->attribute != k || pieces[piece].first >= kept->rows) continue;
        cells.Set(piece, attribute.tree.LowestObservable(cells.Get(piece)));
      }
    }
  }
  return table;
}

}  // namespace gauze::freeform
