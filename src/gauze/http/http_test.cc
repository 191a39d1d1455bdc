// Targets, limits, and a server on loopback: what of a request arrives, and streams of events.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "gauze/base/file.h"
#include "gauze/base/testing/temp_folder.h"
#include "gauze/http/problem.h"
#include "gauze/http/rate_limit.h"
#include "gauze/http/server.h"
#include "gauze/http/target.h"

namespace gauze::http {
namespace {

using std::chrono::milliseconds;

TEST(RateLimit, GivesBurstThenRate) {
  RateLimit limit(10, 5);
  const RateLimit::Clock::time_point begin{};
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(limit.Take("ann", begin));
  EXPECT_FALSE(limit.Take("ann", begin));
  EXPECT_TRUE(limit.Take("bob", begin)) << "each has their own";
  EXPECT_FALSE(limit.Take("ann", begin + milliseconds(99)));
  EXPECT_TRUE(limit.Take("ann", begin + milliseconds(100)));
  EXPECT_FALSE(limit.Take("ann", begin + milliseconds(100)));
}

TEST(RateLimit, NeverMoreThanBurstAndRateInAnyTime) {
  EXPECT_TRUE(rc::check("any sequence", [](const std::vector<std::uint8_t>& pauses) {
    RateLimit limit(100, 7);
    RateLimit::Clock::time_point now{};
    int taken = 0;
    for (const std::uint8_t pause : pauses) {
      now += milliseconds(pause % 30);
      taken += limit.Take("ann", now) ? 1 : 0;
    }
    const double seconds = std::chrono::duration<double>(now.time_since_epoch()).count();
    RC_ASSERT(taken <= 7 + seconds * 100 + 1e-6);
  }));
}

TEST(Target, TakesPlainPathsOnly) {
  EXPECT_EQ(ParseTarget("/v1/a%20b?x=1&y=%32")->segments, (std::vector<std::string>{"v1", "a b"}));
  EXPECT_EQ(ParseTarget("/v1/a?x=1&y=%32")->query->at("y"), "2");
  EXPECT_EQ(ParseTarget("/a%2fb")->segments.size(), 1U) << "an encoded slash does not cut";
  for (const char* bad : {"", "v1", "//v1", "/v1/", "/v1/..", "/v1/%2e%2e/x", "/v1/.", "/%", "/%4",
                          "/%zz", "/a%00", "/a%0a", "/%ff", "http://x/v1"}) {
    EXPECT_FALSE(ParseTarget(bad)) << bad;
  }
  EXPECT_FALSE(ParseTarget("/v1?x=1&x=2")->query);
  EXPECT_FALSE(ParseTarget("/v1?x=%")->query);
}

TEST(Target, FitsAPatternSegmentBySegment) {
  const auto fit = [](const char* pattern, const char* target) {
    return FitPattern(pattern, ParseTarget(target)->segments);
  };
  EXPECT_EQ(fit("/v1/{project}/{k}", "/v1/a%2fb/5"),
            (std::map<std::string, std::string>{{"project", "a/b"}, {"k", "5"}}));
  EXPECT_TRUE(fit("/v1/jobs", "/v1/jobs")->empty());
  for (const char* other : {"/v1", "/v1/job", "/v1/jobs/1", "/v2/jobs"}) {
    EXPECT_FALSE(fit("/v1/jobs", other)) << other;
  }
}

class Count : public EventStream {
 public:
  std::optional<std::string> Next() override {
    ++asked_;
    if (asked_ > 4) return std::nullopt;
    return asked_ % 2 == 0 ? "data: " + std::to_string(asked_) + "\n\n" : "";
  }

 private:
  int asked_ = 0;
};

// Says what has come, or counts.
class Echo : public Handler {
 public:
  std::uint64_t BodyLimit(const Request& /*head*/) override { return 100; }
  void Handle(Request request, std::shared_ptr<Waiter> waiter) override {
    Response response;
    if (request.target == "/events") {
      response.events = std::make_shared<Count>();
    } else {
      response.body = request.host + "|" + request.origin + "|" + request.fetch_site + "|" +
                      request.fetch_mode + "|" + request.cookie + "|" + request.body;
    }
    waiter->Answer(std::move(response));
  }
  void Refuse(const char* /*reason*/, Response problem, std::shared_ptr<Waiter> waiter) override {
    waiter->Answer(std::move(problem));
  }
};

class Running {
 public:
  Running() : server_({.address = "127.0.0.1", .stops_on_signals = false}, echo_, open_) {
    Check(server_.Listen().has_value(), "a port is free");
    thread_ = std::thread([this] { server_.Run(); });
  }
  ~Running() {
    server_.Stop();
    thread_.join();
  }

  // All that is answered until the connection ends.
  std::string Ask(const std::string& request) const {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(server_.port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    Check(connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0, "listens");
    for (std::string_view rest = request; !rest.empty();) {
      const ssize_t sent = send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
      EXPECT_GT(sent, 0) << "it does not take all";
      if (sent <= 0) break;
      rest.remove_prefix(static_cast<std::size_t>(sent));
    }
    std::string answer;
    char buffer[4096];
    for (ssize_t got = 0; (got = read(socket, buffer, sizeof buffer)) > 0;) {
      answer.append(buffer, static_cast<std::size_t>(got));
    }
    close(socket);
    return answer;
  }

 private:
  Echo echo_;
  std::atomic<std::uint64_t> open_ = 0;
  HttpServer server_;
  std::thread thread_;
};

TEST(HttpServer, HandsOverWhatDecidesWhoAsks) {
  const Running server;
  const std::string answer = server.Ask(
      "POST / HTTP/1.1\r\nHost: a:1\r\nhost: b\r\nOrigin: http://o\r\nSec-Fetch-Site: none\r\n"
      "Sec-Fetch-Mode: navigate\r\nCookie: x=y\r\nConnection: close\r\nContent-Length: 4\r\n\r\n"
      "body");
  EXPECT_NE(answer.find("\r\n\r\na:1, b|http://o|none|navigate|x=y|body"), answer.npos) << answer;
  EXPECT_NE(answer.find("Cache-Control: no-store"), answer.npos);
  EXPECT_NE(server.Ask("POST / HTTP/1.1\r\nContent-Length: 101\r\n\r\n").find("413"), answer.npos);
}

// With bytes unread, the system would reset the connection: most clients then fail while they send,
// and never read the answer.
TEST(HttpServer, TellsWhoSendsTooMuchThatItIsTooMuch) {
  const Running server;
  const std::string body(8 << 20, 'x');
  const std::string answer = server.Ask(
      "POST / HTTP/1.1\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  EXPECT_NE(answer.find("HTTP/1.1 413"), answer.npos) << answer;
}

TEST(HttpServer, SendsEventsAndThenCloses) {
  const Running server;
  const std::string answer = server.Ask("GET /events HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_NE(answer.find("Content-Type: text/event-stream"), answer.npos) << answer;
  EXPECT_TRUE(answer.ends_with("\r\n\r\ndata: 2\n\ndata: 4\n\n")) << answer;
}

TEST(Problem, IsToldInWordsOfItsCode) {
  const Response response = Problem(421, "host", "another name");
  EXPECT_EQ(response.code, 421U);
  EXPECT_NE(response.body.find("Misdirected Request"), std::string::npos);
  EXPECT_EQ(response.content_type, "application/problem+json");
}

class NoHandler : public Handler {
 public:
  std::uint64_t BodyLimit(const Request& /*head*/) override { return 0; }
  void Handle(Request /*request*/, std::shared_ptr<Waiter> /*waiter*/) override {}
  void Refuse(const char* /*reason*/, Response /*problem*/,
              std::shared_ptr<Waiter> /*waiter*/) override {}
};

TEST(HttpServer, TakesThePlaceOfAnOldSocketAndOfNothingElse) {
  const TempFolder folder;
  NoHandler handler;
  std::atomic<std::uint64_t> open{0};
  ServerOptions options{.socket_path = folder / "socket"};
  for (int start = 0; start < 2; ++start) {
    HttpServer http(options, handler, open);
    ASSERT_TRUE(http.Listen());
    struct stat found{};
    ASSERT_EQ(stat(options.socket_path.c_str(), &found), 0);
    EXPECT_TRUE(S_ISSOCK(found.st_mode));
    EXPECT_EQ(found.st_mode & 0777U, 0660U);
  }
  options.socket_path = folder / "thesis.txt";
  ASSERT_TRUE(WriteFile(options.socket_path, "years of work"));
  HttpServer http(options, handler, open);
  const Status listening = http.Listen();
  ASSERT_FALSE(listening);
  EXPECT_EQ(listening.error().code, ErrorCode::kResource);
  EXPECT_EQ(*ReadFile(options.socket_path), "years of work");
}

}  // namespace
}  // namespace gauze::http
