#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/base/error.h"
#include "gauze/policy/about_section.h"
#include "gauze/policy/personal_section.h"
#include "gauze/policy/risk_section.h"
#include "gauze/table/attribute.h"
#include "gauze/taxonomy/builders/builder.h"

// The policy file: what each column is, what is promised, and how to get there. It holds no data,
// so it can be committed and reviewed. docs/policy.md is the manual; schema.h makes the JSON
// Schema from the same lists that the parser checks against.

namespace gauze {

// What a policy may name. The parser sits below the models and transforms, so their descriptors
// are handed to it.
struct Catalog {
  std::vector<const Descriptor*> models;
  std::vector<const Descriptor*> transforms;  // the first is the one a policy gets by default
  std::vector<const Descriptor*> steps;       // what may follow a transform
  std::vector<const Descriptor*> methods;     // of continuing releases, the default first
};

// Where the hierarchy of a column comes from; neither file nor builder: values lie directly under
// the root, or, for numbers and dates, ranges need none.
struct HierarchySource {
  std::string file;  // resolved against the policy's folder
  const HierarchyBuilder* builder = nullptr;
  std::optional<Parameters> parameters;  // of the builder
  std::string where;

  bool given() const { return !file.empty() || builder != nullptr; }
};

struct PolicyAttribute {
  Attribute attribute;
  HierarchySource hierarchy;
  std::string where;
};

// A model or a transform with its checked parameters.
struct PolicyEntry {
  // What is said of one column, where a parameter is a map of columns.
  struct Column {
    std::string name;
    Parameters parameters;
    std::string where;
  };

  const Descriptor* descriptor = nullptr;
  Parameters parameters;
  std::vector<Column> columns;
  std::string where;

  // "k_anonymity(k=5)": how the entry is named in manifests and claims.
  std::string Text() const { return descriptor->name + parameters.Written(); }
};

// How to read CSV where the dialect should not be sniffed.
struct CsvDialect {
  std::string delimiter;
  std::string quote;
  std::string encoding;  // "utf-8" (default), "latin-1", "utf-16"
  bool header = true;    // the first line names the columns; false: they are called c1, c2, …
};

enum class ReleaseFormat : std::uint8_t { kCsv, kParquet };
// How a numeric range is released: as text "[20, 29]", or as two typed columns age_from, age_to.
enum class RangeStyle : std::uint8_t { kInterval, kBounds };

// What a ledger gives out after each batch: the whole table so far, or only what is new.
enum class Publish : std::uint8_t { kFull, kDelta };

// The `ledger` section: records arrive in batches, and every batch is followed by a release.
struct LedgerSection {
  PolicyEntry method;
  std::string key;     // a column that tells records apart; empty: none does
  std::string change;  // a column that says whether a row is new; empty: all are
  Publish publish = Publish::kFull;
  bool strict = false;              // a promise of kind distinct is kept as kind frequency, too
  bool accept_known_holes = false;  // methods that are known to leak are allowed
  std::string where;
};

struct Preset;  // preset.h

struct Policy {
  std::string file;                  // for messages
  std::string text;                  // as read, for the digest
  AboutSection about;                // who releases what to whom, and why; may state nothing
  std::vector<std::string> sources;  // files, globs, seen from the policy's folder; or an address
  CsvDialect csv;
  MissingPolicy missing = MissingPolicy::kOwnValue;
  std::vector<std::string> missing_markers;
  std::vector<PolicyAttribute> attributes;
  std::vector<PolicyEntry> protect;
  PolicyEntry transform;
  std::vector<PolicyEntry> steps;  // inside the classes that the transform made, in this order
  std::optional<RiskSection> risk;
  std::optional<LedgerSection> ledger;
  std::optional<PersonalSection> personal;
  std::string directory;  // of the release, or a table's address; empty: the command line has it
  ReleaseFormat format = ReleaseFormat::kCsv;
  RangeStyle ranges = RangeStyle::kInterval;
  bool counted = false;            // equal rows once, and how often they occur; not in the file
  const Preset* preset = nullptr;  // what it asks for is among `protect`
  std::string preset_where;

  const PolicyAttribute* Find(std::string_view name) const;
  // A promise has something to say of this column's single values.
  bool Guards(std::string_view column) const;
  // The largest k of all promises; 0 if none has one.
  std::uint64_t LargestK() const;
};

// Parses and checks everything that can be checked without the data. `file` names the text in
// errors ("policy.yaml:7:3: …"); relative paths are resolved against its folder.
Result<Policy> ParsePolicy(std::string_view text, const std::string& file, const Catalog& catalog);
Result<Policy> LoadPolicy(const std::string& file, const Catalog& catalog);

// Every role is decided.
Status CheckRoles(const Policy& policy);
// What `run` asks for beyond a well-formed policy: every role decided, something promised or told
// by aliases and grades, something to generalise.
Status CheckDecided(const Policy& policy);

// Every column of the data is listed, and every listed one exists. Names of columns are shown only
// if at least one is the policy's: otherwise they may be cells of a file without a header.
Status CheckColumns(const Policy& policy, const std::vector<std::string>& columns);

// A model of the catalog with parameters from anywhere; `where` is named in errors.
Result<PolicyEntry> MakeEntry(std::string_view model, const std::vector<RawParameter>& parameters,
                              const Catalog& catalog, const std::string& where);

// "k_anonymity(k=5)" as written on a command line, against the catalog's models.
Result<PolicyEntry> ParseClaim(std::string_view text, const Catalog& catalog);

}  // namespace gauze
