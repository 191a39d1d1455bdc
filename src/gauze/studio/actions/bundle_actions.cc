#include "gauze/base/json.h"
#include "gauze/studio/actions/actions.h"

namespace gauze::studio {

Planned PlanKeys(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string name, options.Text("name"));
  GAUZE_TRY(options.Finish());
  GAUZE_TRY(desk.folder().ResolveNew(name + ".pub"));
  GAUZE_ASSIGN(std::string file, desk.folder().ResolveNew(name + ".key"));
  file.resize(file.size() - 4);
  return JobOf(CommandLine({"bundle", "keys"}).Path(file).Flag("--json"));
}

Planned PlanBundle(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string key, options.Text("key"));
  const Json* about = options.Part("about");
  GAUZE_TRY(options.Finish());
  if (about != nullptr && !about->empty()) {
    return InputError("what a release is about is part of its policy", "",
                      "write it into the section `about`, run the policy, then sign");
  }
  GAUZE_ASSIGN(const std::string file, desk.folder().Resolve(key));
  GAUZE_ASSIGN(const std::string release, desk.Release());
  CommandLine command({"bundle"});
  command.Path(release).Option("--key", file);
  if (desk.project() != nullptr) {
    GAUZE_ASSIGN(const std::string policy, SafePolicy(desk));
    command.Option("--policy", policy);
  }
  return JobOf(command.Flag("--json"));
}

Planned PlanBundleVerify(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string key, options.Text("key"));
  GAUZE_ASSIGN(const std::string target, options.TextOr("target", desk.opened_path()));
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string bundle, desk.folder().Resolve(target));
  GAUZE_ASSIGN(const std::string file, desk.folder().Resolve(key));
  return JobOf(CommandLine({"bundle", "verify"}).Path(bundle).Option("--key", file).Flag("--json"));
}

}  // namespace gauze::studio
