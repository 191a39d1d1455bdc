#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "gauze/base/error.h"

namespace gauze::cli {

// The commands of the program, or of one of its commands. A group of options is none.
std::vector<const CLI::App*> CommandsOf(const CLI::App& app);

// A word stands where a command is needed, and names none. CLI11 would print help all the same if
// it is asked for.
bool NamesNoCommand(const CLI::App& app, int argc, char** argv);

// What is wrong with the command line, and what to do: the command or option that was meant, or
// whose help to read.
Error WrongUsage(const CLI::App& app, int argc, char** argv, const CLI::ParseError& problem);

// For somebody who calls the program without a word: what to do first. Returns the exit code, which
// is that of a wrong command line: a script whose variable is empty must not take it for success.
int FirstSteps();

}  // namespace gauze::cli
