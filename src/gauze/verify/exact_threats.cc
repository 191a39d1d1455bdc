#include "gauze/verify/exact_threats.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace gauze {
namespace {

constexpr std::uint64_t kAttacksAtOnce = 10'000;
constexpr double kNear = 1e-9;

std::string ThresholdSql(const Ratio& threshold) {
  return fmt::format("({}::DOUBLE / {})", threshold.numerator, threshold.denominator);
}

}  // namespace

std::string ClearlyAbove(const Ratio& threshold) {
  return fmt::format("threat::DOUBLE / scale / support > {} * (1 + {})", ThresholdSql(threshold),
                     kNear);
}

Result<std::uint64_t> BreachesNear(Database& database, const std::string& table,
                                   const std::string& suspected, const Ratio& threshold) {
  GAUZE_TRY(database.Run(fmt::format(
      "CREATE OR REPLACE TEMP TABLE near AS SELECT row_number() OVER () AS attack, * FROM {0} "
      "WHERE NOT {1} AND threat::DOUBLE / scale / support >= {2} * (1 - {3})",
      table, ClearlyAbove(threshold), ThresholdSql(threshold), kNear)));
  GAUZE_ASSIGN(const std::uint64_t attacks, database.Count("SELECT count(*) FROM near"));
  std::uint64_t breaches = 0;
  for (std::uint64_t first = 0; first < attacks; first += kAttacksAtOnce) {
    GAUZE_ASSIGN(const auto rows,
                 database.Rows(fmt::format(
                     "SELECT * FROM ({}) WHERE attack > {} AND attack <= {} ORDER BY attack",
                     suspected, first, first + kAttacksAtOnce)));
    std::vector<SuspectedNode> nodes;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& row = rows[i];
      nodes.push_back({NumberIn(row[2]), NumberIn(row[3]), NumberIn(row[4]), NumberIn(row[5]),
                       row[6].value_or("0"), row[7].value_or("1")});
      if (i + 1 < rows.size() && rows[i + 1][0] == row[0]) continue;
      if (IsAbove(std::exchange(nodes, {}), row[1].value_or("0"), threshold)) ++breaches;
    }
  }
  return breaches;
}

bool IsAbove(std::vector<SuspectedNode> nodes, const std::string& support, const Ratio& threshold) {
  using boost::multiprecision::cpp_int;
  using boost::multiprecision::cpp_rational;
  using Place = std::pair<std::uint64_t, std::uint64_t>;  // scope and node
  std::ranges::sort(nodes, std::greater<>(), &SuspectedNode::depth);
  std::set<Place> suspected;
  for (const SuspectedNode& node : nodes) suspected.emplace(node.scope, node.node);
  std::map<Place, cpp_rational> below;  // what children add up to
  cpp_rational sum = 0;
  for (const SuspectedNode& node : nodes) {
    const cpp_rational own(cpp_int(node.threat), cpp_int(node.scale));
    const cpp_rational best = std::max(own, below[{node.scope, node.node}]);
    const Place parent{node.scope, node.parent};
    if (suspected.contains(parent)) {
      below[parent] += best;
    } else {
      sum += best;
    }
  }
  return sum * threshold.denominator > cpp_rational(cpp_int(support)) * threshold.numerator;
}

}  // namespace gauze
