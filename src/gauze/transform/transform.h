#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/base/progress.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/transform/label.h"

// A transform turns a table into classes that satisfy every model of the policy. Adding one is one
// folder or file, one line in list.cc, one test and one docs page.

namespace gauze {

// What a transform or a step did. Figures of classes, regions and interrupted runs are put together
// by name.
struct StepFigure {
  std::string name;
  double value = 0;
  bool largest = false;  // the larger of two counts; otherwise their sum
};

// The result of a transform: which tuples form which class, and what each class prints. Classes
// are in canonical order, and no two print the same labels in all attributes. A transform may
// divide the rows of one tuple over several classes: the tuple is then a member of each.
struct Generalization {
  std::vector<std::size_t> quasi_identifiers;  // attribute indices
  std::vector<std::vector<Label>> labels;      // one dictionary per quasi-identifier
  LabelStyle label_style = LabelStyle::kNode;  // of categories
  std::vector<std::uint32_t> class_labels;     // [class * QIs + j] -> labels[j]
  std::vector<std::uint32_t> tuples;           // members, class by class
  std::vector<std::uint64_t> rows;             // of each member; empty: all rows of its tuple
  std::vector<std::size_t> class_begin;        // into tuples; one more than there are classes
  std::vector<std::uint32_t> suppressed;       // tuples that are not released

  // A column that a later step has changed: what each member shows of it.
  struct Changed {
    std::size_t attribute = 0;
    std::shared_ptr<const std::vector<Value>> values;  // in order
    std::vector<std::uint32_t> codes;                  // one per member; values->size(): no value
  };
  std::vector<Changed> changed;  // each of another column
  // Null: no step has changed this column.
  const Changed* FindChanged(std::size_t attribute) const {
    const auto found = std::ranges::find(changed, attribute, &Changed::attribute);
    return found == changed.end() ? nullptr : &*found;
  }

  std::vector<StepFigure> figures;  // what the transform did, if there is something to tell

  std::size_t classes() const { return class_begin.size() - 1; }
  std::uint64_t RowsOf(const Table& table, std::size_t member) const {
    return rows.empty() ? table.counts[tuples[member]] : rows[member];
  }
};

// A region of the input: some of its tuples, with the domains and totals of the whole.
struct TransformInput {
  const CodedTable& coded;
  const std::vector<PolicyEntry>& protect;
  MissingPolicy missing;
  // All rows of a tuple must stay together: something that is not in the table tells them apart.
  bool whole_tuples = false;
  const RiskSection* risk = nullptr;  // of the policy, if it has one
};

struct TransformEntry {
  Descriptor descriptor;
  // Advances `progress` by the rows it has dealt with; regions run side by side.
  Result<Generalization> (*run)(const TransformInput& input, const Parameters& parameters,
                                Progress& progress);
  // How the class came about, as lines for the user; runs the transform again. Names attributes
  // and counts rows, never another person's value.
  Result<std::vector<std::string>> (*explain)(const TransformInput& input,
                                              const Parameters& parameters,
                                              std::size_t class_index);
  // What `run` would refuse, found from values and hierarchies alone: the table has no tuples.
  // Null: nothing.
  Status (*check)(const TransformInput& input, const Parameters& parameters) = nullptr;
  // Memory beyond what every transform takes, for each quasi-identifier: of a distinct row, and of
  // a distinct combination.
  unsigned cell_bytes = 0;
  unsigned unit_bytes = 0;
  // The promise about the table as a whole that this transform keeps, and then no other unless it
  // says so below; it needs all tuples at once. Empty: it keeps class models.
  std::string keeps;
  // Beside that promise, or without it, also the class models that joining classes keeps.
  bool keeps_joined = false;
};

// The first is the default of a policy that names none.
const std::vector<TransformEntry>& Transforms();
const TransformEntry* FindTransform(std::string_view name);

}  // namespace gauze
