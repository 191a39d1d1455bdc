#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "gauze/interpret/query/decision_tree.h"
#include "gauze/interpret/query/query.h"
#include "gauze/vault/vault.h"

// Small random vaults and questions, for tests.

namespace gauze {

class RandomVault {
 public:
  explicit RandomVault(std::uint64_t seed) : dice_(seed) {}

  std::size_t Below(std::size_t count) { return dice_() % count; }

  // Released columns sex and salary, aliased ones education (every value has two aliases) and
  // marital (a safe one), and graded ages.
  Vault Make(std::size_t rows, bool several_rows) {
    Vault vault{.release = std::string(32, 'a'), .rows = rows};
    vault.columns = {
        Released("sex", {"f", "m"}, rows),
        Aliased("education", {"basic", "bachelor", "master"}, rows), Graded(rows),
        Safe("marital", {{"single", "alone"}, {"widowed", "alone"}, {"wed", "*"}}, rows),
        Released("salary", {"<=50K", ">50K"}, rows)};
    if (several_rows) {
      for (std::size_t row = 0; row < rows; ++row) {
        vault.persons.push_back(static_cast<std::uint32_t>(Below(rows * 2 / 3)));
      }
    }
    return vault;
  }

  // Any question about it: sometimes narrow, sometimes about everybody.
  Query Ask(const Vault& vault) {
    Query query;
    for (std::size_t left = Below(4); left > 0; --left) {
      query.when.push_back(AnyCondition(vault.columns[Below(vault.columns.size())]));
    }
    const VaultColumn& target = vault.columns[Below(vault.columns.size())];
    if (query.when.empty() || Below(3) != 0) {
      query.target = Target{.column = target.name};
      if (Below(2) == 0) query.target->value = target.shown[Below(target.shown.size())];
    }
    const auto canonical = CanonicalQuery(query);
    return canonical ? *canonical : Ask(vault);
  }

  // A tree of at most 15 nodes that predicts salary.
  TreeQuery Grow(const Vault& vault) {
    TreeQuery tree{.target = "salary"};
    Branch(vault, tree, 0);
    return tree;
  }

 private:
  std::size_t Branch(const Vault& vault, TreeQuery& tree, int depth) {
    const std::size_t position = tree.nodes.size();
    tree.nodes.emplace_back();
    TreeNode node;
    if (depth == 3 || Below(4) == 0) {
      node.predicts = Below(2) == 0 ? "<=50K" : ">50K";
    } else {
      const VaultColumn& column = vault.columns[Below(vault.columns.size() - 1)];
      node.test = Condition{.column = column.name};
      if (column.number) {
        node.test->to = RangeEnd{.at = 1 + 0.3 * static_cast<double>(Below(7))};
      } else {
        node.test->values = AnyCondition(column).values;
        std::ranges::sort(node.test->values);
      }
      node.yes = Branch(vault, tree, depth + 1);
      node.no = Branch(vault, tree, depth + 1);
    }
    tree.nodes[position] = std::move(node);
    return position;
  }

  VaultColumn Released(std::string name, std::vector<std::string> values, std::size_t rows) {
    VaultColumn column{.name = std::move(name), .shown = std::move(values)};
    for (std::size_t row = 0; row < rows; ++row) {
      column.shown_codes.push_back(static_cast<std::uint32_t>(Below(column.shown.size())));
    }
    return column;
  }

  // Shown: the values, then the first alias of each, then the second.
  VaultColumn Aliased(std::string name, std::vector<std::string> values, std::size_t rows) {
    VaultColumn column{.name = std::move(name), .kind = VaultKind::kAliased, .shown = values};
    for (std::size_t choice = 2; choice <= 3; ++choice) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        column.shown.push_back("~" + std::to_string(choice) + column.name + std::to_string(i));
        column.aliases.push_back({.text = column.shown.back(), .meaning = values[i]});
      }
    }
    for (std::size_t row = 0; row < rows; ++row) {
      const auto own = static_cast<std::uint32_t>(Below(values.size()));
      column.own_codes.push_back(own);
      const std::size_t choice = Below(3);
      column.shown_codes.push_back(own + static_cast<std::uint32_t>(choice * values.size()));
      column.choices.push_back(static_cast<std::uint8_t>(choice + 1));
    }
    column.own = std::move(values);
    return column;
  }

  // Values, each with the node above it.
  VaultColumn Safe(std::string name, const std::vector<std::pair<std::string, std::string>>& values,
                   std::size_t rows) {
    VaultColumn column{.name = std::move(name), .kind = VaultKind::kSafe};
    const auto place = [&](const std::string& text) {
      const auto found = std::ranges::find(column.shown, text);
      const auto code = static_cast<std::uint32_t>(found - column.shown.begin());
      if (found == column.shown.end()) column.shown.push_back(text);
      return code;
    };
    const auto alias_of = [&](const std::string& node) { return "~" + column.name + node; };
    for (const auto& [value, node] : values) {
      if (std::ranges::find(column.aliases, node, &VaultAlias::meaning) == column.aliases.end()) {
        column.aliases.push_back({.text = alias_of(node), .meaning = node});
      }
      for (const std::string& text : {value, node, alias_of(node)}) place(text);
    }
    for (std::size_t row = 0; row < rows; ++row) {
      const auto& [value, node] = values[Below(values.size())];
      const std::size_t choice = Below(3);
      column.shown_codes.push_back(place(choice == 0   ? value
                                         : choice == 1 ? node
                                                       : alias_of(node)));
      column.choices.push_back(static_cast<std::uint8_t>(choice + 1));
    }
    return column;
  }

  VaultColumn Graded(std::size_t rows) {
    VaultColumn column{.name = "age", .kind = VaultKind::kGraded, .number = true};
    column.categories = {{.from = 10, .to = 20}, {.from = 20, .to = 30}};
    for (std::uint32_t age = 10; age <= 30; age += 4) {
      column.own.push_back(std::to_string(age));
      column.shown.push_back(std::to_string(*Grade(age, column.categories)));
    }
    for (std::size_t row = 0; row < rows; ++row) {
      column.own_codes.push_back(static_cast<std::uint32_t>(Below(column.own.size())));
    }
    column.shown_codes = column.own_codes;
    return column;
  }

  Condition AnyCondition(const VaultColumn& column) {
    Condition condition{.column = column.name};
    if (column.number && Below(2) == 0) {
      const double low = 1 + 0.2 * static_cast<double>(Below(10));
      if (Below(3) != 0) condition.from = RangeEnd{.at = low, .included = Below(2) == 0};
      if (Below(3) != 0 || !condition.from) {
        condition.to = RangeEnd{.at = low + 0.4, .included = Below(2) == 0};
      }
      return condition;
    }
    for (std::size_t left = 1 + Below(column.shown.size()); left > 0; --left) {
      condition.values.push_back(column.shown[Below(column.shown.size())]);
    }
    return condition;
  }

  std::mt19937_64 dice_;
};

}  // namespace gauze
