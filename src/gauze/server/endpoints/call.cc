#include "gauze/server/endpoints/call.h"

#include "gauze/http/problem.h"

namespace gauze::server {

Verdict Refused(unsigned code, std::string reason, std::string_view detail, std::string project) {
  http::Response response = http::Problem(code, reason, detail);
  return {std::move(response), "refused", std::move(reason), std::move(project)};
}

Verdict Done(std::string json, unsigned code, std::string project) {
  return {{code, "application/json", std::move(json), {}}, "done", "", std::move(project)};
}

Verdict Shown(std::string json) {
  return {{200, "application/json", std::move(json), {}}, "", "", ""};
}

}  // namespace gauze::server
