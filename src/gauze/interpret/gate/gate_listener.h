#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/base/read_number.h"
#include "gauze/interpret/gate/gate.h"
#include "gauze/vault/vault.h"

// Somebody who asks a gate, knows the private table, and checks every number: for tests.

namespace gauze {

using Mask = std::uint64_t;  // a set of at most 64 persons

// Everything here works on the vault itself, row by row: it shares no code with the gate.
inline bool Shows(const VaultColumn& column, std::size_t row, const Condition& condition) {
  const std::string& cell = column.shown[column.shown_codes[row]];
  if (!condition.values.empty())
    return std::ranges::find(condition.values, cell) != condition.values.end();
  const double number = ReadNumber(cell);
  if (condition.from &&
      (number < condition.from->at || (number == condition.from->at && !condition.from->included)))
    return false;
  return !(condition.to &&
           (number > condition.to->at || (number == condition.to->at && !condition.to->included)));
}

inline const VaultColumn& ColumnOf(const Vault& vault, const std::string& name) {
  return *std::ranges::find(vault.columns, name, &VaultColumn::name);
}

inline bool Fits(const Vault& vault, std::size_t row, const Query& query) {
  return std::ranges::all_of(query.when, [&](const Condition& condition) {
    return Shows(ColumnOf(vault, condition.column), row, condition);
  });
}

inline const std::string& OwnValue(const VaultColumn& column, std::size_t row) {
  return !column.HasOwn() ? column.shown[column.shown_codes[row]]
                          : column.own[column.own_codes[row]];
}

using Rows = std::vector<bool>;

inline Rows RowsOf(const Vault& vault, const Query& query) {
  Rows rows(vault.rows);
  for (std::size_t row = 0; row < vault.rows; ++row) rows[row] = Fits(vault, row, query);
  return rows;
}

inline Mask Everybody(const Vault& vault) {
  Mask mask = 0;
  for (std::size_t row = 0; row < vault.rows; ++row) {
    mask |= Mask{1} << (vault.persons.empty() ? row : vault.persons[row]);
  }
  return mask;
}

// The sets whose numbers were told; checks each number as it comes.
class Listener {
 public:
  explicit Listener(const Vault& vault) : vault_(vault) {}

  const std::set<Mask>& told() const { return told_; }
  std::uint64_t withheld() const { return withheld_; }

  void Hear(const Query& query, const nlohmann::json& answer) {
    const Rows rows = RowsOf(vault_, query);
    HearSupport(rows, answer);
    if (query.target) HearTarget(rows, *query.target, answer.at("target"));
  }

  void Hear(const TreeQuery& tree, std::size_t position, const Rows& rows,
            const nlohmann::json& answer) {
    const TreeNode& node = tree.nodes[position];
    HearSupport(rows, answer);
    if (!node.test) {
      if (answer.contains("distribution")) {
        HearTarget(rows, {.column = tree.target}, answer["distribution"]);
      }
      return;
    }
    Rows yes = rows;
    Rows no = rows;
    for (std::size_t row = 0; row < vault_.rows; ++row) {
      const bool passes = Shows(ColumnOf(vault_, node.test->column), row, *node.test);
      (passes ? no : yes)[row] = false;
    }
    Hear(tree, node.yes, yes, answer.at("yes"));
    Hear(tree, node.no, no, answer.at("no"));
  }

 private:
  void Tell(const Rows& rows, std::int64_t number, const VaultColumn* column = nullptr,
            const std::set<std::string>& values = {}, bool among = true) {
    Mask mask = 0;
    for (std::size_t row = 0; row < vault_.rows; ++row) {
      if (!rows[row]) continue;
      if (column != nullptr && values.contains(OwnValue(*column, row)) != among) continue;
      mask |= Mask{1} << (vault_.persons.empty() ? row : vault_.persons[row]);
    }
    EXPECT_EQ(std::popcount(mask), number);
    told_.insert(mask);
  }

  void HearSupport(const Rows& rows, const nlohmann::json& answer) {
    if (answer.contains("support")) Tell(rows, answer["support"]);
    withheld_ += answer.contains("withheld") ? 1 : 0;
  }

  void HearTarget(const Rows& rows, const Target& target, const nlohmann::json& answer) {
    const VaultColumn& column = ColumnOf(vault_, target.column);
    withheld_ += answer.contains("withheld") ? 1 : 0;
    if (answer.contains("persons")) {
      std::string meaning = *target.value;
      for (const VaultAlias& alias : column.aliases) {
        if (column.HasOwn() && alias.text == *target.value) meaning = alias.meaning;
      }
      if (column.kind == VaultKind::kGraded) {
        const auto shown = std::ranges::find(column.shown, meaning) - column.shown.begin();
        meaning = column.own[static_cast<std::size_t>(shown)];
      }
      Tell(rows, answer["persons"], &column, {meaning});
    }
    if (!answer.contains("values")) return;
    std::set<std::string> named;
    for (const auto& value : answer["values"]) {
      named.insert(value["value"]);
      Tell(rows, value["persons"], &column, {value["value"]});
    }
    Tell(rows, answer["other"], &column, named, false);
  }

  const Vault& vault_;
  std::set<Mask> told_;
  std::uint64_t withheld_ = 0;
};

inline Gate GateOf(const Vault& vault, std::uint32_t k) {
  auto index = VaultIndex::Make(vault);
  EXPECT_TRUE(index);
  return *Gate::Make(std::make_shared<const VaultIndex>(*std::move(index)), {.k = k});
}

}  // namespace gauze
