#include "gauze/studio/guard.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>

#include "gauze/base/error.h"
#include "gauze/http/problem.h"

namespace gauze::studio {
namespace {

constexpr std::string_view kTokenTarget = "/?token=";

std::string RandomWord() {
  Check(sodium_init() >= 0, "libsodium works");
  std::array<unsigned char, 32> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::string word(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(word.data(), word.size(), bytes.data(), bytes.size());
  word.pop_back();
  return word;
}

// Takes the same time whatever differs.
bool IsSame(std::string_view given, std::string_view secret) {
  return !secret.empty() && given.size() == secret.size() &&
         sodium_memcmp(given.data(), secret.data(), secret.size()) == 0;
}

// A person sees this one, in a browser.
http::Response NotAdmitted() {
  http::Response response;
  response.code = 401;
  response.content_type = "text/html; charset=utf-8";
  response.body =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Gauze studio</title>"
      "<h1>This address was used before</h1><p>An address of the studio opens it once, in one "
      "browser. In the terminal where <code>gauze studio</code> runs, press Enter: it prints a new "
      "one.</p></html>";
  return response;
}

}  // namespace

Guard::Guard(std::uint16_t port)
    : hosts_{fmt::format("127.0.0.1:{}", port), fmt::format("localhost:{}", port)},
      cookie_name_(fmt::format("gauze-studio-{}", port)),
      secret_(RandomWord()) {}

std::string Guard::NewToken() {
  const std::lock_guard lock(mutex_);
  token_ = RandomWord();
  return token_;
}

std::string Guard::Address(std::string_view token) const {
  return fmt::format("http://{}{}{}", hosts_.front(), kTokenTarget, token);
}

std::optional<http::Response> Guard::Stop(const http::Request& request) {
  if (std::ranges::find(hosts_, request.host) == hosts_.end()) {
    return http::Problem(421, "host", "this is not the address that the studio printed");
  }
  if (request.method == "GET" && request.target.starts_with(kTokenTarget)) return Admit(request);
  if (!HasCookie(request.cookie)) {
    if (request.method == "GET" && request.fetch_mode == "navigate") return NotAdmitted();
    return http::Problem(401, "cookie", "open the address that the studio printed");
  }
  if (!IsFromUs(request)) {
    return http::Problem(403, "origin", "this request does not come from a page of the studio");
  }
  return std::nullopt;
}

http::Response Guard::Admit(const http::Request& request) {
  const bool by_hand = request.fetch_site.empty() || request.fetch_site == "none";
  // A page elsewhere may lead here, as the private file does that is opened in a browser; it may
  // not ask and read the answer.
  if (!request.origin.empty() || (!by_hand && request.fetch_mode != "navigate")) {
    return http::Problem(403, "origin", "open the address in a window of its own");
  }
  {
    const std::lock_guard lock(mutex_);
    if (!IsSame(std::string_view(request.target).substr(kTokenTarget.size()), token_)) {
      return NotAdmitted();
    }
    token_.clear();
  }
  http::Response response;
  response.headers = {{"Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict",
                                                 cookie_name_, secret_)}};
  if (by_hand) {
    response.code = 303;
    response.content_type = "text/plain";
    response.headers.emplace_back("Location", "/");
  } else {
    // After a redirect the request would still count as another page's, and have no cookie.
    response.content_type = "text/html; charset=utf-8";
    response.body =
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Gauze studio</title>"
        "<meta http-equiv=\"refresh\" content=\"0; url=/\"><p><a href=\"/\">Open the "
        "studio</a></p></html>";
  }
  return response;
}

bool Guard::HasCookie(std::string_view cookies) const {
  unsigned found = 0;
  bool good = false;
  while (!cookies.empty()) {
    std::string_view cookie = cookies.substr(0, cookies.find(';'));
    cookies.remove_prefix(std::min(cookies.size(), cookie.size() + 1));
    cookie.remove_prefix(std::min(cookie.size(), cookie.find_first_not_of(' ')));
    const std::size_t equals = cookie.find('=');
    if (equals == cookie.npos || cookie.substr(0, equals) != cookie_name_) continue;
    ++found;
    good = IsSame(cookie.substr(equals + 1), secret_);
  }
  return found == 1 && good;
}

bool Guard::IsFromUs(const http::Request& request) const {
  const bool ours = request.origin == "http://" + request.host;
  if (request.fetch_site.empty()) return ours;
  if (!request.origin.empty() && !ours) return false;
  if (request.fetch_site == "same-origin") return true;
  return request.fetch_site == "none" && request.method == "GET" &&
         request.fetch_mode == "navigate";
}

}  // namespace gauze::studio
