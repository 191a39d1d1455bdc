#include "gauze/taxonomy/suggest/suggest.h"

#include <algorithm>

namespace gauze {

ColumnValues NarrowestType(const ColumnValues& text) {
  for (const ValueType type : {ValueType::kInteger, ValueType::kDecimal, ValueType::kDate,
                               ValueType::kTimestamp, ValueType::kBoolean}) {
    ColumnValues typed{.type = type};
    std::vector<std::pair<Value, std::uint64_t>> values;
    for (std::size_t i = 0; i < text.values.size(); ++i) {
      auto value = ParseValue({.type = type}, text.values[i].text);
      if (!value || value->text != text.values[i].text) break;
      values.emplace_back(*std::move(value), text.counts[i]);
    }
    if (values.size() < text.values.size()) continue;
    std::ranges::sort(values, [&](const auto& a, const auto& b) {
      return Value::Before(type, a.first, b.first);
    });
    for (auto& [value, rows] : values) {
      typed.values.push_back(std::move(value));
      typed.counts.push_back(rows);
    }
    return typed;
  }
  return text;
}

std::vector<std::uint64_t> RowsOfNodes(const Taxonomy& taxonomy, const ColumnValues& column) {
  std::vector<std::uint64_t> rows(taxonomy.nodes().size());
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    rows[taxonomy.FindLeaf(column.values[i].text)] += column.counts[i];
  }
  // Every node stands after its parent.
  for (std::size_t node = rows.size(); node-- > 1;) {
    rows[taxonomy[static_cast<NodeId>(node)].parent] += rows[node];
  }
  return rows;
}

std::vector<LevelCounts> CountLevels(const Taxonomy& taxonomy, const ColumnValues& column) {
  const std::vector<std::uint64_t> rows = RowsOfNodes(taxonomy, column);
  std::vector<LevelCounts> levels;
  for (std::uint32_t height = 0; height < taxonomy[Taxonomy::kRoot].height; ++height) {
    LevelCounts level{.height = height};
    for (NodeId node = 1; node < taxonomy.nodes().size(); ++node) {
      // The highest of its path that is not above the level.
      if (taxonomy[node].height > height || taxonomy[taxonomy[node].parent].height <= height) {
        continue;
      }
      level.fewest_rows = level.nodes == 0 ? rows[node] : std::min(level.fewest_rows, rows[node]);
      ++level.nodes;
    }
    levels.push_back(level);
  }
  return levels;
}

}  // namespace gauze
