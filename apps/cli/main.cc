// The command line of Gauze. Exit codes: 0 good, 1 a promise does not hold, 2 the policy or the
// data is wrong, 3 the run could not be done, 128 + n stopped by signal n.
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <thread>

#include "bundle.h"
#include "command.h"
#include "gauze/base/json.h"
#include "gauze/engine/read/source/fetched_table.h"
#include "gauze/release/files/private_folder.h"
#include "gauze/release/manifest/catalog.h"
#include "progress_pipe.h"
#include "progress_view.h"
#include "report.h"
#include "usage.h"

namespace gauze::cli {

CLI::App* Commands::Add(const std::string& name, const std::string& summary, Action action,
                        CLI::App* parent) {
  CLI::App* command = (parent != nullptr ? parent : &app_)->add_subcommand(name, summary);
  command->add_flag("--json", common_.json, "print the result as JSON");
  command->add_flag("-q,--quiet", common_.quiet, "show no progress");
  command->add_option("--threads", common_.threads, "threads to use (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  // A command that has commands of its own is called after the one of them that was.
  command->callback([this, command, action = std::move(action)] {
    if (command->get_subcommands().empty()) chosen_ = action;
  });
  return command;
}

void PrintJson(const Json& json) {
  // Bytes that are not UTF-8 can only come from a file name; they are replaced.
  const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
  std::fputs((text + "\n").c_str(), stdout);
}

int Report(const Error& error, bool json) {
  if (json) {
    PrintJson(
        {{"error", {{"message", error.message}, {"where", error.where}, {"hint", error.hint}}}});
  } else {
    std::fputs(fmt::format("gauze: {}\n", error.Text()).c_str(), stderr);
  }
  return static_cast<int>(error.code);
}

int Commands::Execute() {
  if (!chosen_) return 0;
  const KeepFetchedTables kept;
  try {
    Result<int> result = 0;
    if (common_.quiet) {
      NoProgress progress;
      result = chosen_(progress);
    } else if (const auto descriptor = ProgressPipe::Descriptor()) {
      ProgressPipe progress(*descriptor);
      result = chosen_(progress);
    } else {
      ProgressView progress(isatty(STDERR_FILENO) == 1);
      result = chosen_(progress);
    }
    return result ? *result : Report(result.error(), common_.json);
  } catch (const std::bad_alloc&) {
    return Report({ErrorCode::kResource, "there is not enough memory", "",
                   "give more memory (--memory), or use fewer columns"},
                  common_.json);
  } catch (const std::exception& bug) {
    return Report({ErrorCode::kResource, fmt::format("internal error: {}", bug.what()), "",
                   "this is a bug in Gauze: please report it, with the policy and without the "
                   "data"},
                  common_.json);
  }
}

}  // namespace gauze::cli

namespace {

// Asked to stop (Ctrl-C, a scheduler): leave nothing behind. The signals are blocked in every
// thread, and one waits for them.
void StopOnSignal() {
  static sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([] {
    int received = 0;
    if (sigwait(&signals, &received) != 0) return;
    gauze::PrivateFolder::RemoveAll();
    std::fputs("\ngauze: stopped\n", stderr);
    _exit(128 + received);
  }).detach();
}

}  // namespace

int main(int argc, char** argv) {
  // Large blocks go back to the system when they are freed: --memory is about what is held.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
  StopOnSignal();
  CLI::App app(
      "Gauze turns a private table into a release that can be shared, and proves what it "
      "did.",
      "gauze");
  app.set_version_flag("--version", gauze::kVersion);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 success, 1 a promise does not hold, 2 the policy or the data is wrong,\n"
      "3 the run could not be done (memory, disk, permission), 130 stopped by Ctrl-C.");
  gauze::cli::Commands commands(app);
  gauze::cli::AddProfile(commands);
  gauze::cli::AddInit(commands);
  gauze::cli::AddCheck(commands);
  gauze::cli::AddPlan(commands);
  gauze::cli::AddRisk(commands);
  gauze::cli::AddCompare(commands);
  gauze::cli::AddRun(commands);
  gauze::cli::AddVerify(commands);
  gauze::cli::AddMeasure(commands);
  gauze::cli::AddExplain(commands);
  gauze::cli::AddAttack(commands);
  gauze::cli::AddReport(commands);
  gauze::cli::AddAppend(commands);
  gauze::cli::AddLedger(commands);
  gauze::cli::AddInterpret(commands);
  gauze::cli::AddHierarchy(commands);
  gauze::cli::AddChoice(commands);
  gauze::cli::AddVault(commands);
  gauze::cli::AddBundle(commands);
  gauze::cli::AddStudio(commands);
  gauze::cli::AddDoctor(commands);
  gauze::cli::AddDescribe(commands);
  gauze::cli::AddCompletion(commands);
  gauze::cli::AddManual(commands);
  if (argc == 1) return gauze::cli::FirstSteps();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool asked = error.get_exit_code() == 0;  // for help or the version
    if (asked && !gauze::cli::NamesNoCommand(app, argc, argv)) return app.exit(error);
    return gauze::cli::Report(gauze::cli::WrongUsage(app, argc, argv, error),
                              std::count(argv, argv + argc, std::string_view("--json")) > 0);
  }
  return commands.Execute();
}
