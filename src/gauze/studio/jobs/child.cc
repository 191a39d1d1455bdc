#include "gauze/studio/jobs/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>

namespace gauze::studio {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostErrors = 16U << 10U;
constexpr int kProgressDescriptor = 3;
constexpr int kPollMilliseconds = 100;
constexpr std::chrono::seconds kPatience{10};
constexpr const char* kProgressName = "GAUZE_PROGRESS_FD=";

struct Pipe {
  OpenFile read;
  OpenFile write;
};

Result<Pipe> MakePipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return ResourceError("a job cannot be started", "", "too many files are open: end other jobs");
  }
  return Pipe{OpenFile(ends[0]), OpenFile(ends[1])};
}

// After fork() in a process with threads only what is safe in a signal handler may be called.
[[noreturn]] void Become(const char* program, char* const* arguments, char* const* environment,
                         const char* folder, pid_t parent, const std::array<int, 4>& descriptors) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);  // it was too late
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (chdir(folder) != 0) _exit(127);
  // First to places above all that they may go to: none is overwritten before it is copied.
  std::array<int, 4> high{};
  for (std::size_t i = 0; i < high.size(); ++i) {
    high[i] = fcntl(descriptors[i], F_DUPFD, 10);
    if (high[i] < 0) _exit(127);
  }
  for (std::size_t i = 0; i < high.size(); ++i) {
    if (dup2(high[i], static_cast<int>(i)) < 0) _exit(127);
  }
  // Sockets and files of ours are none of its business.
  close_range(kProgressDescriptor + 1, ~0U, 0);
  execve(program, arguments, environment);
  _exit(127);
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// What there is to read; false at the end.
bool ReadSome(int descriptor, std::string& text, std::size_t most) {
  std::array<char, 1U << 16U> buffer{};
  const ssize_t got = read(descriptor, buffer.data(), buffer.size());
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  if (got == 0) return false;
  text.append(buffer.data(),
              std::min(static_cast<std::size_t>(got), most - std::min(most, text.size())));
  return true;
}

void TakeLines(std::string& text, const std::function<void(std::string_view)>& take) {
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    take(std::string_view(text).substr(begin, end - begin));
  }
  text.erase(0, begin);
}

}  // namespace

std::string ThisProgram() {
  const char* launcher = std::getenv("GAUZE_LAUNCHER");
  return launcher != nullptr && *launcher == '/' ? launcher : "/proc/self/exe";
}

Result<Child> Child::Start(const Options& options) {
  GAUZE_ASSIGN(Pipe output, MakePipe());
  GAUZE_ASSIGN(Pipe errors, MakePipe());
  GAUZE_ASSIGN(Pipe progress, MakePipe());
  const OpenFile nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  std::vector<std::string> words{"gauze"};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with(kProgressName)) variables.emplace_back(*variable);
  }
  variables.push_back(kProgressName + std::to_string(kProgressDescriptor));
  const std::vector<char*> arguments = Pointers(words);
  const std::vector<char*> environment = Pointers(variables);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    Become(options.program.c_str(), arguments.data(), environment.data(), options.folder.c_str(),
           parent, {nothing.get(), output.write.get(), errors.write.get(), progress.write.get()});
  }
  if (pid < 0) {
    return ResourceError("a job cannot be started", "", "too many programs run: end other jobs");
  }
  return Child(pid, std::move(output.read), std::move(errors.read), std::move(progress.read));
}

Child::Ended Child::Wait(const std::atomic<bool>& cancelled,
                         const std::function<void(std::string_view line)>& on_progress) {
  Ended ended;
  std::string lines;
  struct Source {
    int descriptor;
    std::string* text;
    std::size_t most;
  };
  std::vector<Source> open{{output_.get(), &ended.output, kMostOutput},
                           {errors_.get(), &ended.errors, kMostErrors},
                           {progress_.get(), &lines, kMostErrors}};
  std::optional<Clock::time_point> interrupted;
  while (!open.empty()) {
    std::vector<pollfd> waits;
    for (const Source& source : open) waits.push_back({source.descriptor, POLLIN, 0});
    poll(waits.data(), waits.size(), kPollMilliseconds);
    for (std::size_t i = waits.size(); i-- > 0;) {
      if (waits[i].revents == 0) continue;
      if (!ReadSome(open[i].descriptor, *open[i].text, open[i].most)) {
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    TakeLines(lines, on_progress);
    if (!cancelled) continue;
    if (!interrupted) {
      interrupted = Clock::now();
      kill(pid_, SIGINT);
    } else if (Clock::now() - *interrupted > kPatience) {
      kill(pid_, SIGKILL);
    }
  }
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  ended.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return ended;
}

}  // namespace gauze::studio
