#include "usage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "gauze/base/text/suggest.h"

namespace gauze::cli {

std::vector<const CLI::App*> CommandsOf(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_name().empty(); });
}

namespace {

std::vector<std::string> NamesOf(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return names;
}

// The command that the first words name, down to the last: of `hierarchy check x`, check.
struct NamedCommand {
  const CLI::App* app;
  std::string words;  // "gauze hierarchy check"
  int next = 1;       // the argument after them
};

NamedCommand FindCommand(const CLI::App& app, int argc, char** argv) {
  NamedCommand named{&app, "gauze"};
  while (named.next < argc) {
    const auto commands = CommandsOf(*named.app);
    const auto found = std::ranges::find(commands, argv[named.next], &CLI::App::get_name);
    if (found == commands.end()) break;
    named = {*found, fmt::format("{} {}", named.words, argv[named.next]), named.next + 1};
  }
  return named;
}

std::vector<std::string> OptionsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// An option that the command does not have, without what follows its equals sign; empty if there
// is none.
std::string UnknownOption(const CLI::App& app, int argc, char** argv) {
  const auto known = OptionsOf(app);
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--") break;
    const std::string option(word.substr(0, word.find('=')));
    if (option.starts_with("--") && std::ranges::find(known, option) == known.end()) return option;
  }
  return "";
}

}  // namespace

bool NamesNoCommand(const CLI::App& app, int argc, char** argv) {
  const NamedCommand named = FindCommand(app, argc, argv);
  return named.next < argc && argv[named.next][0] != '-' && !CommandsOf(*named.app).empty() &&
         named.app->get_require_subcommand_min() > 0;
}

Error WrongUsage(const CLI::App& app, int argc, char** argv, const CLI::ParseError& problem) {
  const NamedCommand command = FindCommand(app, argc, argv);
  const auto is = [&](CLI::ExitCodes kind) {
    return problem.get_exit_code() == static_cast<int>(kind);
  };
  const auto wrong = [&](std::string message, std::string hint) {
    if (hint.empty()) hint = fmt::format("{} --help shows what it takes", command.words);
    return Error{ErrorCode::kInput, std::move(message), "", std::move(hint)};
  };
  const auto commands = NamesOf(CommandsOf(*command.app));
  const std::string& name = command.app->get_name();
  if (NamesNoCommand(app, argc, argv)) {
    const char* word = argv[command.next];
    return wrong(command.app == &app ? fmt::format("there is no command \"{}\"", word)
                                     : fmt::format("{} has no command \"{}\"", name, word),
                 DidYouMean(word, commands));
  }
  if (is(CLI::ExitCodes::RequiredError) && !commands.empty()) {
    return wrong(fmt::format("{} needs a command", name),
                 command.app == &app ? "" : fmt::format("one of {}", fmt::join(commands, ", ")));
  }
  if (!is(CLI::ExitCodes::ExtrasError)) {
    Error error = wrong(problem.what(), "");
    // CLI11 names the argument, and not whose it is.
    if (command.app != &app) error.where = command.words.substr(std::strlen("gauze "));
    return error;
  }
  if (const auto option = UnknownOption(*command.app, argc, argv); !option.empty()) {
    return wrong(fmt::format("{} has no option {}", name, option),
                 DidYouMean(option, OptionsOf(*command.app)));
  }
  return wrong(fmt::format("{} takes fewer arguments", name), "");
}

int FirstSteps() {
  fmt::print(
      "Gauze turns a private table into a release that can be shared, and proves what it did.\n"
      "\n"
      "  gauze doctor                        is this machine fit for it?\n"
      "  gauze studio                        all of it in the browser, on this machine alone\n"
      "  gauze init data.csv -o policy.yaml  a first policy for a table: decide its roles\n"
      "  gauze check policy.yaml             is anything wrong with the policy or the table?\n"
      "  gauze run policy.yaml               make the release, verify it, publish it\n"
      "  gauze verify RELEASE                does it, or any other file, keep its promises?\n"
      "\n"
      "All commands: gauze --help. What one takes: gauze COMMAND --help.\n");
  return static_cast<int>(ErrorCode::kInput);
}

}  // namespace gauze::cli
