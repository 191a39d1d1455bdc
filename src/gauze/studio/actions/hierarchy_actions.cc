#include "gauze/base/json.h"
#include "gauze/policy/document/document.h"
#include "gauze/studio/actions/actions.h"

namespace gauze::studio {
namespace {

// Spellings of "no value", which the policy lists.
void AddMarkers(Desk& desk, CommandLine& command) {
  if (desk.project() == nullptr) return;
  const auto document = ReadDocument(desk.project()->text(), desk.project()->path());
  if (!document || !document->is_object() || !document->contains("missing_markers")) return;
  for (const Json& marker : (*document)["missing_markers"]) {
    if (marker.is_string()) command.Option("--marker", marker.get<std::string>());
  }
}

}  // namespace

Planned PlanSuggest(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string column, options.Text("column"));
  const Json* take = options.Part("take");
  GAUZE_ASSIGN(const std::string out, options.TextOr("out", ""));
  GAUZE_ASSIGN(const std::uint64_t number,
               take == nullptr ? Result<std::uint64_t>(0) : options.Number("take"));
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string table, TheTable(desk));
  CommandLine command({"hierarchy", "suggest"});
  command.Path(table).Word(column);
  AddMarkers(desk, command);
  if (take == nullptr) return JobOf(command.Flag("--show").Flag("--json"));
  GAUZE_ASSIGN(const std::string file, desk.folder().ResolveNew(out));
  return JobOf(
      command.Option("--take", std::to_string(number)).Option("--out", file).Flag("--json"));
}

Planned PlanHierarchyCheck(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string column, options.Text("column"));
  const Json* hierarchy = options.Part("hierarchy");
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string table, TheTable(desk));
  CommandLine command({"hierarchy", "check"});
  if (hierarchy != nullptr && hierarchy->is_object()) {
    Fields fields(*hierarchy);
    GAUZE_ASSIGN(const std::string library, fields.Text("library"));
    GAUZE_TRY(fields.Finish());
    command.Option("--library", library);
  } else {
    GAUZE_ASSIGN(const std::string named, options.Text("hierarchy"));
    GAUZE_ASSIGN(const std::string file, desk.folder().Resolve(named));
    command.Path(file);
  }
  command.Option("--data", table).Option("--column", column);
  AddMarkers(desk, command);
  return JobOf(command.Flag("--json"));
}

// The tree of the hierarchy that the policy has for a column, or would have, with the rows of every
// node. Without a word on it, what the type of the column gives; with another type, what that
// would.
Planned PlanHierarchyBuild(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string column, options.Text("column"));
  GAUZE_ASSIGN(const std::string type, options.TextOr("type", ""));
  const Json* hierarchy = options.Part("hierarchy");
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(Project * project, ThePolicy(desk));
  GAUZE_ASSIGN(Json document, ReadDocument(project->text(), project->path()));
  if (hierarchy != nullptr || !type.empty()) {
    if (!document.is_object() || !document.contains("attributes") ||
        !document["attributes"].is_object() || !document["attributes"].contains(column) ||
        !document["attributes"][column].is_object()) {
      return InputError("the policy has no such column", project->path(), "add it");
    }
    if (!type.empty()) document["attributes"][column]["type"] = type;
    if (hierarchy != nullptr) document["attributes"][column]["hierarchy"] = *hierarchy;
  }
  GAUZE_ASSIGN(const TriedPolicy tried, TryPolicy(desk, document, "tree.yaml"));
  CommandLine command({"hierarchy", "build"});
  command.Path(tried.file).Word(column).Option("--relative-to", tried.folder);
  return JobOf(command.Flag("--show").Flag("--json"));
}

}  // namespace gauze::studio
