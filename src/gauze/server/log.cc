#include "gauze/server/log.h"

#include <unistd.h>

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

}  // namespace gauze::server
