// t-closeness: in every class, the distribution of a sensitive attribute is within distance t of
// its distribution over all released rows. Where persons have several rows, both are shares of
// persons, and everybody must have one value. Three distances, with shares p of the class and q of
// the release:
//   equal         half the sum of |p - q|: all values equally far apart
//   ordered       the mean of |cumulative p - cumulative q| over the m values that occur, in their
//                 order (missing last): values apart by their rank, the ends by 1. Of a ledger, m
//                 are those of the first batch; another value is where the next of them is, or the
//                 last
//   hierarchical  the earth mover's distance in the taxonomy: two values are apart by the height of
//                 their lowest common node over the root's; missing is a leaf under the root
//
// Guarantees: learning a person's class changes what can be believed of the person's value by at
// most t.
// Does not cover: what the release as a whole tells; values that are rare everywhere may still be
// pinned to few persons, because t says nothing of how many values or rows a class has.
// Monotone: each distance is convex in p (a sum of absolute values of sums of p - q), and the
// shares of a union are a weighted mean of the parts'. Exact: c rows of C in a class of n out of N
// differ by c*N - C*n, a whole number. Costs O(values) a class. Holds up to 2^48 rows and 2^31
// values.
//
// N. Li, T. Li, S. Venkatasubramanian: t-Closeness: Privacy Beyond k-Anonymity and l-Diversity.
// ICDE 2007.

#include <fmt/format.h>

#include <algorithm>

#include "gauze/model/class_model.h"
#include "gauze/model/persons.h"

namespace gauze {
namespace {

class TClosenessModel : public ClassModel {
 public:
  TClosenessModel(Ratio t, std::span<const std::uint64_t> reference)
      : t_(t), reference_(reference.begin(), reference.end()) {
    for (const std::uint64_t count : reference_) total_ += count;
  }

  // Moved / Whole <= t. The division comes before the multiplication so that a product with t's
  // parts cannot overflow; the left side is whole, so nothing is lost by the floor.
  bool Holds(const ClassCounts& counts) const final {
    const Wide whole = static_cast<Wide>(counts.persons) * total_ * Scale();
    const Wide limit = whole / t_.denominator * t_.numerator +
                       whole % t_.denominator * t_.numerator / t_.denominator;
    return Moved(counts) <= limit;
  }

  std::string WhyNever(const ClassCounts& /*table*/) const final {
    return fmt::format(
        "t is {}, and the rows as one class are further than that from the reference; the rows of "
        "the reference itself are at distance 0",
        t_.Text());
  }

 protected:
  // The distance times persons * total * Scale().
  virtual Wide Moved(const ClassCounts& counts) const = 0;
  virtual Wide Scale() const = 0;

  // p - q of a value, times persons * total.
  Wide Extra(const ClassCounts& counts, std::size_t code) const {
    return static_cast<Wide>(counts.values[code]) * total_ -
           static_cast<Wide>(reference_[code]) * counts.persons;
  }
  const std::vector<std::uint64_t>& reference() const { return reference_; }

 private:
  // The distance of a sample falls with the root of its size.
  double NearnessBelow(const ClassCounts& counts) const final {
    const double whole = static_cast<double>(counts.persons) * static_cast<double>(total_) *
                         static_cast<double>(Scale());
    const double share = t_.ToDouble() * whole / static_cast<double>(Moved(counts));
    return share * share;
  }

  Ratio t_;
  std::vector<std::uint64_t> reference_;
  std::uint64_t total_ = 0;
};

Wide Magnitude(Wide number) { return number < 0 ? -number : number; }

class EqualCloseness final : public TClosenessModel {
 public:
  using TClosenessModel::TClosenessModel;

 protected:
  Wide Moved(const ClassCounts& counts) const override {
    Wide moved = 0;
    for (std::size_t code = 0; code < reference().size(); ++code) {
      moved += Magnitude(Extra(counts, code));
    }
    return moved;
  }
  Wide Scale() const override { return 2; }
};

class OrderedCloseness final : public TClosenessModel {
 public:
  OrderedCloseness(Ratio t, std::span<const std::uint64_t> reference)
      : TClosenessModel(t, reference) {
    for (std::size_t code = 0; code < reference.size(); ++code) {
      if (reference[code] == 0) continue;
      ++places_;
      last_ = code;
    }
  }

 protected:
  Wide Moved(const ClassCounts& counts) const override {
    Wide moved = 0;
    Wide cumulative = 0;
    for (std::size_t code = 0; code < last_; ++code) {
      cumulative += Extra(counts, code);
      if (reference()[code] > 0) moved += Magnitude(cumulative);
    }
    return moved;
  }
  // With one value everything moved is 0, whatever it is compared with.
  Wide Scale() const override { return places_ > 1 ? static_cast<Wide>(places_) - 1 : 1; }

 private:
  // Values that occur in the reference have places. Others count at the next one's, or at the last.
  std::size_t places_ = 0;
  std::size_t last_ = 0;  // code; up to it and beyond there is nothing left to move
};

class HierarchicalCloseness final : public TClosenessModel {
 public:
  HierarchicalCloseness(Ratio t, std::span<const std::uint64_t> reference,
                        const Hierarchy& hierarchy)
      : TClosenessModel(t, reference), root_height_(hierarchy.height()) {
    std::vector<NodeId> nodes;
    for (NodeId node = 0; node < hierarchy.nodes().size(); ++node) {
      if (node == Hierarchy::kRoot || !hierarchy[node].children.empty()) nodes.push_back(node);
    }
    // A parent is higher than its children, so this puts children first and the root last.
    std::ranges::sort(nodes, {}, [&](NodeId node) { return hierarchy[node].height; });
    std::vector<std::size_t> place(hierarchy.nodes().size());
    for (std::size_t i = 0; i < nodes.size(); ++i) place[nodes[i]] = i;
    for (const NodeId node : nodes) {
      inner_.push_back({hierarchy[node].height, place[hierarchy[node].parent]});
    }
    for (Code code = 0; code < reference.size(); ++code) {
      above_.push_back(place[hierarchy[hierarchy.leaf(code)].parent]);
    }
  }

 protected:
  // What the children of a node have too much of goes to those that have too little; the rest is
  // the node's own, and is settled higher up.
  Wide Moved(const ClassCounts& counts) const override {
    std::vector<Balance> balances(inner_.size());
    for (std::size_t code = 0; code < above_.size(); ++code) {
      balances[above_[code]].Add(Extra(counts, code));
    }
    Wide moved = 0;
    for (std::size_t i = 0; i < inner_.size(); ++i) {
      const Balance balance = balances[i];
      moved += std::min(balance.surplus, balance.deficit) * inner_[i].height;
      if (i + 1 < inner_.size()) balances[inner_[i].parent].Add(balance.surplus - balance.deficit);
    }
    return moved;
  }
  Wide Scale() const override { return root_height_; }

 private:
  struct Inner {
    std::uint32_t height;
    std::size_t parent;  // its place in inner_
  };
  struct Balance {
    Wide surplus = 0;
    Wide deficit = 0;

    void Add(Wide extra) { (extra > 0 ? surplus : deficit) += Magnitude(extra); }
  };

  std::uint32_t root_height_;
  std::vector<Inner> inner_;        // children before parents
  std::vector<std::size_t> above_;  // code -> its parent's place in inner_
};

Result<std::unique_ptr<ClassModel>> MakeTCloseness(const Parameters& parameters,
                                                   const ModelContext& context,
                                                   const std::string& where) {
  Check(context.attribute != nullptr && context.domain != nullptr, "t_closeness has an attribute");
  GAUZE_TRY(CheckOneValue(context, "t_closeness", true, where));
  const Ratio t = parameters.Number("t");
  const std::string& distance = parameters.Text("distance");
  if (distance == "equal") return std::make_unique<EqualCloseness>(t, context.reference);
  const std::string& column = context.attribute->name;
  if (distance == "hierarchical") {
    if (context.hierarchy == nullptr) {
      return InputError(
          fmt::format("distance: hierarchical needs a hierarchy, and column {} has none", column),
          where, fmt::format("give column {} a hierarchy, or take distance: equal", column));
    }
    return std::make_unique<HierarchicalCloseness>(t, context.reference, *context.hierarchy);
  }
  const ValueType type = context.attribute->type;
  if (!IsNumeric(type) && type != ValueType::kBoolean && context.hierarchy == nullptr) {
    return InputError(
        fmt::format("distance: ordered needs an order, and column {} is {} without a hierarchy",
                    column, Name(type)),
        where,
        fmt::format("give column {} a hierarchy whose leaves are in order, or take distance: equal",
                    column));
  }
  return std::make_unique<OrderedCloseness>(t, context.reference);
}

// Half the sum of |p - q| is the sum of p - q where it is positive, so only values that occur in
// the class are looked at.
constexpr const char* kMovedEqual = R"(release AS (
  SELECT sum(n)::HUGEINT AS total FROM totals
), moved AS (
  SELECT class, 1::HUGEINT AS scale,
         sum(greatest(counts.n * total - totals.n * persons::HUGEINT, 0)) AS amount
  FROM counts
  JOIN totals ON counts.value IS NOT DISTINCT FROM totals.value
  JOIN classes USING (class)
  CROSS JOIN release
  GROUP BY class
))";

// A class's cumulative count `reached` is constant on each step [start, stop) between two values
// that occur in it, while the release's only rises. So on a step the difference keeps its sign, and
// its sum comes from running sums over the release (`before`), or it changes its sign once, and the
// step is cut there. That takes as many rows as there are pairs of a class and a value in it,
// however many values there are.
constexpr const char* kMovedOrdered = R"(release AS (
  SELECT sum(n)::HUGEINT AS total, (SELECT max(position) + 1 FROM positions) AS places FROM totals
), placed AS (
  SELECT position, sum(n)::HUGEINT AS n
  FROM positions JOIN totals ON positions.value IS NOT DISTINCT FROM totals.value
  GROUP BY position
), cumulated AS (
  SELECT position, n, sum(n) OVER (ORDER BY position)::HUGEINT AS up_to FROM placed
), running AS (
  SELECT position, up_to - n AS previous, up_to,
         (sum(up_to) OVER (ORDER BY position))::HUGEINT - up_to AS before
  FROM cumulated
  UNION ALL
  SELECT any_value(places), any_value(total), NULL, sum(up_to)::HUGEINT
  FROM cumulated CROSS JOIN release
), present AS (
  SELECT class, position, n
  FROM counts JOIN positions ON counts.value IS NOT DISTINCT FROM positions.value
  UNION ALL
  SELECT class, 0, 0 FROM classes
), steps AS (
  SELECT class, persons::HUGEINT AS rows, position AS start,
         lead(position, 1, places) OVER in_order AS stop,
         (sum(n) OVER in_order)::HUGEINT * total AS reached
  FROM present JOIN classes USING (class) CROSS JOIN release
  WINDOW in_order AS (PARTITION BY class ORDER BY position, n
                      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
), measured AS (
  SELECT class, rows, reached, start, stop,
         at_start.before AS before_start, at_stop.before AS before_stop,
         reached > rows * at_start.up_to AND reached < rows * at_stop.previous AS turns
  FROM steps
  JOIN running AS at_start ON at_start.position = start
  JOIN running AS at_stop ON at_stop.position = stop
), areas AS (
  SELECT class, abs(reached * (stop - start) - rows * (before_stop - before_start)) AS area
  FROM measured
  WHERE NOT turns
  UNION ALL
  SELECT class, reached * (position - start) - rows * (before - before_start)
                + rows * (before_stop - before) - reached * (stop - position)
  FROM (FROM measured WHERE turns) ASOF JOIN running ON reached // rows >= running.previous
), moved AS (
  SELECT class, greatest(any_value(places) - 1, 1)::HUGEINT AS scale, sum(area) AS amount
  FROM areas CROSS JOIN release
  GROUP BY class
))";

// In a tree the earth mover's distance is a sum over edges: what is too much below an edge has to
// pass it. An edge is as long as the heights of its ends differ. A value outside the tree would
// drop out of the sum, so then the class counts as moved altogether.
constexpr const char* kMovedHierarchical = R"(release AS (
  SELECT sum(n)::HUGEINT AS total FROM totals
), nodes AS (
  SELECT DISTINCT node, parent, height FROM tree
), edges AS (
  SELECT below.node, above.height - below.height AS length
  FROM nodes AS below JOIN nodes AS above ON above.node = below.parent
), expected AS (
  SELECT node, sum(n)::HUGEINT AS n
  FROM totals JOIN tree ON totals.value IS NOT DISTINCT FROM tree.value
  GROUP BY node
), held AS (
  SELECT class, node, sum(n)::HUGEINT AS n
  FROM counts JOIN tree ON counts.value IS NOT DISTINCT FROM tree.value
  GROUP BY class, node
), moved AS (
  SELECT class, (SELECT max(height) FROM nodes)::HUGEINT AS scale,
         CASE WHEN max(held.n) = any_value(persons)
              THEN sum(greatest(held.n * total - expected.n * persons, 0) * length)
              ELSE any_value(persons * total) * (SELECT max(height) FROM nodes) END AS amount
  FROM held
  JOIN expected USING (node)
  JOIN edges USING (node)
  JOIN classes USING (class)
  CROSS JOIN release
  GROUP BY class
))";

std::string TClosenessSql(const Parameters& parameters, bool persons) {
  const std::string& distance = parameters.Text("distance");
  const Ratio t = parameters.Number("t");
  std::string sql = fmt::format(
      R"(WITH {}
SELECT class,
       coalesce(amount::DOUBLE / (persons * total * scale)::DOUBLE, 1) AS value,
       coalesce(amount * {}::HUGEINT <= persons * total * scale * {}::HUGEINT, false) AS holds
FROM classes LEFT JOIN moved USING (class) CROSS JOIN release
)",
      distance == "equal"     ? kMovedEqual
      : distance == "ordered" ? kMovedOrdered
                              : kMovedHierarchical,
      t.denominator, t.numerator);
  return persons ? OneValueSql(sql, true) : sql;
}

std::vector<Parameter> TClosenessParameters() {
  return {
      {
          .name = "attribute",
          .type = ParameterType::kAttribute,
          .summary = "the sensitive column whose distribution is compared",
      },
      {
          .name = "distance",
          .type = ParameterType::kChoice,
          .summary =
              "equal: all values equally far apart; ordered: by rank, for numbers, dates and "
              "ordered hierarchies; hierarchical: by the lowest common node",
          .choices = {"equal", "ordered", "hierarchical"},
      },
      {
          .name = "t",
          .type = ParameterType::kNumber,
          .summary = "the largest distance, from 0 to 1; a larger t lets a class differ more from "
                     "the whole and protects less (0.2 is a common start)",
          .minimum = "0",
          .maximum = "1",
      },
  };
}

}  // namespace

ModelEntry TCloseness() {
  return {
      .descriptor =
          {
              .name = "t_closeness",
              .summary = "the distribution of a sensitive column in every class is close to the "
                         "whole release's",
              .parameters = TClosenessParameters(),
              .guarantees = "knowing a person's class instead of only the whole release shifts the "
                            "distribution of the sensitive value by a distance of at most t",
              .not_covered = "what the whole release tells about everybody; how many persons or "
                             "values a class has, so combine it with k_anonymity",
              .reference = "N. Li, T. Li, S. Venkatasubramanian: t-Closeness: Privacy Beyond "
                           "k-Anonymity and l-Diversity, ICDE 2007",
          },
      .monotone = true,
      .compares = true,
      .looks_at_places =
          [](const Parameters& parameters) { return parameters.Text("distance") != "equal"; },
      .make = MakeTCloseness,
      .verification_sql = TClosenessSql,
      .worst_is_largest = [](const Parameters&) { return true; },
  };
}

}  // namespace gauze
