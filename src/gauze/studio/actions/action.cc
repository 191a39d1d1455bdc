#include "gauze/studio/actions/action.h"

#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/policy/document/document.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/studio/folder/places.h"

namespace gauze::studio {

PlannedJob JobOf(const CommandLine& command) { return {{.arguments = command.words()}, {}}; }

Result<Project*> ThePolicy(Desk& desk) {
  if (desk.project() != nullptr) return desk.project();
  return InputError("no policy is open", desk.opened_path(), "open a policy, or a table");
}

Result<std::string> SafePolicy(Desk& desk) {
  GAUZE_ASSIGN(Project * project, ThePolicy(desk));
  GAUZE_TRY(project->Refresh());
  GAUZE_ASSIGN(const Policy policy, ParsePolicy(project->text(), project->path(), TheCatalog()));
  GAUZE_TRY(CheckPlaces(policy, desk.folder()));
  return project->path();
}

Result<TriedPolicy> TryPolicy(Desk& desk, const Json& document, const std::string& name) {
  GAUZE_ASSIGN(Project * project, ThePolicy(desk));
  GAUZE_ASSIGN(const std::string text, WriteDocument(document));
  GAUZE_ASSIGN(const Policy policy, ParsePolicy(text, project->path(), TheCatalog()));
  GAUZE_TRY(CheckPlaces(policy, desk.folder()));
  const std::string file = project->Beside(name);
  GAUZE_TRY(WriteFile(file, text, 0600));
  const std::string folder = std::filesystem::path(project->path()).parent_path().string();
  return TriedPolicy{file, folder.empty() ? "." : folder};
}

Result<std::string> TheTable(Desk& desk) {
  if (desk.opened_kind() == "file") return desk.opened_path();
  GAUZE_ASSIGN(Project * project, ThePolicy(desk));
  const Places places = project->places();
  if (places.sources.size() == 1) return ResolveSource(places.sources.front(), desk.folder());
  return InputError("the policy must name one source for this", project->path(),
                    "write `source: data.csv`, or a pattern for several files");
}

}  // namespace gauze::studio
