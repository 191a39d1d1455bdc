#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/base/json.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/verify/verify.h"

// A table promise is about the released table as a whole, and not about each class by itself: SQL
// over classes cannot judge it, and only a transform that says so keeps it. Adding one is one file,
// one line in table_promises.cc, one test and one docs page.

namespace gauze {

// What a promise is judged on: a file, and the values of the table that it was made from.
struct JudgedFile {
  Database& database;
  const FileUnderTest& file;
  const CodedTable& schema;
};

struct TablePromiseEntry {
  Descriptor descriptor;
  // Fails when the policy does not say all that the promise needs.
  Status (*check)(const Policy& policy, const PolicyEntry& promise);
  // What the judge must know beside the parameters, as a manifest records it: nothing of the
  // original table that the file does not show. Only for policies that passed the check.
  Result<Json> (*settings)(const Policy& policy, const PolicyEntry& promise,
                           const JudgedFile& judged);
  // Reads the file again and judges it.
  Result<Verdict> (*judge)(Database& database, const FileUnderTest& file,
                           const PolicyEntry& promise, const Json& settings, Progress& progress);
  // What a verdict says, as a clause: "the highest risk of 500 records is 0.12".
  std::string (*in_words)(const Verdict& verdict);
  // The same in plain words, as ModelEntry::plain_words of a model (class_model.h).
  std::string (*plain_words)(const Parameters& parameters, double worst, const std::string& known);
  // What can be drawn of a release, from its manifest: names of SVG files, and what is in them;
  // null: nothing.
  std::vector<std::pair<std::string, std::string>> (*pictures)(const Json& manifest) = nullptr;
  // For a promise that any transform which makes classes may keep or not: what to do if a release
  // does not. The run is then refused. Empty: a transform sees to it.
  std::string if_broken = {};
  // Such a promise is about what classes print, whoever chose their labels and by which rule.
  bool about_classes = false;
};

}  // namespace gauze
