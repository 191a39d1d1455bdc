#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/model/class_model.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/transform/persons.h"

namespace gauze {

class Tally;

// The knowledge table that a model names, or null.
const Knowledge* KnowledgeOf(const CodedTable& coded, const PolicyEntry& entry);

// All class models of a policy, made for one table: what a transform asks before it lets a set of
// rows be a class. Immutable, shared by threads. The table must outlive it.
//
// Where a person has several rows, models count persons, in a class as in the whole table. Persons
// of two classes do not add up then: somebody in both counts once in their union, with the values
// of both. So no model that looks at values is monotone, and what it thinks of a table can only be
// told from its tuples. A person with a single row is a row: nothing costs more.
class Constraints {
 public:
  // Promises that say nothing of classes are passed over. `left_out` are tuples that are not
  // released: t-closeness compares with the released rows only, as anybody who verifies the file
  // does.
  static Result<Constraints> Make(const CodedTable& coded, const std::vector<PolicyEntry>& protect,
                                  const std::vector<std::uint32_t>& left_out = {});

  // Found before any work, from the totals of the input: everything as one class must satisfy every
  // model. If a monotone one fails, no release can satisfy it; any other could, but not by cutting
  // from the top. The error explains which model and why. Without tuples, models that need them
  // are passed over.
  Status CheckFeasible() const;

  // Why rows with these totals are no class, or nothing: "l_diversity(l=3): …".
  std::optional<std::string> WhyNotOneClass(
      const std::vector<std::vector<std::uint64_t>>& totals) const;

  const CodedTable& coded() const { return *coded_; }
  // Do unions of good classes stay good, for every model?
  bool monotone() const { return !FirstNotMonotone(); }
  // Index of the first model of which they do not.
  std::optional<std::size_t> FirstNotMonotone() const;
  // A model looks at combinations of attributes, or at the values of persons with several rows:
  // these are only known where the tuples are.
  bool needs_tuples() const;
  // Attributes whose values some model looks at.
  const std::vector<std::size_t>& counted() const { return counted_; }
  // Would a class of these counts keep every model? `by_code` has rows per code of each attribute
  // in counted(), at the attribute's own index. Where rows belong to persons, at least as many are
  // there as the rows of the busiest person allow. Not where tuples are needed.
  bool Hold(std::uint64_t rows, const std::vector<std::vector<std::uint64_t>>& by_code) const;
  // The number of rows from which on a class is good, if the models ask for nothing else.
  std::optional<std::uint64_t> LeastRows() const;
  // The slots of a tally, all histograms one after another (Amount).
  std::uint32_t slots() const;
  // No set of rows is nearer to holding in which this slot has that share of them, or a larger one;
  // 1 if such a set can hold. Where counts add up.
  double NearestWithShare(std::uint32_t slot, double share) const;
  // Are the counts of two sets of tuples together the sums of both? Not where persons have several
  // rows.
  bool adds_up() const { return !entity_; }
  std::size_t size() const { return models_.size(); }
  const std::string& Text(std::size_t model) const { return texts_[model]; }

 private:
  friend class Tally;
  Constraints() = default;

  const CodedTable* coded_ = nullptr;
  std::vector<std::unique_ptr<ClassModel>> models_;
  std::vector<std::string> texts_;
  std::vector<std::string> wheres_;
  void Add(std::unique_ptr<ClassModel> model, std::optional<std::size_t> histogram,
           const PolicyEntry& entry, bool monotone);
  // The histogram of an attribute, a new one if there is none yet.
  std::size_t HistogramOf(std::size_t attribute);
  Status AddParts(const PolicyEntry& entry);
  std::vector<std::uint64_t> WholeHistogram(std::size_t histogram) const;
  // Index of the first model that everything as one class breaks, and why.
  std::optional<std::pair<std::size_t, std::string>> FirstBroken() const;

  // What tuples are counted by.
  struct Histogram {
    std::optional<std::size_t> attribute;           // its codes, or
    std::shared_ptr<const CodeColumn> combination;  // a combination of several attributes
    Code size = 0;
    std::shared_ptr<const PersonPairs> pairs;  // where persons have several rows: who counts once
  };
  std::vector<Histogram> histograms_;
  std::vector<std::optional<std::size_t>> histogram_of_;  // model -> index into histograms_
  std::vector<std::size_t> counted_;                      // attributes with a histogram
  std::optional<std::size_t> entity_;                     // only if somebody has several rows
  std::uint64_t busiest_person_ = 1;                      // rows
  std::vector<bool> monotone_;                            // one per model
};

// Rows of one code in one of the histograms of a tally.
struct Amount {
  std::uint32_t slot = 0;  // codes of all histograms, one histogram after another
  std::uint32_t rows = 0;
};

// Counts of a set of tuples, and the verdict of all models on them. Reused: Reset() is cheap. One
// thread at a time.
class Tally {
 public:
  explicit Tally(const Constraints& constraints);

  void Reset();
  void Add(std::uint32_t tuple);
  // Takes away a tuple that was added.
  void Remove(std::uint32_t tuple);
  // A set of tuples that was counted before, as Amounts() told: the same as each of its tuples, in
  // O(different codes). Only where counts add up, and of fewer than 2^32 rows.
  void Add(std::uint64_t rows, std::span<const Amount> amounts);
  void Remove(std::uint64_t rows, std::span<const Amount> amounts);
  // What was added, by slot; appended.
  void Amounts(std::vector<Amount>& amounts) const;
  std::uint64_t rows() const { return rows_; }
  std::uint64_t persons() const { return constraints_->entity_ ? persons_ : rows_; }

  bool Holds() const { return !FirstFailing(); }
  // Index of the first model that does not hold.
  std::optional<std::size_t> FirstFailing() const;
  // The least of all models' nearness: 1 if all hold, less the more is missing.
  double Nearness() const {
    return Nearness([](double) { return false; });
  }
  // The same, or some larger figure at which `enough` said that no smaller one matters.
  template <typename Enough>
  double Nearness(const Enough& enough) const {
    double nearness = 1;
    for (std::size_t i = 0; i < constraints_->models_.size() && !enough(nearness); ++i) {
      nearness = std::min(nearness, constraints_->models_[i]->Nearness(CountsFor(i)));
    }
    return nearness;
  }

 private:
  friend class Constraints;
  ClassCounts CountsFor(std::size_t model) const;
  void AddPerson(std::uint32_t tuple);
  void RemovePerson(std::uint32_t tuple);

  const Constraints* constraints_;
  std::uint64_t rows_ = 0;
  std::uint64_t persons_ = 0;
  struct Counted {
    std::vector<std::uint64_t> values;  // rows or persons per code
    std::vector<Code> present;          // codes that somebody has, each once
    // Of persons with several rows:
    CountedSet pairs;
    Code missing = 0;
    std::optional<CountedSet> holders;  // who has a value; nothing if everybody has
    std::uint64_t with_value = 0;       // how many they are

    void Forget(Code code);
  };
  std::vector<Counted> histograms_;
  std::vector<std::uint32_t> first_slots_;  // of the histograms, and one behind the last
  std::vector<const CodeColumn*> columns_;  // that the histograms are of
  CountedSet seen_;                         // persons
};

}  // namespace gauze
