#include "gauze/http/problem.h"

#include "gauze/base/json.h"

namespace gauze::http {

std::string_view StatusTitle(unsigned code) {
  switch (code) {
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

Response Problem(unsigned code, std::string_view reason, std::string_view detail) {
  Response response;
  response.code = code;
  response.content_type = "application/problem+json";
  response.body = Json{
      {"type", "about:blank"},
      {"title", StatusTitle(code)},
      {"status", code},
      {"reason", reason},
      {"detail",
       detail}}.dump();
  return response;
}

Response ProblemLater(unsigned code, std::string_view reason, std::string_view detail,
                      unsigned seconds) {
  Response response = Problem(code, reason, detail);
  response.headers.emplace_back("Retry-After", std::to_string(seconds));
  return response;
}

}  // namespace gauze::http
