#include <fmt/format.h>

#include <atomic>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/policy/document/document.h"
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

// Once more, of a table that could not be opened: it was being written, or somebody cancelled.
Planned PlanOpen(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string path, options.Text("path"));
  GAUZE_TRY(options.Finish());
  if (desk.opened_kind() != "table" || desk.opened_path() != path) {
    return InputError("this is not the table that is open", "", "open it");
  }
  GAUZE_ASSIGN(JobOrder order, desk.OrderOpening(path));
  return PlannedJob{std::move(order), {}};
}

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
  job.order.finished = [kept](const std::string& result) {
    kept.Write(result);
    return Status{};
  };
  return job;
}

// A document that need not be saved, tried on the sample.
Planned PlanPrice(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(Project * project, ThePolicy(desk));
  const Json* given = options.Part("document");
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const Json document, given == nullptr
                                        ? ReadDocument(project->text(), project->path())
                                        : Result<Json>(*given));
  static std::atomic<unsigned> serial{0};
  constexpr unsigned kAtATime = 16;
  GAUZE_ASSIGN(const TriedPolicy tried,
               TryPolicy(desk, document, fmt::format("price-{}.yaml", serial++ % kAtATime)));
  GAUZE_ASSIGN(const auto view, desk.View(false));
  CommandLine command({"compare"});
  command.Path(tried.file)
      .Option("--relative-to", tried.folder)
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

// The figures of a release that is replaced are kept: people compare.
Planned PlanRunning(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(PlannedJob job, PlanOnPolicy(desk, options, "run", true));
  const auto replaced = desk.Manifest();
  if (!replaced) return job;
  job.order.finished = [file = desk.project()->Beside(kManifestBefore), text = *replaced](
                           const std::string&) { return WriteFile(file, text, 0600); };
  return job;
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
  if (by_row) command.Option("--row", std::to_string(row)).Flag("--originals");
  return JobOf(command.Flag("--json"));
}

}  // namespace gauze::studio
