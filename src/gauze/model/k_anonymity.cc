// k-anonymity: every class has at least k persons.
//
// Guarantees: whoever knows all quasi-identifiers of a person in the release finds at least k
// persons that fit, so a guess is right with a probability of at most 1/k.
// Does not cover: what the k persons have in common. If all of them share a diagnosis, the
// diagnosis is known without telling them apart. Monotone: the persons of a union are at least the
// persons of either part. Costs one comparison. Without an entity key every row is a person.
//
// P. Samarati and L. Sweeney: Protecting privacy when disclosing information: k-anonymity and its
// enforcement through generalization and suppression. SRI International, 1998.

#include <fmt/format.h>

#include "gauze/base/counted.h"
#include "gauze/model/class_model.h"

namespace gauze {
namespace {

class KAnonymityModel final : public ClassModel {
 public:
  explicit KAnonymityModel(std::uint64_t k) : k_(k) {}

  bool Holds(const ClassCounts& counts) const override { return counts.persons >= k_; }

  std::optional<std::uint64_t> LeastPersons() const override { return k_; }

  std::string WhyNever(const ClassCounts& table) const override {
    const std::string in_rows =
        table.persons == table.rows ? "rows" : fmt::format("people in {} rows", table.rows);
    return fmt::format("k is {}, but the table has {} {}; the largest k that can hold is {}", k_,
                       table.persons, in_rows, table.persons);
  }

 private:
  double NearnessBelow(const ClassCounts& counts) const override {
    return static_cast<double>(counts.persons) / static_cast<double>(k_);
  }

  std::uint64_t k_;
};

Result<std::unique_ptr<ClassModel>> MakeKAnonymity(const Parameters& parameters,
                                                   const ModelContext& /*context*/,
                                                   const std::string& /*where*/) {
  return std::make_unique<KAnonymityModel>(static_cast<std::uint64_t>(parameters.Integer("k")));
}

std::string KAnonymitySql(const Parameters& parameters, bool /*persons*/) {
  return fmt::format(R"(SELECT class, persons::DOUBLE AS value, persons >= {} AS holds
FROM classes
)",
                     parameters.Integer("k"));
}

std::string SmallestClass(const Parameters& /*parameters*/, const WorstClass& worst) {
  return fmt::format(
      "{} has {}", OneOfClasses("smallest", worst),
      Counted(static_cast<std::uint64_t>(worst.value), worst.one(), worst.several()));
}

std::string LookAlike(const Parameters& /*parameters*/, double worst, const std::string& known) {
  const auto people = static_cast<std::uint64_t>(worst);
  if (people < 2) {
    return fmt::format("Anyone who knows {} of a person may find that one person alone.", known);
  }
  return fmt::format("Anyone who knows {} of a person finds at least {} people who look alike.",
                     known, Grouped(people));
}

}  // namespace

ModelEntry KAnonymity() {
  return {
      .descriptor =
          {
              .name = "k_anonymity",
              .summary = "every class has at least k people",
              .parameters = {{
                  .name = "k",
                  .type = ParameterType::kInteger,
                  .summary = "the smallest number of people in a class; a larger k hides each "
                             "person among more others and generalises more (5 is a common start)",
                  .minimum = "1",
                  .maximum = "1000000000000",
              }},
              .guarantees = "a person whose quasi-identifiers are known cannot be told apart from "
                            "at least k - 1 others in the release",
              .not_covered =
                  "the people of a class may share a sensitive value, which is then known for each "
                  "of them; knowledge of columns that are not quasi-identifiers, and other "
                  "releases about the same people, may tell them apart",
              .reference = "P. Samarati, L. Sweeney: Protecting privacy when disclosing "
                           "information: k-anonymity and its enforcement through generalization "
                           "and suppression, SRI International, 1998",
          },
      .monotone = true,
      .make = MakeKAnonymity,
      .verification_sql = KAnonymitySql,
      .worst_is_largest = [](const Parameters&) { return false; },
      .worst_in_words = SmallestClass,
      .plain_words = LookAlike,
  };
}

}  // namespace gauze
