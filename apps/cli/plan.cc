#include "gauze/release/compare/plan.h"

#include <fmt/format.h>

#include <cmath>

#include "command.h"
#include "gauze/base/json.h"
#include "gauze/release/files/memory_budget.h"
#include "policy_options.h"

namespace gauze::cli {
namespace {

void PrintTradeOff(const Json& trade_off) {
  if (trade_off.is_null()) return;
  fmt::print("  what k costs, on the first {}\n",
             Counted(trade_off["rows"].get<std::uint64_t>(), "row", "rows"));
  for (const Json& point : trade_off["k"]) {
    fmt::print("    k = {:<5}", point["k"].get<std::uint64_t>());
    for (const auto& [name, cost] : point.items()) {
      if (name != "k") fmt::print("  {} {:.4f}", name, cost.get<double>());
    }
    fmt::print("{}\n", point["k"] == trade_off["proposed"] ? "  <- least in total" : "");
  }
}

void PrintPlan(const Json& report) {
  const Json& planned = report["planned"];
  constexpr double kMiB = 1024.0 * 1024;
  fmt::print("{}, {}{} distinct\n", Counted(planned["rows"].get<std::uint64_t>(), "row", "rows"),
             planned["estimated"].get<bool>() ? "about " : "",
             Grouped(planned["tuples"].get<std::uint64_t>()));
  fmt::print("  {}: {}\n", planned["route"].get<std::string>(), planned["why"].get<std::string>());
  fmt::print("  {} mode, {:.0f} MiB of memory, {:.0f} MiB of disk, about {:.0f} s\n",
             planned["mode"].get<std::string>(), planned["memory_bytes"].get<double>() / kMiB,
             planned["disk_bytes"].get<double>() / kMiB,
             std::ceil(planned["seconds"].get<double>()));
  fmt::print("  {} takes most of the time\n", planned["drives_the_time"].get<std::string>());
  if (planned.contains("missing_bytes")) {
    fmt::print("  does not fit: give --memory {:.0f} MiB more\n",
               std::ceil(planned["missing_bytes"].get<double>() / kMiB));
  }
  fmt::print("  at most k = {}\n", Grouped(report["largest"]["k"].get<std::uint64_t>()));
  if (report["largest"].contains("l")) {
    for (const auto& [column, l] : report["largest"]["l"].items()) {
      fmt::print("  {}: at most l = {} (distinct), {:.2f} (frequency)", column,
                 l["distinct"].get<std::uint64_t>(), l["frequency"].get<double>());
      if (l.contains("entropy")) fmt::print(", {:.2f} (entropy)", l["entropy"].get<double>());
      fmt::print("\n");
    }
  }
  const Json& dearest = report["drives_the_loss"];
  fmt::print("  {} drives the loss\n", dearest["column"].get<std::string>());
  PrintTradeOff(report["trade_off"]);
}

}  // namespace

void AddPlan(Commands& commands) {
  auto options = std::make_shared<RunOptions>();
  auto memory = std::make_shared<std::string>();
  CLI::App* command =
      commands.Add("plan", "estimate memory, disk and time of a run, and what the promises allow",
                   [options, memory, &commands](Progress& progress) -> Result<int> {
                     options->threads = commands.common().threads;
                     if (!memory->empty()) {
                       GAUZE_ASSIGN(options->memory, ParseBytes(*memory));
                     }
                     GAUZE_ASSIGN(const Json report, PlanRun(*options, progress));
                     progress.Done();
                     if (commands.common().json) {
                       PrintJson(report);
                     } else {
                       PrintPlan(report);
                     }
                     return 0;
                   });
  AddPolicyOptions(command, *options);
  AddResourceOptions(command, *options, *memory);
}

}  // namespace gauze::cli
