#include "gauze/studio/actions/actions.h"

namespace gauze::studio {
namespace {

Result<std::string> TheLedger(Desk& desk) {
  if (desk.opened_kind() == "ledger") return desk.opened_path();
  return InputError("no ledger is open", desk.opened_path(), "open the folder of one");
}

Planned PlanOnLedger(Desk& desk, Fields& options, const char* command) {
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string ledger, TheLedger(desk));
  return JobOf(CommandLine({"ledger", command}).Path(ledger).Flag("--json"));
}

}  // namespace

Planned PlanLedgerInit(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string folder, options.Text("folder"));
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string policy, SafePolicy(desk));
  GAUZE_ASSIGN(const std::string ledger, desk.folder().ResolveNew(folder));
  return JobOf(CommandLine({"ledger", "init"}).Path(policy).Path(ledger).Flag("--json"));
}

Planned PlanAppend(Desk& desk, Fields& options) {
  GAUZE_ASSIGN(const std::string batch, options.Text("batch"));
  GAUZE_TRY(options.Finish());
  GAUZE_ASSIGN(const std::string ledger, TheLedger(desk));
  GAUZE_ASSIGN(const std::string file, desk.folder().Resolve(batch));
  CommandLine command({"append"});
  command.Path(ledger).Path(file).OptionIf("--memory", desk.memory());
  return JobOf(command.Flag("--json"));
}

Planned PlanLedgerStatus(Desk& desk, Fields& options) {
  return PlanOnLedger(desk, options, "status");
}
Planned PlanLedgerLog(Desk& desk, Fields& options) { return PlanOnLedger(desk, options, "log"); }
Planned PlanLedgerVerify(Desk& desk, Fields& options) {
  return PlanOnLedger(desk, options, "verify");
}

}  // namespace gauze::studio
