#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/table/attribute.h"
#include "gauze/table/domain.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/taxonomy/extent.h"
#include "gauze/taxonomy/telling/grid.h"

namespace gauze {

// How categories are printed: as the lowest node of their hierarchy that covers them, or as the
// list of values.
enum class LabelStyle : std::uint8_t { kNode, kSet };

// Which values a class claims: those that occur in it; the whole cell that was cut out of the
// domain, so that the cells of a release cover everything without a gap; or as little more than
// what occurs as gives no value away: ranges end at the lines of a public grid, and nodes are
// raised (telling_nodes.h).
enum class BoxStyle : std::uint8_t { kTight, kCells, kGrid };

// What a class knows of its values in one attribute.
struct ClassValues {
  Span tight;               // lowest and highest code that occurs
  Span cell;                // what the cuts left of the domain
  std::vector<Code> codes;  // occurring codes, ascending; only filled for LabelStyle::kSet
};

// One released value of a quasi-identifier: its spelling, and what it cost.
struct Label {
  std::string text;
  bool missing = false;  // the empty cell: every row of the class has no value
  double loss = 0;       // G/D, from 0 to 1
  Value from;            // for numbers and dates: the ends of the range, for `ranges: bounds`
  Value to;
};

// Spells the labels of one attribute (definitions 0, architecture: labels). "37" for one value,
// "[20, 29]" for integers and dates, "[20, 30)" for cells of reals and timestamps, the node's name,
// "{a|b|c}" in code order with | \ { } escaped by a backslash, "*" for everything.
class Labeler {
 public:
  // `grid`: of a numeric attribute without a hierarchy, for BoxStyle::kGrid.
  Labeler(const CodedTable& coded, std::size_t attribute, LabelStyle labels, BoxStyle boxes,
          MissingPolicy missing, std::optional<Grid> grid = std::nullopt);

  // Only these codes, ascending, are in released rows: cells begin and end at them, and list no
  // others. A cell of a table whose rows are not all released would tell of the rest.
  void ShowOnly(std::vector<Code> shown) { shown_ = std::move(shown); }

  Label Make(const ClassValues& values) const;
  // The loss of Make(values).loss without the spelling; `distinct` replaces codes.size().
  double Loss(Span tight, Span cell, std::uint64_t distinct) const;

  // Where the step that a code lies in begins and ends, for ranges on a grid.
  struct Step {
    double begin = 0;
    double end = 0;
  };
  const Step& StepOf(Code code) const { return steps_[code]; }

  bool on_grid() const { return boxes_ == BoxStyle::kGrid; }
  bool prints_range() const { return hierarchy_ == nullptr; }
  bool prints_set() const { return hierarchy_ != nullptr && labels_ == LabelStyle::kSet; }
  // The label depends on every code of the class, and not only on what Printed() says.
  bool lists_codes() const { return prints_set() && boxes_ != BoxStyle::kCells; }
  Span Printed(Span tight, Span cell) const { return boxes_ == BoxStyle::kCells ? cell : tight; }

 private:
  bool IsStar(Span span) const;
  double RangeLoss(Span span) const;
  // The node that is printed for a span.
  NodeId NodeOf(Span span) const;
  // First value beyond the span if there is one, else null: where a cell of a range ends.
  const Value* Beyond(Span span) const;
  void SpellRange(Span span, Label& label) const;
  void SpellSet(const std::vector<Code>& codes, Label& label) const;
  Value RangeEnd(Span span) const;
  Span Shown(Span cell) const;
  std::vector<Code> CodesOf(Span cell) const;

  const Domain& domain_;
  const Hierarchy* hierarchy_;  // null: ranges
  Extent extent_;
  LabelStyle labels_;
  BoxStyle boxes_;
  MissingPolicy missing_;
  std::optional<std::vector<Code>> shown_;  // none: all of them
  std::optional<Grid> grid_;
  std::vector<Step> steps_;     // by code; without a grid none
  std::vector<NodeId> raised_;  // by node of the hierarchy; empty: no node is
};

}  // namespace gauze
