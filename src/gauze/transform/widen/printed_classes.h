#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "gauze/measure/record_risk/record_risk.h"
#include "gauze/transform/suppress_cells/risk_input.h"
#include "gauze/transform/transform.h"
#include "gauze/transform/widen/ladder.h"

namespace gauze::widen {

// Classes that can be made to print more, and the table of the risk that follows what they print:
// one tuple for each class and combination of other columns that weigh something. A cell of a
// quasi-identifier is its label, and "*" a suppressed one.
class PrintedClasses {
 public:
  // `may_coincide`: two classes may come to print the same, and are then one. Fails when a value
  // has no weight. Keeps references to both.
  static Result<PrintedClasses> Make(const TransformInput& input, bool may_coincide,
                                     Generalization& generalization);

  std::size_t classes() const { return generalization_->classes(); }
  std::size_t width() const { return generalization_->quasi_identifiers.size(); }
  std::uint64_t rows(std::size_t c) const { return rows_[c]; }
  // Tuples of the class in the table of the risk: from this one to that of the next class.
  std::uint32_t tuple_begin(std::size_t c) const { return tuple_begin_[c]; }
  std::uint32_t class_of(std::uint32_t tuple) const { return class_of_[tuple]; }

  const Ladder& ladder(std::size_t q) const { return ladders_[q]; }
  Rung lowest(std::size_t c, std::size_t q) const { return lowest_[c * width() + q]; }
  std::uint32_t label(std::size_t c, std::size_t q) const {
    return generalization_->class_labels[c * width() + q];
  }
  double LossOf(std::size_t q, std::uint32_t label) const {
    return generalization_->labels[q][label].loss;
  }
  bool IsStar(std::size_t c, std::size_t q) const { return label(c, q) == stars_[q]; }
  // What the class prints weighs something.
  bool Weighs(std::size_t c, std::size_t q) const;
  // Rows that print each label.
  std::vector<std::uint64_t> RowsByLabel(std::size_t q) const;

  // The label of a rung, or of "*".
  std::uint32_t LabelOf(std::size_t q, Rung rung);
  std::uint32_t star(std::size_t q) const { return stars_[q]; }
  // False, and nothing is changed, where another class prints the same and may not.
  bool Print(std::size_t c, std::size_t q, std::uint32_t label);

  const risk::RiskTable& table() const { return input_.table; }
  const risk::RiskSettings& settings() const { return input_.settings; }
  // The column of a quasi-identifier in that table.
  std::size_t column(std::size_t q) const { return columns_[q]; }

 private:
  PrintedClasses(RiskInput original, bool may_coincide, Generalization& generalization)
      : original_(std::move(original)),
        may_coincide_(may_coincide),
        generalization_(&generalization) {}

  void MakeLadders(const TransformInput& input);
  void MakeTuples(const TransformInput& input);
  void MakeColumns();
  std::uint32_t AddLabel(std::size_t q, Label label, double weight);
  // The heaviest value of a span.
  double WeightOf(std::size_t q, Span span) const;
  std::vector<std::uint32_t> LabelsOf(std::size_t c) const;

  RiskInput original_;  // the risk of the table as it was
  bool may_coincide_;
  Generalization* generalization_;
  std::set<std::vector<std::uint32_t>> printed_;  // unless classes may coincide
  std::vector<std::uint64_t> rows_;
  std::vector<Span> spans_;
  std::vector<Ladder> ladders_;
  std::vector<Rung> lowest_;
  std::vector<std::uint32_t> stars_;  // labels
  std::vector<std::unordered_map<std::string, std::uint32_t>> by_text_;
  std::vector<std::vector<std::uint32_t>> label_of_rung_;
  std::vector<std::size_t> columns_;
  RiskInput input_;
  std::vector<std::uint32_t> first_member_;  // of each tuple, into the members of the classes
  std::vector<std::uint32_t> tuple_begin_;
  std::vector<std::uint32_t> class_of_;
};

}  // namespace gauze::widen
