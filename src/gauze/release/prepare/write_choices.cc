#include "gauze/release/prepare/write_choices.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <system_error>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/text/suggest.h"
#include "gauze/engine/read/read_choices.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/release/files/private_folder.h"
#include "gauze/release/run/load_policy.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

bool Has(const SourceColumns& columns, const std::string& name) {
  return std::ranges::find(columns.names, name) != columns.names.end();
}

// What the policy asks for, and whose rows are whose.
Result<ChoiceJoin> JoinOf(const Policy& policy) {
  ChoiceJoin join{.missing_markers = policy.missing_markers};
  if (!policy.personal) {
    return InputError("the policy has no personal section", policy.file,
                      "choices decide what aliases show: docs/transforms/personal.md");
  }
  join.missing = policy.personal->missing_choice;
  std::set<std::string> used;
  for (const PersonalSection::Column& column : policy.personal->columns) {
    if (!column.aliases) continue;
    if (!used.insert(column.choice).second) {
      return InputError(
          fmt::format("column \"{}\" holds the choices for two attributes", column.choice),
          column.where, "give each a column of its own: people may choose differently");
    }
    join.columns.emplace_back(column.name, column.choice);
  }
  if (join.columns.empty()) {
    return InputError("no attribute gets aliases", policy.personal->where,
                      "grades are for everybody: there is nothing to choose");
  }
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.role == Role::kEntity) join.entity = attribute.attribute.name;
  }
  if (join.entity.empty()) {
    return InputError("no column says whose row it is", policy.file,
                      "give the column with the person's key `role: entity`");
  }
  return join;
}

Status CheckData(const ChoiceJoin& join, const SourceColumns& data, const std::string& source) {
  if (!Has(data, join.entity)) {
    return InputError(fmt::format("the data has no column \"{}\"", join.entity), source,
                      "the policy says that it tells people apart");
  }
  for (const auto& [attribute, column] : join.columns) {
    if (!Has(data, column)) continue;
    return InputError(fmt::format("the data already has a column \"{}\"", column), source,
                      "choices come from one place: remove the column, or run without `gauze "
                      "choice`");
  }
  return {};
}

tl::unexpected<Error> CannotWriteChoices(const std::string& path) {
  return ResourceError("the file cannot be written: " + std::generic_category().message(errno),
                       path, "check permissions and free disk space");
}

}  // namespace

Result<Json> ApplyChoices(const ChoiceOptions& options, Progress& progress) {
  GAUZE_ASSIGN(const Policy policy,
               LoadWithSource({.policy = options.policy, .source = options.source}));
  GAUZE_ASSIGN(ChoiceJoin join, JoinOf(policy));
  join.file = options.choices;
  std::error_code error;
  if (fs::exists(options.out, error)) {
    return InputError("the file already exists", options.out, "choose another name");
  }
  const std::string parent = fs::absolute(options.out).parent_path().string();
  GAUZE_ASSIGN(const Scratch scratch, Scratch::Beside(options.out));
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, scratch.folder()}));
  GAUZE_ASSIGN(const SourceColumns data,
               OpenSource(database, policy.sources, policy.csv, "source"));
  GAUZE_TRY(CheckData(join, data, options.source));
  GAUZE_ASSIGN(const SourceColumns choices, OpenSource(database, {options.choices}, {}, "choices"));
  for (const char* name : {"entity", "attribute", "choice"}) {
    if (Has(choices, name)) continue;
    return InputError(fmt::format("the table of choices has no column \"{}\"", name),
                      options.choices, "it has the columns entity, attribute and choice");
  }
  progress.Stage("choosing", 0);
  GAUZE_TRY(CheckChoices(database, join));
  const bool parquet = options.out.ends_with(".parquet");
  const std::string staged = scratch.folder() + (parquet ? "/data.parquet" : "/data.csv");
  GAUZE_ASSIGN(const ChoiceCounts counts, WriteWithChoices(database, join, staged, parquet));
  if (chmod(staged.c_str(), 0600) != 0) return CannotWriteChoices(options.out);
  GAUZE_TRY(SyncPath(staged));
  if (renameat2(AT_FDCWD, staged.c_str(), AT_FDCWD, options.out.c_str(), RENAME_NOREPLACE) != 0) {
    return CannotWriteChoices(options.out);
  }
  GAUZE_TRY(SyncPath(parent));
  return Json{{"written", options.out},       {"rows", counts.rows},
              {"persons", counts.persons},    {"choices", counts.persons * join.columns.size()},
              {"stated", counts.chosen},      {"missing_choice", join.missing},
              {"strangers", counts.strangers}};
}

}  // namespace gauze
