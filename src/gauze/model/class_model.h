#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/model/worst_class.h"
#include "gauze/table/table.h"
#include "gauze/taxonomy/hierarchy.h"
#include "gauze/taxonomy/knowledge.h"

// A class model is a condition on every class of a release: the rows that share one released
// quasi-identifier tuple. Adding one is one file, one line in models.inc, one test and one docs
// page.

namespace gauze {

// Everything a model may look at: counts, never rows.
struct ClassCounts {
  std::uint64_t rows = 0;
  std::uint64_t persons = 0;  // distinct entities; the same as rows without an entity key
  // Per code of the model's attribute, if it has one: the persons who have the value in this class,
  // each once. Somebody with several values is there under each of them.
  std::span<const std::uint64_t> values;
  // The codes that somebody has, each once, in no order, where somebody has kept them: few where a
  // class is small and the domain large.
  std::optional<std::span<const Code>> present = std::nullopt;
  // Persons who have a value that is not missing. Only where ModelContext::persons is set:
  // everywhere else it is the sum of the values.
  std::uint64_t with_value = 0;
};

// Where persons have several rows: who has several values of the model's attribute in the whole
// table.
struct PersonValues {
  std::uint64_t several = 0;               // persons with more than one value
  std::uint64_t several_with_missing = 0;  // the same if missing is a value, too
};

class ClassModel {
 public:
  virtual ~ClassModel() = default;

  virtual bool Holds(const ClassCounts& counts) const = 0;

  // How near a class is to holding, from 0 to 1, and 1 only if it holds: a guide for a search that
  // brings rows together. Overridden only to work out once what both parts of the answer need.
  virtual double Nearness(const ClassCounts& counts) const {
    return Holds(counts) ? 1 : BelowOne(NearnessBelow(counts));
  }

  // No class is nearer in which this value has that share of the persons, or a larger one: 1 if
  // such a class can hold. It lets a search pass over what cannot help. 1 is always true.
  virtual double NearestWithShare(Code /*code*/, double /*share*/) const { return 1; }

  // The number of persons from which on a class holds, if the model looks at nothing else.
  virtual std::optional<std::uint64_t> LeastPersons() const { return std::nullopt; }

  // Why the whole table as one class does not satisfy the model, as a sentence for the user: "k is
  // 5, but the table has 3 rows". Only asked when Holds(table) is false. No cell values.
  virtual std::string WhyNever(const ClassCounts& table) const = 0;

 protected:
  static double BelowOne(double nearness) { return std::clamp(nearness, 0.001, 0.999); }

 private:
  // Of a class that does not hold: about the share that it has of the rows it needs.
  virtual double NearnessBelow(const ClassCounts& /*counts*/) const { return 0.5; }
};

// What a model is made from.
struct ModelContext {
  // Of the model's attribute; null when the model has none.
  const Attribute* attribute = nullptr;
  const Domain* domain = nullptr;
  const Hierarchy* hierarchy = nullptr;  // null if the attribute has none
  // Persons per code over all released rows: the reference of t-closeness. Empty without attribute.
  std::span<const std::uint64_t> reference;
  const Knowledge* knowledge = nullptr;  // the table that the model's parameter names
  // Nothing if every row is a person of its own. A model that is a statement about one value per
  // person refuses persons with several (model/one_value.h).
  std::optional<PersonValues> persons = std::nullopt;
};

struct ModelEntry {
  Descriptor descriptor;

  // True if the union of two classes of different persons that satisfy the model always satisfies
  // it. Then one class of everything is the easiest case, and classes whose labels coincide may be
  // merged unseen. Somebody who has rows in both classes counts once in the union and may have
  // another value in each: then no model that looks at values is monotone (constraints.h).
  bool monotone = true;

  // True if it compares classes with the table as a whole: ModelContext::reference.
  bool compares = false;

  // With these parameters, does it also look at where values are, in their order or their tree?
  // Null: never. Readers of a release are told no more than its promises need.
  bool (*looks_at_places)(const Parameters& parameters) = nullptr;

  // Fails when the attribute does not fit the parameters: an ordered distance on text, a
  // hierarchical one without a hierarchy, persons with several values where one is asked for.
  // `where` is the place in the policy.
  Result<std::unique_ptr<ClassModel>> (*make)(const Parameters& parameters,
                                              const ModelContext& context,
                                              const std::string& where);

  // The same condition a second time, as SQL over the released file: written independently of
  // `make`, run by the verifier. One SELECT of (class, value, holds), one row per class; `value` is
  // the figure to show for a class (its size, its entropy …). `persons`: persons may have several
  // rows, and every n below counts persons, each once. It may read
  //   classes(class BIGINT, rows BIGINT, persons BIGINT)
  //   counts(class BIGINT, value VARCHAR, n BIGINT)      the model's attribute; NULL is missing
  //   totals(value VARCHAR, n BIGINT)                    the same over all rows, or in their
  //                                                      place what classes are compared with: then
  //                                                      values that came later have n = 0, and
  //                                                      values that no row has are there, too
  //   positions(value VARCHAR, position BIGINT)          0, 1, 2 … in the order of the values
  //                                                      that occur, missing (NULL) last; a value
  //                                                      that came later shares the next one's, or
  //                                                      the last
  //   numbers(value VARCHAR, number DOUBLE, millionths HUGEINT)
  //                                                      numeric and date values as numbers (days,
  //                                                      seconds since 1970); `millionths` is the
  //                                                      same exactly, and NULL for decimals
  //   tree(value VARCHAR, node BIGINT, parent BIGINT, height BIGINT)
  //                                                      every node above each taxonomy leaf, the
  //                                                      leaf itself (height 0) and the root
  //                                                      (parent = node) included; missing (NULL)
  //                                                      is a leaf under the root
  //   linked(value VARCHAR, label BIGINT, size BIGINT)   for a set column and a knowledge table:
  //   the
  //                                                      labels that a set with terms links to, and
  //                                                      how many they are
  //   knowledge(labels BIGINT)                           how many labels there are
  //   prior(label BIGINT, share DOUBLE)                  what `prior` gave
  // and where `persons` is true
  //   holders(class BIGINT, persons BIGINT)              persons with a value that is not missing;
  //                                                      classes that have such a person
  //   mixed(persons BIGINT, with_missing BIGINT)         how many have several values in the file,
  //                                                      and how many if missing is a value, too
  std::string (*verification_sql)(const Parameters& parameters, bool persons);

  // Which `value` is the worst class: the largest, or else the smallest.
  bool (*worst_is_largest)(const Parameters& parameters);

  // The worst class as a clause for people, behind "k_anonymity(k=10) holds: ": "the smallest of
  // 4,211 classes has 10 people". Columns, parameters and numbers, never a value. Everything that
  // tells how a promise came out tells it by this.
  std::string (*worst_in_words)(const Parameters& parameters, const WorstClass& worst);

  // The same for somebody who has never heard of classes, as one sentence of at most 25 words:
  // "Anyone who knows age and sex of a person finds at least 10 people who look alike." `worst` is
  // the figure of the worst class, `known` lists the quasi-identifiers. Bounds are rounded so that
  // the sentence stays true.
  std::string (*plain_words)(const Parameters& parameters, double worst, const std::string& known);

  // For a model that compares classes with what was known of the original table: the shares that
  // the verifier is to compare with, by label; none if they need a table that the context does not
  // have. Null for all others.
  std::vector<double> (*prior)(const Parameters& parameters, const ModelContext& context) = nullptr;
};

// All models, in the order in which help and docs list them.
const std::vector<ModelEntry>& Models();
const ModelEntry* FindModel(std::string_view name);

}  // namespace gauze
