#include "gauze/server/log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "gauze/base/json.h"

namespace gauze::server {

void Log(std::string_view level, std::string_view message,
         std::initializer_list<std::pair<std::string_view, std::string_view>> facts) {
  Json line{{"level", level}, {"message", message}};
  for (const auto& [name, value] : facts) line[std::string(name)] = value;
  const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  // One write a line; a log that can't be written must not stop the server.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

std::string UtcNow() {
  const auto now = std::chrono::system_clock::now();
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch());
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(now)),
                     micros.count() % 1'000'000);
}

}  // namespace gauze::server
