#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/builders/builder.h"
#include "gauze/taxonomy/taxonomy.h"

// What somebody who attacks a release knows of its columns, whoever made it: which ones identify
// people indirectly, hierarchies, and how the tool writes what it has hidden. Whatever is left out
// is recognised from the file. docs/attacking-files.md describes the file.

namespace gauze::labels {

struct ColumnDescription {
  std::string name;
  std::optional<ValueType> type;     // nothing: recognised
  std::string format;                // of dates in labels, as in a policy
  std::string people_format;         // of dates in tables of people
  std::optional<Taxonomy> taxonomy;  // its leaves are the column's domain
  std::optional<bool> tight;         // nothing: as for the release
  std::string step;                  // of the grid at which its ranges end; empty: at values
};

struct Description {
  // Empty: all columns that are nothing else.
  std::vector<ColumnDescription> quasi_identifiers;
  std::vector<std::string> sensitive;
  std::vector<std::string> ignored;
  // Whoever looks for people knows these quasi-identifiers of them, or those that the attacker of
  // this name knows (attackers.h). Both empty: all.
  std::vector<std::string> knows;
  std::string attacker;
  std::string count;  // a column that says how many people a line stands for; empty: recognised
  std::vector<std::string> suppressed = {"*", "NA", "NaN", "NULL"};
  std::vector<std::string> missing = {""};
  // Whether labels are as narrow as the rows of their class allow. Nothing: recognised.
  std::optional<bool> tight;
  bool raised = false;    // nodes that would give values away are not shown (telling_nodes.h)
  bool lists = true;      // labels that look like lists are such, and no values
  bool foreign = true;    // so are lists without brackets, and masks: other tools write them
  CsvDialect csv;         // of releases that are files
  CsvDialect people_csv;  // of tables of people
};

// Reads a description; paths in it are relative to its folder. Errors carry file and line.
Result<Description> ReadDescription(const std::string& file);
Result<Description> ParseDescription(std::string_view text, const std::string& file);

// What the manifest of a release directory of Gauze tells: which columns are quasi-identifiers and
// which are sensitive, and whether labels are tight. Nothing where there is no manifest.
Result<std::optional<Description>> DescribeManifest(const std::string& release);

}  // namespace gauze::labels
