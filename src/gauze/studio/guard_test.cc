#include "gauze/studio/guard.h"

#include <gtest/gtest.h>

namespace gauze::studio {
namespace {

constexpr std::uint16_t kPort = 4321;

http::Request Ask(const std::string& target, const std::string& cookie = "") {
  http::Request request;
  request.method = "GET";
  request.target = target;
  request.host = "127.0.0.1:4321";
  request.fetch_site = "same-origin";
  request.fetch_mode = "cors";
  request.cookie = cookie;
  return request;
}

http::Request Visit(const std::string& token) {
  http::Request request = Ask("/?token=" + token);
  request.fetch_site = "none";
  request.fetch_mode = "navigate";
  return request;
}

// Of the answer that lets in: "gauze-studio-4321=…".
std::string CookieOf(const http::Response& response) {
  for (const auto& [name, value] : response.headers) {
    if (name == "Set-Cookie") return value.substr(0, value.find(';'));
  }
  return "";
}

unsigned CodeOf(Guard& guard, const http::Request& request) {
  const auto stopped = guard.Stop(request);
  return stopped ? stopped->code : 200;
}

TEST(Guard, TokenCountsOnce) {
  Guard guard(kPort);
  const std::string old = guard.NewToken();
  const std::string token = guard.NewToken();
  EXPECT_EQ(guard.Address(token), "http://127.0.0.1:4321/?token=" + token);
  EXPECT_EQ(CodeOf(guard, Visit(old)), 401U);
  EXPECT_EQ(CodeOf(guard, Visit("")), 401U);
  EXPECT_EQ(CodeOf(guard, Visit(token + "0")), 401U);
  const auto admitted = guard.Stop(Visit(token));
  ASSERT_TRUE(admitted);
  EXPECT_EQ(admitted->code, 303U);
  const std::string cookie = CookieOf(*admitted);
  EXPECT_EQ(CodeOf(guard, Visit(token)), 401U) << "used before";
  EXPECT_EQ(CodeOf(guard, Visit("")), 401U) << "no token is not the token that was used";
  EXPECT_EQ(CodeOf(guard, Ask("/api/state", cookie)), 200U);
  EXPECT_EQ(CodeOf(guard, Ask("/api/state", "a=b; " + cookie + "; c=d")), 200U);
}

// From the private file that the program opens in a browser.
TEST(Guard, LetsInWithoutARedirectWhereThatWouldLoseTheCookie) {
  Guard guard(kPort);
  http::Request visit = Visit(guard.NewToken());
  visit.fetch_site = "cross-site";
  const auto admitted = guard.Stop(visit);
  ASSERT_TRUE(admitted);
  EXPECT_EQ(admitted->code, 200U);
  EXPECT_NE(admitted->body.find("url=/\""), std::string::npos);
  EXPECT_EQ(CodeOf(guard, Ask("/api/state", CookieOf(*admitted))), 200U);
  EXPECT_EQ(CodeOf(guard, visit), 401U);
}

TEST(Guard, CookieMustBeOurs) {
  Guard guard(kPort);
  const std::string cookie = CookieOf(*guard.Stop(Visit(guard.NewToken())));
  for (const std::string& wrong :
       {std::string(), cookie + "0", cookie.substr(0, cookie.size() - 1), cookie + "; " + cookie,
        "x" + cookie, cookie.substr(0, cookie.find('=') + 1), std::string("gauze-studio-4321")}) {
    EXPECT_EQ(CodeOf(guard, Ask("/api/state", wrong)), 401U) << wrong;
  }
}

TEST(Guard, HostIsOneOfTwo) {
  Guard guard(kPort);
  const std::string cookie = CookieOf(*guard.Stop(Visit(guard.NewToken())));
  http::Request request = Ask("/api/state", cookie);
  request.host = "localhost:4321";
  EXPECT_EQ(CodeOf(guard, request), 200U);
  for (const char* host : {"", "127.0.0.1", "localhost", "LOCALHOST:4321", "127.0.0.1:4322",
                           "rebound.example:4321", "127.0.0.1:4321, 127.0.0.1:4321", "[::1]:4321",
                           "127.0.0.1.:4321", "localhost.:4321", "127.1:4321", "0.0.0.0:4321"}) {
    request.host = host;
    request.origin = std::string("http://") + host;
    EXPECT_EQ(CodeOf(guard, request), 421U) << host;
  }
}

TEST(Guard, OtherPagesAreStopped) {
  Guard guard(kPort);
  const std::string token = guard.NewToken();
  http::Request visit = Visit(token);
  visit.fetch_site = "cross-site";
  visit.fetch_mode = "cors";
  EXPECT_EQ(CodeOf(guard, visit), 403U);
  visit.fetch_mode = "navigate";
  visit.origin = "null";
  EXPECT_EQ(CodeOf(guard, visit), 403U);
  const std::string cookie = CookieOf(*guard.Stop(Visit(token)));
  const auto code = [&](const char* method, const char* site, const char* mode,
                        const char* origin) {
    http::Request request = Ask("/api/state", cookie);
    request.method = method;
    request.fetch_site = site;
    request.fetch_mode = mode;
    request.origin = origin;
    return CodeOf(guard, request);
  };
  const char* ours = "http://127.0.0.1:4321";
  EXPECT_EQ(code("POST", "same-origin", "cors", ours), 200U);
  EXPECT_EQ(code("GET", "none", "navigate", ""), 200U);
  EXPECT_EQ(code("POST", "", "", ours), 200U) << "a client that says nothing of sites";
  EXPECT_EQ(code("GET", "", "", ""), 403U);
  EXPECT_EQ(code("POST", "none", "navigate", ""), 403U);
  EXPECT_EQ(code("GET", "none", "cors", ""), 403U);
  EXPECT_EQ(code("GET", "same-site", "cors", ""), 403U) << "another port of this machine";
  EXPECT_EQ(code("GET", "cross-site", "navigate", ""), 403U);
  EXPECT_EQ(code("POST", "same-origin", "cors", "http://localhost:4321"), 403U);
  EXPECT_EQ(code("POST", "same-origin", "cors", "null"), 403U);
  EXPECT_EQ(code("POST", "", "", "https://127.0.0.1:4321"), 403U);
}

}  // namespace
}  // namespace gauze::studio
