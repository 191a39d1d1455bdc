#include "gauze/studio/actions/action.h"

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

Result<std::string> TheTable(Desk& desk) {
  if (desk.opened_kind() == "file") return desk.opened_path();
  GAUZE_ASSIGN(Project * project, ThePolicy(desk));
  const Places places = project->places();
  if (places.sources.size() == 1) return ResolveSource(places.sources.front(), desk.folder());
  return InputError("the policy must name one source for this", project->path(),
                    "write `source: data.csv`, or a pattern for several files");
}

}  // namespace gauze::studio
