#include "gauze/model/class_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "gauze/model/freeform/class_condition.h"
#include "gauze/model/freeform/make_tree.h"
#include "gauze/model/freeform/promise.h"

namespace gauze {
namespace freeform {
namespace {

std::string Why(double worst, const Ratio& allowed) {
  return fmt::format("in the table as a whole the threat is {:.3g}, and {:.3g} is allowed", worst,
                     allowed.ToDouble());
}

// The guarded values of one column, where nothing tells the rows of a class apart: their share of
// the class is all that an adversary gets. Every target is an interval of codes.
class Shares final : public ClassModel {
 public:
  Shares(const GuardedTree& tree, const Hierarchy& hierarchy, const BreachRules& rules)
      : rules_(rules) {
    for (NodeId node = 0; node < tree.size(); ++node) {
      const Share share = tree.SensitivityOf(node);
      if (tree.Observable(node) || share.numerator == 0) continue;
      const NodeId scope = rules.own ? tree.LowestObservable(node) : Hierarchy::kRoot;
      targets_.push_back({hierarchy[node].span, hierarchy[scope].span, share});
    }
  }

  bool Holds(const ClassCounts& counts) const override {
    const Threat allowed = ThreatOf(rules_.threat);
    return std::ranges::none_of(
        targets_, [&](const Target& target) { return allowed < target.ThreatIn(counts); });
  }

  double NearestWithShare(Code code, double share) const override {
    double threat = 0;
    for (const Target& target : targets_) {
      if (code < target.span.low || target.span.high < code) continue;
      threat = std::max(threat, share * static_cast<double>(target.share.numerator) /
                                    static_cast<double>(target.share.denominator));
    }
    return threat > 0 ? std::min(1.0, rules_.threat.ToDouble() / threat) : 1;
  }

  std::string WhyNever(const ClassCounts& table) const override {
    return Why(Worst(table).ToDouble(), rules_.threat);
  }

 private:
  struct Target {
    Span span;
    Span scope;
    Share share;

    Threat ThreatIn(const ClassCounts& counts) const {
      const auto sum = [&](Span codes) {
        const auto rows = counts.values.begin();
        if (!counts.present) {
          return std::accumulate(rows + codes.low, rows + codes.high + 1, std::uint64_t{0});
        }
        std::uint64_t found = 0;
        for (const Code code : *counts.present) {
          if (codes.low <= code && code <= codes.high) found += rows[code];
        }
        return found;
      };
      const std::uint64_t hits = sum(span);
      if (hits == 0) return {};
      return {.numerator = Wide{hits} * share.numerator,
              .denominator = Wide{sum(scope)} * share.denominator};
    }
  };

  Threat Worst(const ClassCounts& counts) const {
    Threat worst;
    for (const Target& target : targets_) {
      worst = std::max(worst, target.ThreatIn(counts));
    }
    return worst;
  }

  double NearnessBelow(const ClassCounts& counts) const override {
    return rules_.threat.ToDouble() / Worst(counts).ToDouble();
  }

  BreachRules rules_;
  std::vector<Target> targets_;
};

// Guarded columns that show each row as it is: what is observable of one is known when another is
// attacked.
class Combinations final : public ClassModel {
 public:
  // `nodes[column][combination]` is what a row of the combination shows.
  Combinations(std::vector<GuardedTree> trees, const BreachRules& rules,
               std::vector<std::vector<NodeId>> nodes)
      : condition_(std::move(trees), rules, std::move(nodes)), rules_(rules) {}

  bool Holds(const ClassCounts& counts) const override {
    return condition_.Holds(counts.values, counts.present);
  }

  double NearestWithShare(Code combination, double share) const override {
    const double threat = share * condition_.SensitivityOf(combination);
    return threat > 0 ? std::min(1.0, rules_.threat.ToDouble() / threat) : 1;
  }

  std::string WhyNever(const ClassCounts& table) const override {
    return Why(condition_.Worst(table.values, table.present).ToDouble(), rules_.threat);
  }

 private:
  double NearnessBelow(const ClassCounts& counts) const override {
    return rules_.threat.ToDouble() / condition_.Worst(counts.values, counts.present).ToDouble();
  }

  ClassCondition condition_;
  BreachRules rules_;
};

// A condition on the columns together.
ClassPart Together(std::vector<GuardedTree> trees, const BreachRules& rules,
                   const CodedTable& coded, const std::vector<std::size_t>& attributes) {
  ClassPart part;
  std::vector<std::vector<NodeId>> nodes(attributes.size());
  const auto show = [&](std::size_t k, Code code) {
    nodes[k].push_back(coded.HierarchyOf(attributes[k])->leaf(code));
  };
  if (attributes.size() == 1) {
    part.attribute = attributes.front();
    for (Code code = 0; code < coded.table.domains[attributes.front()].size(); ++code) {
      show(0, code);
    }
  } else {
    const Table& table = coded.table;
    std::vector<std::uint32_t> order(table.tuples());
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [&](std::uint32_t tuple) {
      std::vector<Code> codes;
      for (const std::size_t attribute : attributes) {
        codes.push_back(table.columns[attribute].Get(tuple));
      }
      return codes;
    };
    std::map<std::vector<Code>, Code> combinations;
    for (const std::uint32_t tuple : order) combinations.emplace(key(tuple), 0);
    for (auto& [codes, combination] : combinations) {
      combination = part.combinations++;
      for (std::size_t k = 0; k < attributes.size(); ++k) show(k, codes[k]);
    }
    auto column = std::make_shared<CodeColumn>(part.combinations, table.tuples());
    for (const std::uint32_t tuple : order) column->Set(tuple, combinations.at(key(tuple)));
    part.combination = std::move(column);
  }
  part.model = std::make_unique<Combinations>(std::move(trees), rules, std::move(nodes));
  return part;
}

// A quasi-identifier shows the same in the whole class, so what of it is guarded is a target and
// nothing to start from. Sensitive columns are both.
Result<std::vector<ClassPart>> Make(const PolicyEntry& promise, const CodedTable& coded) {
  GAUZE_ASSIGN(const BreachRules rules, BreachRulesOf(promise));
  std::vector<ClassPart> parts;
  std::vector<std::size_t> shown;
  std::vector<GuardedTree> trees;
  const auto alone = [&](GuardedTree tree, std::size_t attribute) {
    if (rules.targets == BreachRules::Targets::kAny) {
      parts.push_back(Together({std::move(tree)}, rules, coded, {attribute}));
      return;
    }
    ClassPart part{.attribute = attribute};
    part.model = std::make_unique<Shares>(tree, *coded.HierarchyOf(attribute), rules);
    parts.push_back(std::move(part));
  };
  for (const PolicyEntry::Column& column : promise.columns) {
    const std::size_t attribute = coded.table.Find(column.name);
    GAUZE_ASSIGN(GuardedTree tree, MakeTree(coded, attribute, promise));
    if (coded.table.attributes[attribute].role == Role::kQuasiIdentifying) {
      alone(std::move(tree), attribute);
    } else {
      shown.push_back(attribute);
      trees.push_back(std::move(tree));
    }
  }
  if (shown.size() == 1) {
    alone(std::move(trees.front()), shown.front());
  } else if (shown.size() > 1) {
    parts.push_back(Together(std::move(trees), rules, coded, shown));
  }
  return parts;
}

}  // namespace
}  // namespace freeform

ClassPartsEntry FreeformParts() { return {.name = freeform::kFreeform, .make = freeform::Make}; }

}  // namespace gauze
