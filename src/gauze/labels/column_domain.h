#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gauze/labels/description.h"
#include "gauze/labels/label_form.h"
#include "gauze/table/domain.h"
#include "gauze/table/value.h"
#include "gauze/taxonomy/telling/grid.h"
#include "gauze/taxonomy/telling/telling_nodes.h"

namespace gauze::labels {

using Cell = std::optional<std::string>;

// Whether a place is in one of these spans, which are in increasing order and apart.
bool Covers(const std::vector<Span>& spans, Code place);

// A label as the values of the original that it may stand for.
struct Label {
  Kind kind = Kind::kValue;
  std::vector<Span> spans;  // places in the domain, in increasing order and apart
  double values = 0;        // how many different ones
  // Places of values that somebody in a class with this label has, if labels of its kind are
  // tight: the ends of a range, all of a set, values directly below a node that has two children.
  std::vector<Code> certain;

  bool hidden() const { return values > 1; }
  bool Covers(Code place) const { return labels::Covers(spans, place); }
};

// The domain over which the labels of a column are read, shared by all releases that are attacked
// together, and the reader itself.
//
// The domain is stated, not guessed: the leaves of the hierarchy where there is one; otherwise the
// values, the ends of ranges and the members of sets that the releases show, together with what the
// adversary knows, and of numbers and dates also everything between those. It is kept as places:
// what no label and no known value tells apart is one place. So memory grows with the number of
// different labels, not with the width of ranges. Missing is a place of its own, the last one,
// where the releases or the adversary's knowledge have a missing value.
class ColumnDomain {
 public:
  struct Place {
    std::string name;   // of a value, in its one spelling, or of a mask; otherwise empty
    double values = 1;  // how many lie there: 1, or the integers or days between two others
  };

  // `shown`: all different labels of all releases; `known`: cells of people. Fails when a
  // description says a type that a known cell is not of.
  static Result<ColumnDomain> Make(const ColumnDescription& column, const Description& all,
                                   const std::vector<Cell>& shown, const std::vector<Cell>& known);

  ValueType type() const { return attribute_.type; }
  const std::vector<Place>& places() const { return places_; }
  // Nodes of the hierarchy, level by level, from its values up to its root, as places. Nothing if
  // some paths are longer than others; no level where there is no hierarchy.
  std::optional<std::vector<std::vector<Span>>> Levels() const;
  double values() const { return values_until_.back(); }  // in all places

  Label Read(const Cell& label) const;
  // A node that, spelled like a range, would stand for other values if it were one: whoever gives a
  // hierarchy that the tool did not use reads it wrongly.
  bool IsAmbiguous(const Cell& label) const;
  // Of a value of the original. Nothing if it is not in the domain.
  std::optional<Code> Find(const Cell& value) const;

 private:
  ColumnDomain() = default;

  void RecogniseType(const std::vector<Cell>& shown, const std::vector<Cell>& known);
  bool IsOfType(ValueType type, std::string_view text) const;
  void RecogniseLists(const std::vector<Cell>& shown);
  bool Is(const Cell& cell, const std::vector<std::string>& marks) const;
  bool IsMissing(const Cell& cell) const;
  bool IsAnything(const Cell& cell) const;
  // Of a person: no value is known, however that is written.
  bool IsUnknown(const Cell& cell) const { return IsMissing(cell) || IsAnything(cell); }
  std::optional<NodeId> FindNode(std::string_view name) const;
  std::optional<RangeForm> RangeOf(std::string_view text) const;
  std::optional<std::vector<std::string>> SetOf(const std::string& text) const;
  // In its one spelling, of a cell that is written as `as` says.
  static std::string Spelled(const Attribute& as, std::string_view text);
  bool IsLeaf(std::string_view text) const;
  // As ours write a single value that looks like a list.
  std::string SingleValue(const std::string& label) const;
  std::optional<Code> FindAs(const Attribute& as, std::string_view text) const;

  void CollectNames(const std::vector<Cell>& shown, const std::vector<Cell>& known);
  void LayOutNumbers();
  void LayOutNames();

  Label ReadAnything() const;
  Label ReadNode(NodeId node) const;
  Label ReadRange(const RangeForm& range) const;
  // Whether the ends of such a range, if it is on the column's grid, occur in every class.
  bool EndsOccur(const RangeForm& range) const;
  Label ReadSet(const std::vector<std::string>& parts) const;
  Label ReadMask(const std::string& mask) const;
  Label Of(Kind kind, std::vector<Span> spans, std::vector<Code> certain = {}) const;

  Attribute attribute_;  // of labels
  Attribute known_;      // of cells of people
  bool lists_ = true;
  bool foreign_ = true;
  std::vector<std::string> suppressed_;
  std::vector<std::string> missing_marks_;
  std::optional<Taxonomy> taxonomy_;
  std::optional<TellingNodes> telling_;  // of the taxonomy
  std::optional<Grid> grid_;
  std::vector<Span> leaves_below_;  // by node of the taxonomy
  std::unordered_map<std::string, NodeId> inner_of_;
  bool bare_lists_ = false;  // "a,b" is a list

  std::map<std::string, Code> names_;      // values and masks that are no leaf of a hierarchy
  std::map<std::uint64_t, Code> numbers_;  // the same by order key, for numbers and dates
  bool below_ = false;                     // a range has no lower end
  bool above_ = false;                     // a range has no upper end
  std::vector<Place> places_;
  std::vector<double> values_until_;  // of all places before
  std::optional<Code> missing_;
};

}  // namespace gauze::labels
