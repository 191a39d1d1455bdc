#include "gauze/base/json.h"
#include "gauze/http/problem.h"
#include "gauze/studio/endpoints/endpoints.h"

namespace gauze::studio {

http::Response Answer(const Json& json, unsigned code) {
  http::Response response;
  response.code = code;
  // Names of files may hold bytes that are no UTF-8.
  response.body = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return response;
}

http::Response Refused(unsigned code, const char* reason, const Error& error) {
  http::Response response = http::Problem(code, reason, "");
  Json problem = ParseJson(response.body);
  problem["detail"] = error.message;
  if (!error.where.empty()) problem["place"] = error.where;
  if (!error.hint.empty()) problem["hint"] = error.hint;
  response.body = problem.dump(-1, ' ', false, Json::error_handler_t::replace);
  return response;
}

}  // namespace gauze::studio
