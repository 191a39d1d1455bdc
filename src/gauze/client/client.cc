#include "gauze/client/client.h"

#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <thread>
#include <utility>

#include "gauze/base/file.h"
#include "gauze/base/json.h"

namespace gauze {
namespace {

constexpr int kAttempts = 3;
constexpr unsigned kLongestPause = 5;  // seconds

// What to do about a refusal.
const std::map<std::string_view, std::string_view> kHints = {
    {"support", "ask about more rows: a wider range, or more values in a set"},
    {"difference", "it is too close to earlier questions, by anyone: ask something else"},
    {"budget_project", "the data officer can raise the project's budget"},
    {"budget_value", "ask about other values, or ask the data officer to raise the budget"},
    {"right", "ask the data officer to grant the release and its columns to the project"},
    {"role", "this needs a role that the token does not have"},
    {"token", "get a new token; they expire"},
    {"unknown_column", "columns are named as in the release"},
    {"unknown_value", "values are written as the release shows them"},
    {"malformed", "for example: education = ~k3x9q2m7ta & age in [2.1, 2.6] -> salary"},
};

std::string NewKey() {
  std::array<unsigned char, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::string key;
  for (const unsigned char byte : bytes) key += fmt::format("{:02x}", byte);
  return key;
}

bool IsLater(unsigned code) { return code == 429 || code == 503; }

Result<nlohmann::json> BodyOf(const Interpretation& asked) {
  nlohmann::json body = {{"project", asked.project}, {"release", asked.release}};
  if (asked.tree.empty()) {
    body["question"] = asked.question;
    return body;
  }
  body["tree"] = ParseJson<nlohmann::json>(asked.tree);
  if (body["tree"].is_discarded()) {
    return InputError("the tree is not JSON", "",
                      "docs/interpretation.md shows the form of a tree");
  }
  return body;
}

}  // namespace

Error ErrorOf(const Reply& reply) {
  const auto problem = ParseJson<nlohmann::json>(reply.body);
  const auto text = [&](const char* key) -> std::string {
    if (!problem.is_object() || !problem.contains(key) || !problem[key].is_string()) return "";
    return problem[key].get<std::string>();
  };
  const std::string reason = text("reason");
  std::string detail = text("detail");
  if (detail.empty()) detail = fmt::format("HTTP status {}", reply.code);
  Error error{.code = ErrorCode::kInput};
  if (reply.code == 403) {
    error.code = ErrorCode::kPromise;
    error.message = fmt::format("refused ({}): {}", reason, detail);
  } else if (IsLater(reply.code) || reply.code >= 500) {
    error.code = ErrorCode::kResource;
    error.message = fmt::format("the server cannot answer now: {}", detail);
    error.hint = "try again later";
  } else {
    error.message = fmt::format("the server rejected the request ({}): {}", reason, detail);
  }
  if (const auto hint = kHints.find(reason); hint != kHints.end()) error.hint = hint->second;
  return error;
}

Result<Json> Interpret(const ServerOptions& options, const Interpretation& asked) {
  GAUZE_ASSIGN(const ServerAddress address, ParseServerAddress(options.server));
  GAUZE_ASSIGN(const nlohmann::json body, BodyOf(asked));
  const Post post{
      .path = asked.tree.empty() ? "/v1/interpretations" : "/v1/trees",
      .token = options.token,
      .idempotency_key = NewKey(),
      .body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
      .ca_file = options.ca_file,
  };
  for (int attempt = 1;; ++attempt) {
    auto reply = Exchange(address, post);
    if (reply && reply->code == 200) {
      auto answer = ParseJson(reply->body);
      if (answer.is_object() && answer.contains("answer")) return answer;
      return ResourceError("the answer does not come from gauzed", address.Host(),
                           "is this the address of the trusted server?");
    }
    const bool again = !reply || IsLater(reply->code);
    if (!again || attempt == kAttempts) {
      return tl::unexpected(reply ? ErrorOf(*reply) : std::move(reply.error()));
    }
    const unsigned pause = reply ? reply->retry_after.value_or(1) : 1;
    std::this_thread::sleep_for(std::chrono::seconds(std::min(pause, kLongestPause)));
  }
}

Result<std::string> ReadToken(const std::string& file) {
  GAUZE_ASSIGN(std::string token, ReadFile(file));
  struct stat facts{};
  if (stat(file.c_str(), &facts) == 0 && (facts.st_mode & S_IROTH) != 0) {
    return InputError("the token is readable by other users", file, "chmod 600 it");
  }
  while (!token.empty() && (token.back() == '\n' || token.back() == '\r')) token.pop_back();
  const auto visible = [](char byte) { return byte > ' ' && byte < 0x7F; };
  if (token.empty() || !std::ranges::all_of(token, visible)) {
    return InputError("this is not a token", file, "one line, as the identity provider gave it");
  }
  return token;
}

}  // namespace gauze
