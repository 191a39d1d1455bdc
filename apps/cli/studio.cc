#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <thread>

#include "command.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/files/private_folder.h"
#include "gauze/studio/assets.h"
#include "gauze/studio/serve.h"

namespace gauze::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExampleFolder = "gauze-example";

// A browser on a private file that leads to the address: the arguments of a program can be read by
// everybody on this machine, and the address lets in whoever comes first.
Status OpenBrowser(const std::string& address, const Scratch& scratch) {
  std::string page = scratch.folder() + "/studio.html";
  GAUZE_TRY(WriteFile(page,
                      fmt::format("<!doctype html><meta http-equiv=\"refresh\" content=\"0; "
                                  "url={0}\"><a href=\"{0}\">Gauze studio</a>\n",
                                  address),
                      0600));
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
  }
  std::string program = "xdg-open";
  char* arguments[] = {program.data(), page.data(), nullptr};
  pid_t pid = 0;
  // Without it somebody opens the address by hand: it is printed.
  (void)posix_spawnp(&pid, program.c_str(), &files, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  return {};
}

void PrintAddress(const std::string& address, const std::string& folder, bool json) {
  if (json) {
    PrintJson({{"address", address}, {"folder", folder}});
  } else {
    fmt::print(
        "studio of {}\n  {}\nThe address opens once, in one browser. Enter prints a new one, "
        "Ctrl-C "
        "ends the studio.\n",
        folder, address);
  }
  std::fflush(stdout);
}

// A new address for every line that is typed. In the background reading fails, and that is that.
void PrintAddressesWhenAsked(const studio::Serving& serving, bool json) {
  std::thread([serving, json] {
    sigset_t reading;
    sigemptyset(&reading);
    sigaddset(&reading, SIGTTIN);
    pthread_sigmask(SIG_BLOCK, &reading, nullptr);
    for (int c = 0; (c = std::getchar()) != EOF;) {
      if (c == '\n') PrintAddress(serving.new_address(), serving.folder, json);
    }
  }).detach();
}

// The example's files in a folder of their own; those that are there already stay.
Result<std::string> WriteExample() {
  std::error_code error;
  fs::create_directory(kExampleFolder, error);
  std::string first;
  for (const studio::ExampleFile& file : studio::ExampleFiles()) {
    const std::string path = std::string(kExampleFolder) + "/" + std::string(file.name);
    if (first.empty()) first = path;
    if (!fs::exists(path, error)) GAUZE_TRY(WriteFile(path, file.text));
  }
  return first;
}

}  // namespace

void AddStudio(Commands& commands) {
  struct Options {
    studio::StudioOptions studio;
    bool no_browser = false;
    bool example = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = commands.Add(
      "studio", "work on a policy in the browser: roles, promises, runs, reports, sign-off",
      [options, &commands](Progress& progress) -> Result<int> {
        if (!options->studio.memory.empty()) GAUZE_TRY(ParseBytes(options->studio.memory));
        if (options->example) {
          GAUZE_ASSIGN(options->studio.path, WriteExample());
        }
        const bool json = commands.common().json;
        std::optional<Scratch> scratch;
        if (!options->no_browser) {
          GAUZE_ASSIGN(Scratch opened, Scratch::Open(fs::temp_directory_path().string()));
          scratch.emplace(std::move(opened));
        }
        GAUZE_TRY(studio::Serve(options->studio, [&](const studio::Serving& serving) {
          progress.Done();
          const std::string address = serving.new_address();
          PrintAddress(address, serving.folder, json);
          if (scratch) (void)OpenBrowser(address, *scratch);
          PrintAddressesWhenAsked(serving, json);
        }));
        if (!json) fmt::print("The studio has ended: no browser was there any more.\n");
        return 0;
      });
  auto* path =
      command->add_option("path", options->studio.path,
                          "a table, policy, release, bundle or ledger to open, or a folder");
  path->type_name("PATH");
  command
      ->add_option("--folder", options->studio.folder,
                   "folder that the studio may see (default: that of PATH, or the current one)")
      ->type_name("DIRECTORY");
  command->add_option("--port", options->studio.port, "port of 127.0.0.1 (default: a free one)")
      ->type_name("N");
  command->add_flag("--no-browser", options->no_browser, "only print the address");
  command
      ->add_option("--memory", options->studio.memory,
                   "memory that a job may take, e.g. 4GiB (default: four fifths of the machine's)")
      ->type_name("SIZE");
  command
      ->add_option("--idle", options->studio.idle_seconds,
                   "end when no browser was there and no job ran for this long; 0: never (default: "
                   "1800)")
      ->type_name("SECONDS");
  command
      ->add_flag("--example", options->example,
                 fmt::format("open an invented table, in the new folder {}", kExampleFolder))
      ->excludes(path);
}

}  // namespace gauze::cli
