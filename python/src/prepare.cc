#include "prepare.h"

#include "gauze/release/prepare/hierarchies.h"
#include "gauze/release/prepare/init.h"
#include "gauze/release/prepare/profile_table.h"
#include "gauze/release/prepare/propose.h"
#include "gauze/release/prepare/suggest_hierarchies.h"
#include "gauze/taxonomy/read.h"
#include "given.h"

namespace gauze::python {
namespace {

CsvDialect DialectOf(const Json& options) {
  return {.encoding = Text(options, "encoding"), .header = options.value("header", true)};
}

Result<Json> DoInit(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  GAUZE_ASSIGN(const std::string text, InitialPolicy({.source = source.path(),
                                                      .dialect = DialectOf(options),
                                                      .accept = options.value("accept", false)},
                                                     progress));
  return Json{{"policy", text}};
}

Result<Json> DoPropose(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  return ProposePolicy({.table = {.source = source.path(), .dialect = DialectOf(options)},
                        .purpose = Text(options, "purpose"),
                        .threads = Threads(options)},
                       progress);
}

Result<Json> DoProfile(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  return ProfileTable({.source = source.path(),
                       .dialect = DialectOf(options),
                       .memory = source.memory(),
                       .threads = Threads(options),
                       .sets = options.value("sets", true)},
                      progress);
}

Result<Json> DoHierarchyCheck(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument data, InputArgument::Take(options, "source", streams, progress));
  GAUZE_ASSIGN(const HierarchyReport report, CheckHierarchy({.file = Text(options, "file"),
                                                             .library = Text(options, "library"),
                                                             .data = data.path(),
                                                             .column = Text(options, "column"),
                                                             .markers = Texts(options, "markers"),
                                                             .missing = Text(options, "missing")}));
  return Json{{"leaves", report.leaves}, {"nodes", report.nodes}, {"height", report.height}};
}

Result<Json> DoHierarchyBuild(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  GAUZE_ASSIGN(const Taxonomy taxonomy,
               BuildHierarchy(PolicyOf(options), Text(options, "column"), source.path()));
  return Json{{"csv", WriteTaxonomyCsv(taxonomy)}};
}

Result<Json> DoHierarchySuggest(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument table,
               InputArgument::Take(options, "source", streams, progress));
  return SuggestHierarchies({.table = table.path(),
                             .column = Text(options, "column"),
                             .markers = Texts(options, "markers"),
                             .show = options.value("show", false)});
}

}  // namespace

const std::vector<Operation>& PrepareOperations() {
  static const std::vector<Operation> kOperations = {
      {"init", DoInit},
      {"propose", DoPropose},
      {"profile", DoProfile},
      {"hierarchy_check", DoHierarchyCheck},
      {"hierarchy_build", DoHierarchyBuild},
      {"hierarchy_suggest", DoHierarchySuggest},
  };
  return kOperations;
}

}  // namespace gauze::python
