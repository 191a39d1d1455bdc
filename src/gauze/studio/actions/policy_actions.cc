#include <fmt/format.h>

#include <atomic>
#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/policy/document/document.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/studio/actions/actions.h"
#include "gauze/studio/project/kept_profile.h"

namespace gauze::studio {
namespace {

Planned PlanOnPolicy(Desk& desk, Fields& options, const char* command, bool memory) {
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string policy, SafePolicy(desk));
  CommandLine line({command});
  line.Path(policy);
  if (memory) line.OptionIf("--memory", desk.memory());
  return JobOf(line.Flag("--json"));
}

}  // namespace

Planned PlanProfile(Desk& desk, Fields& options) {
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string table, TheTable(desk));
  const CsvDialect csv = desk.project() != nullptr ? desk.project()->places().csv : CsvDialect{};
  CommandLine command({"profile"});
  command.Path(table).OptionIf("--encoding", csv.encoding).OptionIf("--memory", desk.memory());
  if (!csv.header) command.Flag("--no-header");
  PlannedJob job = JobOf(command.Flag("--json"));
  if (desk.project() == nullptr) return job;
  const KeptProfile kept(desk.project()->Beside("profile.json"), table, csv);
  job.known = kept.Read();
  job.order.finished = [kept](const std::string& result) { kept.Write(result); };
  return job;
}

// A document that is not saved, tried on the sample. It lies in our folder meanwhile; paths in it
// start from where the policy is.
Planned PlanPrice(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(Project * project, ThePolicy(desk));
  const Json* document = options.Part("document");
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string text, document == nullptr ? Result<std::string>(project->text())
                                                           : WriteDocument(*document));
  GAUZE_ASSIGN(const Policy policy, ParsePolicy(text, project->path(), TheCatalog()));
  GAUZE_TRY(CheckPlaces(policy, desk.folder()));
  GAUZE_ASSIGN(const auto view, desk.View(false));
  static std::atomic<unsigned> serial{0};
  constexpr unsigned kAtATime = 16;
  const std::string file = project->Beside(fmt::format("price-{}.yaml", serial++ % kAtATime));
  GAUZE_TRY(WriteFile(file, text, 0600));
  const std::string folder = std::filesystem::path(project->path()).parent_path().string();
  CommandLine command({"compare"});
  command.Path(file)
      .Option("--relative-to", folder.empty() ? "." : folder)
      .Option("--source", view->SampleFile())
      .OptionIf("--memory", desk.memory())
      .Flag("--json");
  PlannedJob job = JobOf(command);
  job.order.prepare = [view] { return view->WaitForSample(); };
  job.order.replaces = true;
  return job;
}

Planned PlanPlan(Desk& desk, Fields& options) { return PlanOnPolicy(desk, options, "plan", true); }

Planned PlanCheck(Desk& desk, Fields& options) {
  return PlanOnPolicy(desk, options, "check", false);
}

Planned PlanRunning(Desk& desk, Fields& options) {
  return PlanOnPolicy(desk, options, "run", true);
}

Planned PlanSweep(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const auto sweeps, options.Texts("sweeps"));
  GAUZE_TRY(options.Finish());
  if (sweeps.empty()) return InputError("a sweep needs values to try", "", "[\"k=2,5,10\"]");
  GAUZE_ASSIGN(const std::string policy, SafePolicy(desk));
  CommandLine command({"run"});
  command.Path(policy);
  for (const std::string& sweep : sweeps) command.Option("--sweep", sweep);
  return JobOf(command.OptionIf("--memory", desk.memory()).Flag("--json"));
}

Planned PlanExplain(Desk& desk, Fields& options) {
  const bool by_row = options.Part("row") != nullptr;
  GAUZE_ASSIGN(const std::uint64_t row, by_row ? options.Number("row") : Result<std::uint64_t>(0));
  GAUZE_ASSIGN(const std::string column, by_row ? Result<std::string>("") : options.Text("column"));
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string policy, SafePolicy(desk));
  CommandLine command({"explain"});
  command.Path(policy).OptionIf("--column", column);
  if (by_row) command.Option("--row", std::to_string(row));
  return JobOf(command.Flag("--json"));
}

}  // namespace gauze::studio
