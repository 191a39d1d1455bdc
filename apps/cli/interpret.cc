#include <fmt/format.h>

#include <algorithm>

#include "command.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/client/client.h"

namespace gauze::cli {
namespace {

struct Options {
  ServerOptions server;
  Interpretation asked;
  std::string token_file;
  std::string tree_file;
};

std::string Persons(const Json& number) {
  return Counted(number.get<std::uint64_t>(), "person", "people");
}

// "412 people", or why it does not say how many.
std::string Support(const Json& node) {
  if (node.contains("support")) return Persons(node["support"]);
  const char* key = node.contains("refused") ? "refused" : "withheld";
  return fmt::format("{} ({})", key, node.value(key, ""));
}

void PrintTarget(const Json& target, const std::string& indent) {
  if (target.contains("withheld")) {
    fmt::print("{}withheld ({})\n", indent, target["withheld"].get<std::string>());
  }
  if (target.contains("persons")) {
    fmt::print("{}holds for {}, {:.1f} %\n", indent, Persons(target["persons"]),
               100 * target["confidence"].get<double>());
  }
  if (!target.contains("values")) return;
  for (const auto& value : target["values"]) {
    fmt::print("{}{:<24} {:>12}\n", indent, value["value"].get<std::string>(),
               Grouped(value["persons"].get<std::uint64_t>()));
  }
  const auto other = target["other"].get<std::uint64_t>();
  if (other > 0) fmt::print("{}{:<24} {:>12}\n", indent, "(other)", Grouped(other));
}

std::string TestText(const Json& node) {
  const std::string column = node["column"].get<std::string>();
  if (node.contains("threshold")) {
    const char* sign = node.value("threshold_open", false) ? "<" : "<=";
    return fmt::format("{} {} {}", column, sign, node["threshold"].get<double>());
  }
  std::string values;
  for (const auto& value : node["values"]) {
    values += (values.empty() ? "" : ", ") + value.get<std::string>();
  }
  return fmt::format("{} in {{{}}}", column, values);
}

void PrintNode(const Json& node, const std::string& label, const std::string& indent) {
  const bool leaf = node.contains("predicts");
  const std::string says =
      leaf ? "predicts " + node["predicts"].get<std::string>() : TestText(node) + "?";
  fmt::print("{}{}{}  [{}]\n", indent, label, says, Support(node));
  if (leaf) {
    if (node.contains("distribution")) PrintTarget(node["distribution"], indent + "    ");
    return;
  }
  PrintNode(node["yes"], "yes: ", indent + "  ");
  PrintNode(node["no"], "no:  ", indent + "  ");
}

void PrintAnswer(const Json& reply) {
  const auto& answer = reply["answer"];
  if (answer.contains("root")) {
    PrintNode(answer["root"], "", "");
  } else {
    fmt::print("{}\n{}\n", answer["means"].get<std::string>(), Support(answer));
    if (answer.contains("target")) PrintTarget(answer["target"], "  ");
  }
  fmt::print("entry {} of the server's log{}\n", reply["number"].get<std::uint64_t>(),
             reply.value("repeat", false) ? "; asked before, cost nothing" : "");
}

}  // namespace

void AddInterpret(Commands& commands) {
  auto options = std::make_shared<Options>();
  CLI::App* command = commands.Add(
      "interpret", "ask a trusted server what a rule, a distribution or a tree means",
      [options, &commands](Progress& progress) -> Result<int> {
        if (options->asked.question.empty() == options->tree_file.empty()) {
          return InputError("give either a question or --tree", "",
                            "for example: gauze interpret 'education = ~k3x9q2m7ta -> salary' …");
        }
        GAUZE_ASSIGN(options->server.token, ReadToken(options->token_file));
        if (!options->tree_file.empty()) {
          GAUZE_ASSIGN(options->asked.tree, ReadFile(options->tree_file));
        }
        GAUZE_ASSIGN(const Json reply, Interpret(options->server, options->asked));
        progress.Done();
        if (commands.common().json) {
          PrintJson(reply);
        } else {
          PrintAnswer(reply);
        }
        return 0;
      });
  command->add_option("question", options->asked.question,
                      "e.g. 'education = ~k3x9q2m7ta & age in [2.1, 2.6] -> salary'");
  command->add_option("--tree", options->tree_file, "a decision tree instead, as JSON")
      ->type_name("FILE");
  command
      ->add_option("--server", options->server.server,
                   "https://host[:port][/path], or unix:/path of a socket")
      ->required()
      ->type_name("ADDRESS");
  command
      ->add_option("--token-file", options->token_file,
                   "file with your token, readable by you only")
      ->required()
      ->type_name("FILE");
  command->add_option("--project", options->asked.project, "the project that asks")
      ->required()
      ->type_name("NAME");
  command->add_option("--release", options->asked.release, "the release, as its manifest names it")
      ->required()
      ->type_name("ID");
  command->add_option("--ca", options->server.ca_file, "certificates of a private authority (PEM)")
      ->type_name("FILE");
}

}  // namespace gauze::cli
