#include "gauze/verify/knowledge_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gauze/engine/duckdb/appender.h"
#include "gauze/engine/duckdb/list_function.h"

namespace gauze {
namespace {

class KnowledgeLists {
 public:
  KnowledgeLists(const Knowledge& table, std::string separator) : separator_(std::move(separator)) {
    for (TermId term = 0; term < table.term_count(); ++term) {
      auto& labels = labels_of_[table.terms()[term]];
      table.LabelsOf(term).ForEach([&](LabelId label) { labels.push_back(label); });
    }
  }

  // Labels in increasing order; of a set with at least one term.
  std::vector<std::int64_t> Linked(std::string_view set) const {
    std::vector<const std::vector<std::int64_t>*> lists;
    while (!set.empty()) {
      const std::size_t end = std::min(set.find(separator_), set.size());
      const auto found = labels_of_.find(std::string(set.substr(0, end)));
      if (found == labels_of_.end()) return {};
      lists.push_back(&found->second);
      set.remove_prefix(std::min(end + separator_.size(), set.size()));
    }
    if (lists.empty()) return {};
    std::ranges::sort(lists, {}, [](const auto* list) { return list->size(); });
    std::vector<std::int64_t> linked = *lists.front();
    for (std::size_t i = 1; i < lists.size(); ++i) {
      std::vector<std::int64_t> both;
      std::ranges::set_intersection(linked, *lists[i], std::back_inserter(both));
      linked = std::move(both);
    }
    return linked;
  }

 private:
  std::string separator_;
  std::unordered_map<std::string, std::vector<std::int64_t>> labels_of_;  // by term
};

Status LinkByLists(Database& database, const Knowledge& table, const std::string& separator) {
  const std::string name =
      RegisterListFunction(database, [lists = KnowledgeLists(table, separator)](
                                         std::string_view set) { return lists.Linked(set); });
  return database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE linked AS SELECT value, unnest(labels) AS label, "
                  "len(labels) AS size FROM (SELECT value, {}(value) AS labels FROM totals WHERE "
                  "value IS NOT NULL AND value <> '')",
                  name));
}

// A label is linked to a set if it is to each of its terms.
Status LinkBySql(Database& database, const Knowledge& table, const std::string& separator) {
  GAUZE_TRY(database.Run("CREATE OR REPLACE TEMP TABLE term_labels (term VARCHAR, label BIGINT)"));
  Appender appender(database, "term_labels");
  for (TermId term = 0; term < table.term_count(); ++term) {
    table.LabelsOf(term).ForEach(
        [&](LabelId label) { appender.Text(table.terms()[term]).Whole(label).EndRow(); });
  }
  GAUZE_TRY(appender.Finish("the knowledge table"));
  return database.Run(fmt::format(
      "CREATE OR REPLACE TEMP TABLE linked AS WITH sets AS (SELECT value, string_split(value, {}) "
      "AS terms FROM totals WHERE value IS NOT NULL AND value <> ''), parts AS (SELECT value, "
      "unnest(terms) AS term, len(terms) AS terms FROM sets), shared AS (SELECT value, label FROM "
      "parts JOIN term_labels USING (term) GROUP BY value, label, terms HAVING count(*) = terms) "
      "SELECT value, label, count(*) OVER (PARTITION BY value) AS size FROM shared",
      QuoteText(separator)));
}

Status MakePrior(Database& database, const std::vector<double>& prior) {
  GAUZE_TRY(database.Run("CREATE OR REPLACE TEMP TABLE prior (label BIGINT, share DOUBLE)"));
  Appender appender(database, "prior");
  for (std::size_t label = 0; label < prior.size(); ++label) {
    appender.Whole(static_cast<std::int64_t>(label)).Real(prior[label]).EndRow();
  }
  return appender.Finish("the prior");
}

}  // namespace

Status MakeKnowledgeTables(Database& database, const VerifiedKnowledge& knowledge,
                           const std::string& separator, Reader reader) {
  const auto link = reader == Reader::kSql ? LinkBySql : LinkByLists;
  GAUZE_TRY(link(database, *knowledge.table, separator));
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE knowledge AS SELECT {}::BIGINT AS labels",
                  knowledge.table->label_count())));
  return MakePrior(database, knowledge.prior);
}

}  // namespace gauze
