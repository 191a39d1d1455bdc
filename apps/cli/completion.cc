#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command.h"
#include "usage.h"

// Completions are made from the parser itself, so that they never miss a command or an option.

namespace gauze::cli {
namespace {

std::vector<std::string> Words(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::App* command : CommandsOf(app)) words.push_back(command->get_name());
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  }
  return words;
}

std::string Bash(const CLI::App& app) {
  std::string cases;
  for (const CLI::App* command : CommandsOf(app)) {
    // The first that fits counts: commands of a command come before it.
    for (const CLI::App* nested : CommandsOf(*command)) {
      cases += fmt::format("    \"{} {}\") words=\"{}\" ;;\n", command->get_name(),
                           nested->get_name(), fmt::join(Words(*nested), " "));
    }
    cases += fmt::format("    \"{} \"*) words=\"{}\" ;;\n", command->get_name(),
                         fmt::join(Words(*command), " "));
  }
  return fmt::format(
      "_gauze() {{\n"
      "  local words=\"{}\"\n"
      "  local second=\"\"\n"
      "  if [ \"$COMP_CWORD\" -gt 2 ]; then second=\"${{COMP_WORDS[2]}}\"; fi\n"
      "  case \"${{COMP_WORDS[1]}} $second\" in\n{}  esac\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then words=\"{}\"; fi\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"${{COMP_WORDS[COMP_CWORD]}}\"))\n"
      "}}\n"
      "complete -o default -F _gauze gauze\n",
      fmt::join(Words(app), " "), cases, fmt::join(Words(app), " "));
}

std::string Fish(const CLI::App& app) {
  std::string text;
  for (const CLI::App* command : CommandsOf(app)) {
    text += fmt::format("complete -c gauze -n __fish_use_subcommand -a {} -d \"{}\"\n",
                        command->get_name(), command->get_description());
    for (const CLI::App* nested : CommandsOf(*command)) {
      text +=
          fmt::format("complete -c gauze -n \"__fish_seen_subcommand_from {}\" -a {} -d \"{}\"\n",
                      command->get_name(), nested->get_name(), nested->get_description());
      for (const CLI::Option* option : nested->get_options()) {
        for (const std::string& name : option->get_lnames()) {
          text += fmt::format(
              "complete -c gauze -n \"__fish_seen_subcommand_from {}; and "
              "__fish_seen_subcommand_from {}\" -l {}\n",
              command->get_name(), nested->get_name(), name);
        }
      }
    }
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        text += fmt::format("complete -c gauze -n \"__fish_seen_subcommand_from {}\" -l {}\n",
                            command->get_name(), name);
      }
    }
  }
  return text;
}

}  // namespace

void AddCompletion(Commands& commands) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command =
      commands.Add("completion", "print shell completions: source <(gauze completion bash)",
                   [shell, &commands](Progress& /*progress*/) -> Result<int> {
                     std::string text;
                     if (*shell == "fish") {
                       text = Fish(commands.app());
                     } else {
                       // zsh reads bash's completions through its own bridge.
                       if (*shell == "zsh") text = "autoload -U +X bashcompinit && bashcompinit\n";
                       text += Bash(commands.app());
                     }
                     std::fputs(text.c_str(), stdout);
                     return 0;
                   });
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
}

}  // namespace gauze::cli
