#include "gauze/release/input/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "gauze/base/hash.h"
#include "gauze/base/text/ascii.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/profile/person_columns.h"
#include "gauze/engine/read/load_knowledge.h"
#include "gauze/engine/read/source/fetched_table.h"
#include "gauze/engine/read/source/name_file.h"
#include "gauze/engine/read/source/policy_source.h"
#include "gauze/release/input/listed_terms.h"
#include "gauze/release/rows/released.h"

namespace gauze {
namespace {

constexpr std::uint64_t kToldRecords = 4096;  // at a time

// Two typed bounds have one way to say "nothing here": it cannot mean both missing and suppressed.
Status CheckBounds(const CodedTable& coded, const Policy& policy) {
  if (policy.ranges != RangeStyle::kBounds || policy.missing != MissingPolicy::kOwnValue) return {};
  for (const std::size_t attribute : coded.table.WithRole(Role::kQuasiIdentifying)) {
    if (IsNumeric(coded.table.attributes[attribute].type) &&
        coded.HierarchyOf(attribute) == nullptr && coded.table.domains[attribute].has_missing()) {
      return InputError("ranges: bounds cannot tell missing cells from suppressed ones",
                        fmt::format("column {}", coded.table.attributes[attribute].name),
                        "use missing: wildcard or reject, or ranges: interval");
    }
  }
  return {};
}

// Readers, the engine among them, take names in upper and lower case as the same.
Status CheckReleasedNames(const CodedTable& coded, const Policy& policy) {
  std::set<std::string> names;
  for (std::size_t attribute = 0; attribute < coded.table.attributes.size(); ++attribute) {
    for (const std::string& name : ReleasedNames(coded, attribute, policy.ranges)) {
      if (!names.insert(LowerCase(name)).second) {
        return InputError(fmt::format("two released columns would be named \"{}\"", name),
                          policy.file, "rename a column, or use ranges: interval");
      }
    }
  }
  return {};
}

// What one thread has recoded.
struct Recoded {
  std::vector<std::uint64_t> record;
  std::uint64_t records = 0;
  DistinctCounter rows;
  DistinctCounter combinations;
};

// From ids in the order of arrival to codes in the order of values.
Status Recode(Scanned& scanned, const Encoding& encoding, std::size_t workers, Input& input,
              Progress& progress) {
  progress.Stage("encoding", scanned.spool.records());
  const RecordShape from = scanned.spool.shape();
  const std::size_t words = input.packing.words();
  const auto quasi_identifiers = input.schema.table.WithRole(Role::kQuasiIdentifying);
  RecordSpool& spool = input.spool;
  std::vector<Recoded> recoded(workers);
  std::vector<RecordSpool::Writer> writers;
  for (std::size_t i = 0; i < workers; ++i) writers.emplace_back(spool);
  GAUZE_TRY(scanned.spool.TakeApart(
      workers, [&](std::size_t worker, const std::uint64_t* record, std::size_t size) {
        Recoded& own = recoded[worker];
        std::vector<std::uint64_t>& made = own.record;
        made.assign(words, 0);
        for (std::size_t c = 0; c < scanned.encodings.size(); ++c) {
          if (scanned.encodings[c] != ColumnEncoding::kCoded) continue;
          const Code id = scanned.packing.Get(record, c);
          const auto& code_of = encoding.code_of[c];
          input.packing.Put(made.data(), c, id == 0 ? code_of.back() : code_of[id - 1]);
        }
        std::uint64_t hash = 0;
        for (const std::uint64_t word : made) hash = Mix(hash, word);
        own.rows.Add(Mix(hash, 1));
        hash = 0;
        for (const std::size_t j : quasi_identifiers) {
          hash = Mix(hash, input.packing.Get(made.data(), j));
        }
        own.combinations.Add(Mix(hash, 1));
        made.insert(made.end(), record + from.words, record + size);
        writers[worker].Append(made.data(), made.size());
        if (++own.records % kToldRecords == 0) progress.Advance(kToldRecords);
      }));
  for (const Recoded& own : recoded) {
    input.distinct_rows.Join(own.rows);
    input.combinations.Join(own.combinations);
  }
  return {};
}

tl::unexpected<Error> InSource(Database& database, const Error& error, const SourceColumns& columns,
                               const Policy& policy) {
  Error named = NameFile(database, error, columns);
  if (named.where == error.where) {
    named.where = policy.sources.front() + (error.where.empty() ? "" : ", " + error.where);
  }
  return tl::unexpected(std::move(named));
}

// As one more column that nothing protects.
Status AddRowNumbers(Database& database, SourceColumns& columns, Policy& policy) {
  columns.plain = nullptr;  // reads files in no order
  columns.counted = false;
  GAUZE_TRY(database.Run("CREATE OR REPLACE TEMP VIEW unnumbered_source AS " + columns.query));
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP VIEW source AS SELECT *, row_number() OVER () AS {} FROM "
                  "unnumbered_source",
                  QuoteName(kRowNumber))));
  columns.names.emplace_back(kRowNumber);
  columns.types.emplace_back("BIGINT");
  policy.attributes.push_back(
      {.attribute = {.name = kRowNumber, .role = Role::kInsensitive, .type = ValueType::kInteger}});
  return {};
}

// A column that is dropped may be what tells persons apart, and so may one that says so in its name
// and is released.
Result<std::vector<std::string>> FindRepeating(Database& database, const SourceColumns& columns,
                                               const Policy& policy) {
  std::vector<std::string> asked;
  for (const std::string& name : columns.names) {
    const Attribute& attribute = policy.Find(name)->attribute;
    if (attribute.role == Role::kEntity) return std::vector<std::string>();
    const bool text = attribute.type == ValueType::kText || attribute.type == ValueType::kInteger;
    if ((attribute.role == Role::kIdentifying && text) ||
        (attribute.role == Role::kInsensitive && NamesPersons(name))) {
      asked.push_back(name);
    }
  }
  if (columns.counted) return std::vector<std::string>();  // who counted has dropped them
  return RepeatingPersons(database, "source", asked);
}

void AddKnown(const std::map<std::string, std::vector<std::string>>& known, SpelledColumn& column) {
  const auto found = known.find(column.name);
  if (found == known.end()) return;
  for (const std::string& value : found->second) {
    column.values.push_back(value);
    column.rows.push_back(0);
  }
  column.known = found->second.size();
}

// What a database has sent is counted by it, too.
Status CheckFetched(const Policy& policy, std::uint64_t rows) {
  const auto fetched = FetchedTable::Find(policy.sources.front());
  if (fetched == nullptr || fetched->rows() == rows) return {};
  return InputError(
      fmt::format("the database sent {} rows, and {} were read", fetched->rows(), rows),
      policy.sources.front(), "export the table as CSV, and report this as a bug");
}

}  // namespace

Status TakeSample(Database& database, std::uint64_t rows, SourceColumns& columns) {
  const double share = static_cast<double>(rows) / std::max(columns.approximate_rows, 1.0);
  if (share >= 1) return {};
  const bool plain = columns.plain != nullptr && columns.plain->Sample(share);
  if (!plain) columns.plain = nullptr;
  columns.counted = false;
  // Whole vectors of a large table: those that are not taken are hardly looked at.
  constexpr double kManyRows = 1e6;
  GAUZE_TRY(database.Run("CREATE OR REPLACE TEMP VIEW whole_source AS " + columns.query));
  if (plain) {  // and the first rows, for a glance and where lines are not plain
    return database.Run(
        fmt::format("CREATE OR REPLACE TEMP VIEW source AS FROM whole_source LIMIT {}", rows));
  }
  return database.Run(fmt::format(
      "CREATE OR REPLACE TEMP VIEW source AS FROM whole_source USING SAMPLE {:.6f} PERCENT ({}, 1)",
      100 * share, columns.approximate_rows < kManyRows ? "bernoulli" : "system"));
}

Status CheckReleasable(const CodedTable& coded, const Policy& policy) {
  GAUZE_TRY(CheckBounds(coded, policy));
  return CheckReleasedNames(coded, policy);
}

void ForgetDropped(const std::vector<std::string>& columns, Policy& policy) {
  std::erase_if(policy.attributes, [&](const PolicyAttribute& attribute) {
    return !IsRead(policy, attribute.attribute) &&
           std::ranges::find(columns, attribute.attribute.name) == columns.end();
  });
}

Result<Input> ReadInput(Database& database, const Policy& given, const InputOptions& options,
                        Progress& progress) {
  Policy policy = given;
  progress.Stage("opening the source", 0);
  GAUZE_ASSIGN(SourceColumns columns, OpenPolicySource(database, policy, policy.sources, "source"));
  if (columns.counted) ForgetDropped(columns.names, policy);
  GAUZE_TRY(CheckColumns(policy, columns.names));
  GAUZE_ASSIGN(auto knowledge, LoadKnowledge(policy.protect));
  if (options.sample_rows > 0 && !options.spread) {
    columns.plain = nullptr;  // reads files from end to end
    columns.counted = false;
    GAUZE_TRY(database.Run("CREATE OR REPLACE TEMP VIEW whole_source AS " + columns.query));
    GAUZE_TRY(database.Run(fmt::format(
        "CREATE OR REPLACE TEMP VIEW source AS FROM whole_source LIMIT {}", options.sample_rows)));
  }
  if (options.row_numbers) GAUZE_TRY(AddRowNumbers(database, columns, policy));
  // Nobody looks at the warnings of a sample.
  auto repeating = options.spread ? Result<std::vector<std::string>>()
                                  : FindRepeating(database, columns, policy);
  if (!repeating) return InSource(database, repeating.error(), columns, policy);
  progress.Stage("looking at the first rows", 0);
  auto plan = PlanScan(database, columns, policy);
  if (!plan) return InSource(database, plan.error(), columns, policy);
  if (options.spread) {
    GAUZE_TRY(TakeSample(database, options.sample_rows, columns));
  } else {
    plan->in_order = options.sample_rows > 0;
  }
  if (options.row_numbers) {
    plan->encodings.back() = ColumnEncoding::kKey;
    plan->grouped = false;
  }
  auto read = Scan(database, columns, *plan, policy,
                   {options.folder + "/scanned", options.memory_bytes}, progress);
  if (!read) return InSource(database, read.error(), columns, policy);
  Scanned scanned = *std::move(read);

  for (SpelledColumn& column : scanned.columns) AddKnown(options.known, column);
  KeepListedTerms(policy, knowledge, scanned.columns);
  progress.Stage("ordering values", 0);
  GAUZE_ASSIGN(Encoding encoding,
               EncodeColumns(std::move(scanned.columns), policy,
                             [&](const std::string& column, const auto& spellings) {
                               return LocateSpelling(database, column, spellings);
                             }));
  encoding.coded.knowledge =
      std::make_shared<const std::map<std::string, Knowledge>>(std::move(knowledge));
  GAUZE_TRY(CheckReleasable(encoding.coded, policy));
  std::vector<std::size_t> carried;
  for (const ColumnEncoding encodings : {ColumnEncoding::kKey, ColumnEncoding::kText}) {
    for (std::size_t c = 0; c < scanned.encodings.size(); ++c) {
      if (scanned.encodings[c] == encodings) carried.push_back(c);
    }
  }
  const Packing packing = Packing::For(encoding.coded.table.domains);
  RecordShape shape = scanned.spool.shape();
  shape.words = packing.words();
  Input input{.schema = std::move(encoding.coded),
              .plan = *std::move(plan),
              .packing = packing,
              .carried = std::move(carried),
              .repeating = *std::move(repeating),
              .spool = RecordSpool(shape, options.folder + "/encoded", options.memory_bytes)};
  GAUZE_TRY(Recode(scanned, encoding, options.workers, input, progress));
  GAUZE_TRY(input.spool.Finish());
  // Every row has a code in every coded column, missing ones included.
  const auto coded =
      std::ranges::find(scanned.encodings, ColumnEncoding::kCoded) - scanned.encodings.begin();
  const auto& totals = (*input.schema.totals)[static_cast<std::size_t>(coded)];
  input.rows = std::accumulate(totals.begin(), totals.end(), std::uint64_t{0});
  if (options.sample_rows == 0 && !columns.counted) GAUZE_TRY(CheckFetched(policy, input.rows));
  return input;
}

}  // namespace gauze
