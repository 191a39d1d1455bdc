#include "gauze/model/person_diversity.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace gauze {
namespace {

class PersonDiversity : public ClassModel {
 public:
  PersonDiversity(const Parameters& parameters, const ModelContext& context)
      : l_(parameters.Number("l")),
        column_(context.attribute->name),
        counts_missing_(parameters.Boolean("count_missing")),
        codes_(counts_missing_ ? context.domain->size() : context.domain->value_count()) {}

  bool Holds(const ClassCounts& counts) const final {
    const std::uint64_t persons = Persons(counts);
    return persons == 0 ? l_.numerator == l_.denominator : Diverse(counts, persons);
  }

  std::string WhyNever(const ClassCounts& table) const final {
    const std::uint64_t persons = Persons(table);
    if (persons > 0) return Why(table, persons);
    return fmt::format("l is {}, but none of {} people has a value of column {}", l_.Text(),
                       table.persons, column_);
  }

 protected:
  // All are asked only when there is a person.
  virtual bool Diverse(const ClassCounts& counts, std::uint64_t persons) const = 0;
  virtual std::string Why(const ClassCounts& counts, std::uint64_t persons) const = 0;
  // About the l that a class reaches.
  virtual double Reached(const ClassCounts& counts, std::uint64_t persons) const = 0;

  const Ratio& l() const { return l_; }
  const std::string& column() const { return column_; }

  // Calls visit(persons) for each value that counts and that somebody has.
  template <typename Visit>
  void ForEachValue(const ClassCounts& counts, const Visit& visit) const {
    if (counts.present) {
      for (const Code code : *counts.present) {
        if (code < codes_) visit(counts.values[code]);
      }
      return;
    }
    for (const std::uint64_t persons : counts.values.first(codes_)) {
      if (persons > 0) visit(persons);
    }
  }

 private:
  std::uint64_t Persons(const ClassCounts& counts) const {
    return counts_missing_ ? counts.persons : counts.with_value;
  }
  double NearnessBelow(const ClassCounts& counts) const final {
    const std::uint64_t persons = Persons(counts);
    return (persons == 0 ? 0.5 : Reached(counts, persons)) / l_.ToDouble();
  }

  Ratio l_;
  std::string column_;
  bool counts_missing_;
  std::size_t codes_;
};

class PersonFrequency final : public PersonDiversity {
 public:
  using PersonDiversity::PersonDiversity;

 protected:
  bool Diverse(const ClassCounts& counts, std::uint64_t persons) const override {
    return static_cast<Wide>(Largest(counts)) * l().numerator <=
           static_cast<Wide>(persons) * l().denominator;
  }
  std::string Why(const ClassCounts& counts, std::uint64_t persons) const override {
    // Cut off, not rounded: a limit that is printed must hold.
    const Wide hundredths = static_cast<Wide>(persons) * 100 / Largest(counts);
    return fmt::format(
        "l is {}, but {} of {} people have the same value of column {} in some row; the largest l "
        "that holds for all rows as one class is {}",
        l().Text(), Largest(counts), persons, column(),
        Ratio{static_cast<std::int64_t>(hundredths), 100}.Text());
  }
  double Reached(const ClassCounts& counts, std::uint64_t persons) const override {
    const double reached = static_cast<double>(persons) / static_cast<double>(Largest(counts));
    return reached * reached / l().ToDouble();
  }

 private:
  std::uint64_t Largest(const ClassCounts& counts) const {
    std::uint64_t largest = 0;
    ForEachValue(counts, [&](std::uint64_t persons) { largest = std::max(largest, persons); });
    return largest;
  }
};

class PersonDistinct final : public PersonDiversity {
 public:
  using PersonDiversity::PersonDiversity;

 protected:
  bool Diverse(const ClassCounts& counts, std::uint64_t persons) const override {
    return static_cast<Wide>(Needed(counts, persons)) >= l().numerator / l().denominator;
  }
  std::string Why(const ClassCounts& counts, std::uint64_t persons) const override {
    const std::size_t needed = Needed(counts, persons);
    return fmt::format(
        "l is {}, but {} value{} of column {} can account for all {} people who have any; the "
        "largest l that holds for all rows as one class is {}",
        l().Text(), needed, needed == 1 ? "" : "s", column(), persons, needed);
  }
  double Reached(const ClassCounts& counts, std::uint64_t persons) const override {
    return static_cast<double>(Needed(counts, persons));
  }

 private:
  // How many values it takes to account for everybody, the most common first. Nobody asks beyond l,
  // so it stops there.
  std::size_t Needed(const ClassCounts& counts, std::uint64_t persons) const {
    std::vector<std::uint64_t> largest;
    ForEachValue(counts, [&](std::uint64_t held) { largest.push_back(held); });
    const auto wanted = static_cast<std::size_t>(l().numerator / l().denominator);
    if (largest.size() > wanted) {
      const auto end = largest.begin() + static_cast<std::ptrdiff_t>(wanted);
      std::ranges::partial_sort(largest, end, std::greater<>());
      largest.erase(end, largest.end());
    } else {
      std::ranges::sort(largest, std::greater<>());
    }
    std::size_t needed = 0;
    for (std::uint64_t covered = 0; covered < persons && needed < largest.size(); ++needed) {
      covered += largest[needed];
    }
    return needed;
  }
};

}  // namespace

std::unique_ptr<ClassModel> MakePersonDiversity(const Parameters& parameters,
                                                const ModelContext& context) {
  if (parameters.Text("kind") == "frequency") {
    return std::make_unique<PersonFrequency>(parameters, context);
  }
  return std::make_unique<PersonDistinct>(parameters, context);
}

// The figure of a class without a value is the worst there is.
std::string PersonDiversitySql(const Parameters& parameters) {
  const bool count_missing = parameters.Boolean("count_missing");
  const Ratio l = parameters.Number("l");
  const std::string kept = fmt::format(R"(WITH kept AS (
  SELECT class, n::HUGEINT AS n, {0}.persons::HUGEINT AS total
  FROM counts JOIN {0} USING (class)
  WHERE n > 0{1}
), )",
                                       count_missing ? "classes" : "holders",
                                       count_missing ? "" : " AND value IS NOT NULL");
  const bool asks_nothing = l.numerator == l.denominator;
  if (parameters.Text("kind") == "frequency") {
    return kept + fmt::format(R"(figures AS (
  SELECT class, max(n) AS largest, any_value(total) AS total
  FROM kept
  GROUP BY class
)
SELECT class,
       coalesce(largest::DOUBLE / total::DOUBLE, 1) AS value,
       CASE WHEN total IS NULL THEN {}
            ELSE largest * {}::HUGEINT <= total * {}::HUGEINT END AS holds
FROM classes LEFT JOIN figures USING (class)
)",
                              asks_nothing, l.numerator, l.denominator);
  }
  return kept + fmt::format(R"(ranked AS (
  SELECT class, total,
         sum(n) OVER (PARTITION BY class ORDER BY n DESC
                      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - n AS before
  FROM kept
), figures AS (
  SELECT class, count(*) FILTER (WHERE before < total) AS needed
  FROM ranked
  GROUP BY class
)
SELECT class,
       coalesce(needed, 0)::DOUBLE AS value,
       CASE WHEN needed IS NULL THEN {} ELSE needed >= {} END AS holds
FROM classes LEFT JOIN figures USING (class)
)",
                            asks_nothing, l.numerator / l.denominator);
}

}  // namespace gauze
