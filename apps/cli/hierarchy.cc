#include "hierarchy.h"

#include <fmt/format.h>

#include "gauze/release/prepare/hierarchies.h"
#include "gauze/taxonomy/read.h"
#include "policy_options.h"

namespace gauze::cli {
namespace {

void PrintTree(const Taxonomy& taxonomy) {
  std::vector<std::pair<NodeId, int>> pending = {{Taxonomy::kRoot, 0}};
  while (!pending.empty()) {
    const auto [node, depth] = pending.back();
    pending.pop_back();
    fmt::print("{:{}}{}\n", "", depth * 2, taxonomy[node].label);
    const auto& children = taxonomy[node].children;
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      pending.emplace_back(*child, depth + 1);
    }
  }
}

void AddHierarchyCheck(Commands& commands, CLI::App* parent) {
  auto options = std::make_shared<HierarchyCheck>();
  CLI::App* command = commands.Add(
      "check", "check a hierarchy file, and whether it or a library covers a column",
      [options, &commands](Progress& /*progress*/) -> Result<int> {
        GAUZE_ASSIGN(const HierarchyReport report, CheckHierarchy(*options));
        if (commands.common().json) {
          PrintJson(
              {{"leaves", report.leaves}, {"nodes", report.nodes}, {"height", report.height}});
        } else {
          fmt::print("ok: {}, {}, {} above the leaves\n", Counted(report.leaves, "leaf", "leaves"),
                     Counted(report.nodes, "node", "nodes"),
                     Counted(report.height, "level", "levels"));
        }
        return 0;
      },
      parent);
  command->add_option("file", options->file, "the hierarchy")->type_name("FILE");
  command->add_option("--library", options->library, "a library instead of a file")
      ->type_name("NAME");
  command->add_option("--data", options->data, "a CSV or Parquet file to cover")->type_name("FILE");
  command->add_option("--column", options->column, "the column of that file")->type_name("NAME");
  command
      ->add_option("--marker", options->markers,
                   "a spelling that stands for a missing value; may be given several times")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  command
      ->add_option("--missing", options->missing,
                   "write the values that are not covered to this file, which only you can read")
      ->type_name("FILE");
}

void AddHierarchyBuild(Commands& commands, CLI::App* parent) {
  struct Options {
    std::string policy;
    std::string column;
    std::string folder;
    bool show = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = commands.Add(
      "build", "print the hierarchy that a policy gives a column, as CSV to edit and keep",
      [options, &commands](Progress& /*progress*/) -> Result<int> {
        PolicyText policy{.file = options->policy, .text = std::nullopt};
        if (!options->folder.empty()) GAUZE_TRY(StartFrom(options->folder, policy));
        if (options->show) {
          GAUZE_ASSIGN(const Json tree, ShowHierarchy(policy, options->column));
          if (commands.common().json) {
            PrintJson({{"tree", tree}});
          } else {
            PrintCountedTree(tree, "");
          }
          return 0;
        }
        GAUZE_ASSIGN(const Taxonomy taxonomy, BuildHierarchy(policy, options->column));
        const std::string csv = WriteTaxonomyCsv(taxonomy);
        if (commands.common().json) {
          PrintJson({{"csv", csv}});
        } else {
          std::fputs(csv.c_str(), stdout);
        }
        return 0;
      },
      parent);
  command->add_option("policy", options->policy, "the policy file")->required()->type_name("FILE");
  command->add_option("column", options->column, "the column")->required()->type_name("NAME");
  command->add_flag("--show", options->show, "print it as a tree, with the rows of every node");
  AddFolderOption(command, options->folder);
}

void AddHierarchyShow(Commands& commands, CLI::App* parent) {
  auto file = std::make_shared<std::string>();
  CLI::App* command = commands.Add(
      "show", "print a hierarchy file as a tree",
      [file, &commands](Progress& /*progress*/) -> Result<int> {
        GAUZE_ASSIGN(const Taxonomy taxonomy, ReadTaxonomy(*file));
        if (commands.common().json) {
          PrintJson({{"csv", WriteTaxonomyCsv(taxonomy)}});
        } else {
          PrintTree(taxonomy);
        }
        return 0;
      },
      parent);
  command->add_option("file", *file, "the hierarchy")->required()->type_name("FILE");
}

}  // namespace

void AddHierarchy(Commands& commands) {
  CLI::App* parent = commands.app().add_subcommand(
      "hierarchy", "check, build, show or suggest the hierarchy of a column");
  parent->require_subcommand(1);
  AddHierarchyCheck(commands, parent);
  AddHierarchyBuild(commands, parent);
  AddHierarchyShow(commands, parent);
  AddHierarchySuggest(commands, parent);
}

}  // namespace gauze::cli
