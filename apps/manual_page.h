#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

// Manual pages are made from the parser itself, like completions, so that they never miss a command
// or an option. For both programs.

namespace gauze {

namespace manual {

// Text that roff prints as it is.
inline std::string Roff(std::string_view text) {
  std::string roff;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) roff += "\\&";
    line_begins = c == '\n';
    if (c == '\\') {
      roff += "\\e";
    } else if (c == '-') {
      roff += "\\-";
    } else {
      roff += c;
    }
  }
  return roff;
}

inline std::vector<const CLI::App*> CommandsOf(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

inline std::string Options(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name(option->get_positional(), true);
    const std::string type = option->get_items_expected_max() == 0 ? "" : option->get_type_name();
    text += fmt::format(".TP\n\\fB{}\\fR \\fI{}\\fR\n{}\n", Roff(name), Roff(type),
                        Roff(option->get_description()));
  }
  return text;
}

// Words of the command line up to the arguments.
inline std::string Synopsis(const CLI::App& app, const std::string& words) {
  std::string text = fmt::format(".B {}\n[options]", Roff(words));
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional()) continue;
    const std::string name = Roff(option->get_name(true, false));
    text += option->get_required() ? fmt::format(" \\fI{}\\fR", name)
                                   : fmt::format(" [\\fI{}\\fR]", name);
  }
  if (!CommandsOf(app).empty()) text += " \\fIcommand\\fR";
  return text + "\n";
}

}  // namespace manual

// The page of a program, or of one of its commands: `words` are "gauze" or "gauze bundle",
// `section` is 1 or 8. Commands of a command are part of its page; those of a program have pages of
// their own if `pages`.
inline std::string ManualPage(const CLI::App& app, const std::string& words, int section,
                              const std::string& version, const std::string& footer, bool pages) {
  std::string name = words;
  std::ranges::replace(name, ' ', '-');
  std::string text = fmt::format(
      ".TH {} {} \"\" \"Gauze {}\" \"Gauze\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}"
      ".SH OPTIONS\n{}",
      manual::Roff(name), section, version, manual::Roff(name), manual::Roff(app.get_description()),
      manual::Synopsis(app, words), manual::Options(app));
  const auto commands = manual::CommandsOf(app);
  if (!commands.empty()) text += ".SH COMMANDS\n";
  for (const CLI::App* command : commands) {
    if (pages) {
      text +=
          fmt::format(".TP\n\\fB{}\\fR({})\n{}\n", manual::Roff(name + "-" + command->get_name()),
                      section, manual::Roff(command->get_description()));
      continue;
    }
    text += fmt::format(".SS {}\n{}.PP\n{}\n{}", manual::Roff(command->get_name()),
                        manual::Synopsis(*command, words + " " + command->get_name()),
                        manual::Roff(command->get_description()), manual::Options(*command));
  }
  return text + fmt::format(".SH EXIT STATUS\n{}\n", manual::Roff(footer));
}

}  // namespace gauze
