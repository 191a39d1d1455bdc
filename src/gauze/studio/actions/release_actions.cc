#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/attack/attack.h"
#include "gauze/base/json.h"
#include "gauze/studio/actions/actions.h"

namespace gauze::studio {
namespace {

// A file or folder that a request names, or the release.
Result<std::string> TargetOf(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string named, options.TextOr("target", ""));
  if (!named.empty()) return desk.folder().Resolve(named);
  if (desk.opened_kind() == "file") return desk.opened_path();
  return desk.Release();
}

}  // namespace

Planned PlanVerify(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string target, TargetOf(desk, options));
  GAUZE_ASSIGN(const auto claims, options.Texts("claims"));
  GAUZE_ASSIGN(const auto qi, options.Texts("qi"));
  GAUZE_ASSIGN(const auto sensitive, options.Texts("sensitive"));
  GAUZE_TRY(options.Finish());
  CommandLine command({"verify"});
  command.Path(target);
  for (const std::string& claim : claims) command.Option("--claim", claim);
  command.OptionIf("--qi", fmt::format("{}", fmt::join(qi, ",")))
      .OptionIf("--sensitive", fmt::format("{}", fmt::join(sensitive, ",")));
  return JobOf(command.Flag("--json"));
}

Planned PlanMeasure(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string target, TargetOf(desk, options));
  GAUZE_ASSIGN(const auto qi, options.Texts("qi"));
  GAUZE_TRY(options.Finish());
  CommandLine command({"measure"});
  command.Path(target).OptionIf("--qi", fmt::format("{}", fmt::join(qi, ",")));
  return JobOf(command.Flag("--json"));
}

Planned PlanAttack(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string name, options.Text("name"));
  const Json* more = options.Part("options");
  GAUZE_TRY(options.Finish());
  const auto found = std::ranges::find(
      Attacks(), name, [](const AttackEntry& entry) { return entry.descriptor.name; });
  if (found == Attacks().end()) {
    return InputError("there is no such attack", "", "GET /api/catalog lists them");
  }
  const Json none = Json::object();
  Fields fields(more == nullptr ? none : *more);
  CommandLine command({"attack", name});
  GAUZE_ASSIGN(const std::string release, desk.Release());
  GAUZE_ASSIGN(const std::string policy, SafePolicy(desk));
  command.Path(release).Option("--policy", policy);
  if (fields.Part("victims") != nullptr) {
    GAUZE_ASSIGN(const std::uint64_t victims, fields.Number("victims"));
    command.Option("--victims", std::to_string(victims));
  }
  GAUZE_TRY(fields.Finish());
  return JobOf(command.Flag("--json"));
}

Planned PlanReport(Desk& desk, Fields& options) {
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string release, desk.opened_kind() == "ledger"
                                              ? Result<std::string>(desk.opened_path())
                                              : desk.Release());
  CommandLine command({"report"});
  command.Path(release);
  if (desk.project() != nullptr) {
    GAUZE_ASSIGN(const std::string policy, SafePolicy(desk));
    command.Option("--policy", policy);
  }
  return JobOf(command.Flag("--json"));
}

}  // namespace gauze::studio
