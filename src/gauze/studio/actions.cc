#include "gauze/studio/actions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>

#include "gauze/attack/attack.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/suggest.h"
#include "gauze/policy/document.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/studio/command_line.h"
#include "gauze/studio/desk.h"
#include "gauze/studio/fields.h"
#include "gauze/studio/kept_profile.h"

namespace gauze::studio {
namespace {

namespace fs = std::filesystem;

using Planned = Result<PlannedJob>;

PlannedJob Job(const CommandLine& command) { return {{.arguments = command.words()}, {}}; }

Result<Project*> ThePolicy(Desk& desk) {
  if (desk.project() != nullptr) return desk.project();
  return InputError("no policy is open", desk.opened_path(), "open a policy, or a table");
}

// The policy that is open, once nothing in it leads out of the folder.
Result<std::string> SafePolicy(Desk& desk) {
  GAUZE_ASSIGN(Project * project, ThePolicy(desk));
  GAUZE_TRY(project->Refresh());
  GAUZE_ASSIGN(const Policy policy, ParsePolicy(project->text(), project->path(), TheCatalog()));
  GAUZE_TRY(CheckPlaces(policy, desk.folder()));
  return project->path();
}

// The one table of the policy, or the file that is open.
Result<std::string> TheTable(Desk& desk) {
  if (desk.opened_kind() == "file") return desk.opened_path();
  GAUZE_ASSIGN(Project * project, ThePolicy(desk));
  const Places places = project->places();
  if (places.sources.size() == 1) return ResolveSource(places.sources.front(), desk.folder());
  return InputError("the policy must name one source for this", project->path(),
                    "write `source: data.csv`, or a pattern for several files");
}

Planned PlanProfile(Desk& desk, Fields& options) {
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string table, TheTable(desk));
  const CsvDialect csv = desk.project() != nullptr ? desk.project()->places().csv : CsvDialect{};
  CommandLine command({"profile"});
  command.Path(table).OptionIf("--encoding", csv.encoding).OptionIf("--memory", desk.memory());
  if (!csv.header) command.Flag("--no-header");
  PlannedJob job = Job(command.Flag("--json"));
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
  const std::string folder = fs::path(project->path()).parent_path().string();
  CommandLine command({"compare"});
  command.Path(file)
      .Option("--relative-to", folder.empty() ? "." : folder)
      .Option("--source", view->SampleFile())
      .OptionIf("--memory", desk.memory())
      .Flag("--json");
  PlannedJob job = Job(command);
  job.order.prepare = [view] { return view->WaitForSample(); };
  job.order.replaces = true;
  return job;
}

Planned PlanOnPolicy(Desk& desk, Fields& options, const char* command, bool memory) {
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string policy, SafePolicy(desk));
  CommandLine line({command});
  line.Path(policy);
  if (memory) line.OptionIf("--memory", desk.memory());
  return Job(line.Flag("--json"));
}

Planned PlanPlan(Desk& desk, Fields& options) { return PlanOnPolicy(desk, options, "plan", true); }
Planned PlanRunning(Desk& desk, Fields& options) {
  return PlanOnPolicy(desk, options, "run", true);
}
Planned PlanCheck(Desk& desk, Fields& options) {
  return PlanOnPolicy(desk, options, "check", false);
}

Planned PlanSweep(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const auto sweeps, options.Texts("sweeps"));
  GAUZE_TRY(options.Finish());
  if (sweeps.empty()) return InputError("a sweep needs values to try", "", "[\"k=2,5,10\"]");
  GAUZE_ASSIGN(const std::string policy, SafePolicy(desk));
  CommandLine command({"run"});
  command.Path(policy);
  for (const std::string& sweep : sweeps) command.Option("--sweep", sweep);
  return Job(command.OptionIf("--memory", desk.memory()).Flag("--json"));
}

// A file or folder that a request names, or the release.
Result<std::string> TargetOf(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string named, options.TextOr("target", ""));
  if (!named.empty()) return desk.folder().Resolve(named);
  if (desk.opened_kind() == "file") return desk.opened_path();
  return desk.Release();
}

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
  return Job(command.Flag("--json"));
}

Planned PlanMeasure(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string target, TargetOf(desk, options));
  GAUZE_ASSIGN(const auto qi, options.Texts("qi"));
  GAUZE_TRY(options.Finish());
  CommandLine command({"measure"});
  command.Path(target).OptionIf("--qi", fmt::format("{}", fmt::join(qi, ",")));
  return Job(command.Flag("--json"));
}

Planned PlanAttack(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string name, options.Text("name"));
  const Json* more = options.Part("options");
  GAUZE_TRY(options.Finish());
  const auto found = std::ranges::find(
      Attacks(), name, [](const AttackEntry& entry) { return entry.descriptor.name; });
  if (found == Attacks().end()) return InputError("there is no such attack", "", "");
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
  return Job(command.Flag("--json"));
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
  return Job(command.Flag("--json"));
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
  return Job(command.Flag("--json"));
}

// Spellings of "no value", which the policy lists.
void AddMarkers(Desk& desk, CommandLine& command) {
  if (desk.project() == nullptr) return;
  const auto document = ReadDocument(desk.project()->text(), desk.project()->path());
  if (!document || !document->is_object() || !document->contains("missing_markers")) return;
  for (const Json& marker : (*document)["missing_markers"]) {
    if (marker.is_string()) command.Option("--marker", marker.get<std::string>());
  }
}

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
  if (take == nullptr) return Job(command.Flag("--show").Flag("--json"));
  GAUZE_ASSIGN(const std::string file, desk.folder().ResolveNew(out));
  return Job(command.Option("--take", std::to_string(number)).Option("--out", file).Flag("--json"));
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
  return Job(command.Flag("--json"));
}

Planned PlanHierarchyBuild(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string column, options.Text("column"));
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string policy, SafePolicy(desk));
  return Job(CommandLine({"hierarchy", "build"}).Path(policy).Word(column).Flag("--json"));
}

Planned PlanKeys(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string name, options.Text("name"));
  GAUZE_TRY(options.Finish());
  GAUZE_TRY(desk.folder().ResolveNew(name + ".pub"));
  GAUZE_ASSIGN(std::string file, desk.folder().ResolveNew(name + ".key"));
  file.resize(file.size() - 4);
  return Job(CommandLine({"bundle", "keys"}).Path(file).Flag("--json"));
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
  return Job(command.Flag("--json"));
}

Planned PlanBundleVerify(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string key, options.Text("key"));
  GAUZE_ASSIGN(const std::string target, options.TextOr("target", desk.opened_path()));
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string bundle, desk.folder().Resolve(target));
  GAUZE_ASSIGN(const std::string file, desk.folder().Resolve(key));
  return Job(CommandLine({"bundle", "verify"}).Path(bundle).Option("--key", file).Flag("--json"));
}

Result<std::string> TheLedger(Desk& desk) {
  if (desk.opened_kind() == "ledger") return desk.opened_path();
  return InputError("no ledger is open", desk.opened_path(), "open the folder of one");
}

Planned PlanAppend(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string batch, options.Text("batch"));
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string ledger, TheLedger(desk));
  GAUZE_ASSIGN(const std::string file, desk.folder().Resolve(batch));
  CommandLine command({"append"});
  command.Path(ledger).Path(file).OptionIf("--memory", desk.memory());
  return Job(command.Flag("--json"));
}

template <int kWhich>
Planned PlanLedger(Desk& desk, Fields& options) {
  constexpr std::array kCommands{"status", "log", "verify"};
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string ledger, TheLedger(desk));
  return Job(CommandLine({"ledger", kCommands[kWhich]}).Path(ledger).Flag("--json"));
}

struct Action {
  const char* name;
  Planned (*plan)(Desk& desk, Fields& options);
};

constexpr std::array kActions{
    Action{"profile", PlanProfile},
    Action{"price", PlanPrice},
    Action{"plan", PlanPlan},
    Action{"check", PlanCheck},
    Action{"sweep", PlanSweep},
    Action{"run", PlanRunning},
    Action{"verify", PlanVerify},
    Action{"measure", PlanMeasure},
    Action{"attack", PlanAttack},
    Action{"report", PlanReport},
    Action{"explain", PlanExplain},
    Action{"hierarchy_suggest", PlanSuggest},
    Action{"hierarchy_check", PlanHierarchyCheck},
    Action{"hierarchy_build", PlanHierarchyBuild},
    Action{"keys", PlanKeys},
    Action{"bundle", PlanBundle},
    Action{"bundle_verify", PlanBundleVerify},
    Action{"append", PlanAppend},
    Action{"ledger_status", PlanLedger<0>},
    Action{"ledger_log", PlanLedger<1>},
    Action{"ledger_verify", PlanLedger<2>},
};

}  // namespace

Result<PlannedJob> PlanJob(Desk& desk, const std::string& action, const Json& options) {
  const auto found =
      std::ranges::find_if(kActions, [&](const Action& each) { return action == each.name; });
  if (found == kActions.end()) {
    std::vector<std::string> names;
    for (const Action& each : kActions) names.emplace_back(each.name);
    return InputError("there is no such action", "", DidYouMean(action, names));
  }
  Fields fields(options);
  GAUZE_ASSIGN(PlannedJob job, found->plan(desk, fields));
  job.order.action = action;
  job.order.options = options.dump();
  return job;
}

}  // namespace gauze::studio
