#pragma once

#include <sys/types.h>

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/studio/folder/folder.h"

namespace gauze::studio {

// This program, even if its file was replaced meanwhile; or the script that started it with
// libraries of its own, which GAUZE_LAUNCHER names (packaging/launcher).
std::string ThisProgram();

// A program that runs beside this one: arguments as they are, never a shell. It ends with the
// thread that has started it, however that ends. What it prints is kept; progress comes as lines on
// a descriptor of its own, whose number is in GAUZE_PROGRESS_FD.
class Child {
 public:
  struct Options {
    std::string program = ThisProgram();
    std::vector<std::string> arguments;  // without the program's name
    std::string folder;                  // where it works
  };
  struct Ended {
    int code = 0;        // as a shell says it: 128 + n for signal n
    std::string output;  // standard output; nothing more is kept beyond kMostOutput
    std::string errors;  // the first kilobytes of standard error
  };
  static constexpr std::size_t kMostOutput = 256U << 20U;

  static Result<Child> Start(const Options& options);

  // Until it ends; once, by the thread that has started it. When `cancelled` becomes true the child
  // is interrupted, and killed if it has not ended ten seconds later.
  Ended Wait(const std::atomic<bool>& cancelled,
             const std::function<void(std::string_view line)>& on_progress);

 private:
  Child(pid_t pid, OpenFile output, OpenFile errors, OpenFile progress)
      : pid_(pid),
        output_(std::move(output)),
        errors_(std::move(errors)),
        progress_(std::move(progress)) {}

  pid_t pid_;
  OpenFile output_;
  OpenFile errors_;
  OpenFile progress_;
};

}  // namespace gauze::studio
