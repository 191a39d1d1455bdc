#include "gauze/engine/verify_knowledge.h"

#include <duckdb.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "gauze/engine/appender.h"
#include "gauze/engine/duckdb_handles.h"
#include "gauze/engine/encoded_columns.h"

namespace gauze {
namespace {

// A scalar function from a set to the list of its labels.
void FillLinks(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  const auto* links =
      static_cast<const KnowledgeLinks*>(duckdb_scalar_function_get_extra_info(info));
  auto* sets =
      static_cast<duckdb_string_t*>(duckdb_vector_get_data(duckdb_data_chunk_get_vector(input, 0)));
  const idx_t size = duckdb_data_chunk_get_size(input);
  std::vector<std::int64_t> all;
  auto* entries = static_cast<duckdb_list_entry*>(duckdb_vector_get_data(output));
  for (idx_t i = 0; i < size; ++i) {
    const auto linked = links->Linked(Characters(sets[i]));
    entries[i] = {all.size(), linked.size()};
    all.insert(all.end(), linked.begin(), linked.end());
  }
  duckdb_list_vector_reserve(output, all.size());
  duckdb_list_vector_set_size(output, all.size());
  std::ranges::copy(all, static_cast<std::int64_t*>(
                             duckdb_vector_get_data(duckdb_list_vector_get_child(output))));
}

}  // namespace

KnowledgeLinks::KnowledgeLinks(const VerifiedKnowledge& knowledge, std::string separator)
    : knowledge_(knowledge), separator_(std::move(separator)) {
  const Knowledge& table = *knowledge.table;
  for (TermId term = 0; term < table.term_count(); ++term) {
    auto& labels = labels_of_[table.terms()[term]];
    table.LabelsOf(term).ForEach([&](LabelId label) { labels.push_back(label); });
  }
}

std::vector<std::int64_t> KnowledgeLinks::Linked(std::string_view set) const {
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

Status KnowledgeLinks::MakeTables(Database& database) {
  const std::string name = NewFunctionName();
  duckdb_scalar_function function = duckdb_create_scalar_function();
  duckdb_scalar_function_set_name(function, name.c_str());
  const LogicalType text(duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR));
  const LogicalType label(duckdb_create_logical_type(DUCKDB_TYPE_BIGINT));
  const LogicalType list(duckdb_create_list_type(label.type));
  duckdb_scalar_function_add_parameter(function, text.type);
  duckdb_scalar_function_set_return_type(function, list.type);
  duckdb_scalar_function_set_extra_info(function, this, nullptr);
  duckdb_scalar_function_set_function(function, FillLinks);
  const auto registered = duckdb_register_scalar_function(database.handles().connection, function);
  duckdb_destroy_scalar_function(&function);
  Check(registered == DuckDBSuccess, "a scalar function can be registered");

  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE linked AS SELECT value, unnest(labels) AS label, "
                  "len(labels) AS size FROM (SELECT value, {}(value) AS labels FROM totals WHERE "
                  "value IS NOT NULL AND value <> '')",
                  name)));
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE knowledge AS SELECT {}::BIGINT AS labels",
                  knowledge_.table->label_count())));
  return MakePrior(database);
}

Status KnowledgeLinks::MakePrior(Database& database) const {
  GAUZE_TRY(database.Run("CREATE OR REPLACE TEMP TABLE prior (label BIGINT, share DOUBLE)"));
  Appender appender(database, "prior");
  for (std::size_t label = 0; label < knowledge_.prior.size(); ++label) {
    appender.Whole(static_cast<std::int64_t>(label)).Real(knowledge_.prior[label]).EndRow();
  }
  return appender.Finish("the prior");
}

}  // namespace gauze
