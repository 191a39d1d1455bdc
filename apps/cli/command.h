#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "gauze/base/counted.h"
#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/release/manifest/manifest.h"

// A command of the program is one file with one function that adds it to the parser. It names no
// model, measure or transform: those come from their descriptors.

namespace gauze::cli {

// Flags that every command has.
struct Common {
  bool json = false;
  bool quiet = false;
  unsigned threads = 0;
};

// What a command gives back: the exit code, after it has printed its own result.
using Action = std::function<Result<int>(Progress& progress)>;

// Adds a subcommand with the common flags; `action` runs if it is the one that was called.
class Commands {
 public:
  explicit Commands(CLI::App& app) : app_(app) {}

  CLI::App* Add(const std::string& name, const std::string& summary, Action action,
                CLI::App* parent = nullptr);
  CLI::App& app() { return app_; }
  Common& common() { return common_; }
  // Runs what the user called.
  int Execute();

 private:
  CLI::App& app_;
  Common common_;
  Action chosen_;
};

void AddRun(Commands& commands);
void AddCompare(Commands& commands);
void AddPlan(Commands& commands);
void AddRisk(Commands& commands);
void AddCheck(Commands& commands);
void AddExplain(Commands& commands);
void AddInit(Commands& commands);
void AddProfile(Commands& commands);
void AddVerify(Commands& commands);
void AddMeasure(Commands& commands);
void AddAttack(Commands& commands);
void AddAppend(Commands& commands);
void AddLedger(Commands& commands);
void AddInterpret(Commands& commands);
void AddHierarchy(Commands& commands);
void AddChoice(Commands& commands);
void AddVault(Commands& commands);
void AddStudio(Commands& commands);
void AddDoctor(Commands& commands);
void AddDescribe(Commands& commands);  // models, schema, version
void AddCompletion(Commands& commands);
// After all others: they can be asked for.
void AddManual(Commands& commands);

// Prints an error, as text on standard error or as JSON on standard output, and returns its code.
int Report(const Error& error, bool json);
// A file that must be new is there already.
Status RefuseExisting(const std::string& file);
// JSON to standard output, indented.
void PrintJson(const Json& json);

}  // namespace gauze::cli
