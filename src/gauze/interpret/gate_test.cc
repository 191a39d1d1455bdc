// The claims of gate.h, attacked: by an adversary who combines answers, and by one who listens to
// what is refused.
#include "gauze/interpret/gate.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <set>

#include "gauze/base/test_size.h"
#include "gauze/interpret/random_vault.h"

namespace gauze {
namespace {

using Mask = std::uint64_t;  // a set of at most 64 persons

// Everything here works on the vault itself, row by row: it shares no code with the gate.
bool Shows(const VaultColumn& column, std::size_t row, const Condition& condition) {
  const std::string& cell = column.shown[column.shown_codes[row]];
  if (!condition.values.empty())
    return std::ranges::find(condition.values, cell) != condition.values.end();
  const double number = std::stod(cell);
  if (condition.from &&
      (number < condition.from->at || (number == condition.from->at && !condition.from->included)))
    return false;
  return !(condition.to &&
           (number > condition.to->at || (number == condition.to->at && !condition.to->included)));
}

const VaultColumn& ColumnOf(const Vault& vault, const std::string& name) {
  return *std::ranges::find(vault.columns, name, &VaultColumn::name);
}

bool Fits(const Vault& vault, std::size_t row, const Query& query) {
  return std::ranges::all_of(query.when, [&](const Condition& condition) {
    return Shows(ColumnOf(vault, condition.column), row, condition);
  });
}

const std::string& OwnValue(const VaultColumn& column, std::size_t row) {
  return column.kind == VaultKind::kReleased ? column.shown[column.shown_codes[row]]
                                             : column.own[column.own_codes[row]];
}

using Rows = std::vector<bool>;

Rows RowsOf(const Vault& vault, const Query& query) {
  Rows rows(vault.rows);
  for (std::size_t row = 0; row < vault.rows; ++row) rows[row] = Fits(vault, row, query);
  return rows;
}

Mask Everybody(const Vault& vault) {
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
        if (alias.text == *target.value) meaning = alias.meaning;
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

// Every way in which a·x + b·y + c·z, with weights from -2 to 2, tells persons apart: the sets of
// patterns (in x, in y, in z) for which it has one value. A pattern is a bit of the byte.
std::set<std::uint8_t> LevelSets() {
  std::set<std::uint8_t> levels;
  for (int a = -2; a <= 2; ++a) {
    for (int b = -2; b <= 2; ++b) {
      for (int c = -2; c <= 2; ++c) {
        std::map<int, std::uint8_t> by_value;
        for (unsigned pattern = 0; pattern < 8; ++pattern) {
          const int value = a * static_cast<int>(pattern & 1U) +
                            b * static_cast<int>(pattern >> 1U & 1U) +
                            c * static_cast<int>(pattern >> 2U);
          by_value[value] |= static_cast<std::uint8_t>(1U << pattern);
        }
        for (const auto& [value, patterns] : by_value) levels.insert(patterns);
      }
    }
  }
  return levels;
}

// The fewest persons that any combination of up to three of the sets isolates. A triple may hold
// the same set twice, which makes it a pair.
int FewestIsolated(const std::vector<Mask>& sets, Mask everybody) {
  static const std::set<std::uint8_t> levels = LevelSets();
  int fewest = 64;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t j = i; j < sets.size(); ++j) {
      for (std::size_t l = j; l < sets.size(); ++l) {
        std::array<int, 8> persons{};
        for (unsigned pattern = 0; pattern < 8; ++pattern) {
          persons.at(pattern) = std::popcount(everybody & (pattern & 1U ? sets[i] : ~sets[i]) &
                                              (pattern & 2U ? sets[j] : ~sets[j]) &
                                              (pattern & 4U ? sets[l] : ~sets[l]));
        }
        // A level set is at least as large as each of its patterns.
        if (std::ranges::all_of(persons, [&](int count) { return count == 0 || count >= fewest; }))
          continue;
        for (const std::uint8_t level : levels) {
          int count = 0;
          for (unsigned pattern = 0; pattern < 8; ++pattern)
            count += (level >> pattern & 1) * persons.at(pattern);
          if (count > 0) fewest = std::min(fewest, count);
        }
      }
    }
  }
  return fewest;
}

Gate GateOf(const Vault& vault, std::uint32_t k) {
  auto holding = Holding::Make(vault);
  EXPECT_TRUE(holding);
  return *Gate::Make(std::make_shared<const Holding>(*std::move(holding)), {.k = k});
}

TEST(Gate, NoCombinationOfUpToThreeAnswersIsolatesFewerThanK) {
  std::uint64_t answered = 0;
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 0; seed < TestRounds(10'000); ++seed) {
    RandomVault random(seed);
    const bool several_rows = seed % 2 == 1;
    const Vault vault = random.Make(12 + random.Below(50), several_rows);
    const auto k = static_cast<std::uint32_t>(2 + random.Below(3));
    Gate gate = GateOf(vault, k);
    Listener listener(vault);
    for (int i = 0; i < 12; ++i) {
      const bool is_tree = random.Below(8) == 0;
      const TreeQuery tree = is_tree ? random.Grow(vault) : TreeQuery();
      const Query query = is_tree ? Query() : random.Ask(vault);
      const Decision decision = is_tree ? gate.Decide(tree) : gate.Decide(query);
      gate.Commit(decision);
      ++(decision.answered ? answered : refused);
      if (!decision.answered) continue;
      const auto answer = nlohmann::json::parse(decision.answer_json);
      if (is_tree) {
        listener.Hear(tree, 0, Rows(vault.rows, true), answer.at("root"));
      } else {
        listener.Hear(query, answer);
      }
    }
    ASSERT_GE(FewestIsolated({listener.told().begin(), listener.told().end()}, Everybody(vault)),
              static_cast<int>(k))
        << "seed " << seed;
  }
  // The test would hold for a gate that answers nothing, too.
  EXPECT_GT(answered, (answered + refused) / 5);
  EXPECT_GT(refused, (answered + refused) / 5);
}

// What the gate holds against a question that it answered: of each row 0 if it is not asked about,
// otherwise 1 or, where it remembers values of a released column, a number for each of them.
std::vector<std::uint32_t> Remembered(const Vault& vault, const Query& query,
                                      const Decision& decision) {
  // The gate has labels for groups of rows; a label stands for one shown value, or for several.
  const auto held = ArrangeRows(vault);
  const auto& step = decision.steps.front();
  std::map<std::string, std::uint32_t> label_of;
  if (!step.asked_labels.empty()) {
    const VaultColumn& column = ColumnOf(vault, query.target->column);
    std::size_t next = 0;
    step.groups.ForEach([&](std::size_t group) {
      label_of[OwnValue(column, held.rows[group])] = step.asked_labels[next++];
    });
  }
  std::vector<std::uint32_t> labels(vault.rows, 0);
  for (std::size_t row = 0; row < vault.rows; ++row) {
    if (!Fits(vault, row, query)) continue;
    labels[row] = 1;
    if (label_of.empty()) continue;
    labels[row] += label_of.at(OwnValue(ColumnOf(vault, query.target->column), row));
  }
  return labels;
}

// Exchanges what rows own, all hidden columns together, among rows that no label tells apart.
Vault Exchanged(const Vault& vault, const std::vector<std::vector<std::uint32_t>>& labels,
                std::size_t k, RandomVault& random) {
  std::map<std::vector<std::uint32_t>, std::vector<std::size_t>> together;
  for (std::size_t row = 0; row < vault.rows; ++row) {
    std::vector<std::uint32_t> of_row;
    for (const auto& question : labels) of_row.push_back(question[row]);
    together[of_row].push_back(row);
  }
  Vault exchanged = vault;
  for (const auto& [of_row, rows] : together) {
    EXPECT_GE(rows.size(), k);
    std::vector<std::size_t> from = rows;
    for (std::size_t i = from.size(); i > 1; --i) std::swap(from[i - 1], from[random.Below(i)]);
    for (VaultColumn& column : exchanged.columns) {
      if (column.kind == VaultKind::kReleased) continue;
      const auto& before = ColumnOf(vault, column.name).own_codes;
      for (std::size_t i = 0; i < rows.size(); ++i) column.own_codes[rows[i]] = before[from[i]];
    }
  }
  return exchanged;
}

std::string Said(const Decision& decision) { return decision.refusal + decision.answer_json; }

TEST(Gate, WhoOwnsWhatAmongThoseAskedAboutTogetherNeverShows) {
  std::uint64_t withheld = 0;
  std::uint64_t exchanged_cells = 0;
  for (std::uint64_t seed = 0; seed < TestRounds(4000); ++seed) {
    RandomVault random(seed);
    const Vault vault = random.Make(12 + random.Below(50), false);
    const auto k = static_cast<std::uint32_t>(2 + random.Below(3));
    Gate gate = GateOf(vault, k);
    std::vector<Query> asked;
    std::vector<std::vector<std::uint32_t>> labels;
    std::vector<std::string> said;
    Listener listener(vault);
    for (int i = 0; i < 15; ++i) {
      asked.push_back(random.Ask(vault));
      const Decision decision = gate.Decide(asked.back());
      gate.Commit(decision);
      said.push_back(Said(decision));
      if (!decision.answered) continue;
      if (!decision.repeat) labels.push_back(Remembered(vault, asked.back(), decision));
      listener.Hear(asked.back(), nlohmann::json::parse(decision.answer_json));
    }
    withheld += listener.withheld();
    const Vault other = Exchanged(vault, labels, k, random);
    for (std::size_t row = 0; row < vault.rows; ++row) {
      exchanged_cells += other.columns[1].own_codes[row] != vault.columns[1].own_codes[row];
    }
    Gate again = GateOf(other, k);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Decision decision = again.Decide(asked[i]);
      again.Commit(decision);
      ASSERT_EQ(Said(decision), said[i]) << "seed " << seed << ", question " << i;
    }
  }
  EXPECT_GT(withheld, TestRounds(4000));
  EXPECT_GT(exchanged_cells, TestRounds(4000));
}

}  // namespace
}  // namespace gauze
