// Asking, with a server that answers what a test says and breaks off when it says so.
#include "gauze/client/exchange.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/base/testing/temp_folder.h"
#include "gauze/client/client.h"

namespace gauze {
namespace {

// Gives one answer to each connection, in order, and keeps what was asked. Answers are whole
// responses; an empty one breaks off.
class Answering {
 public:
  explicit Answering(std::vector<std::string> answers)
      : answers_(std::move(answers)), listening_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    const std::string path = folder_ / "socket";
    path.copy(place.sun_path, sizeof place.sun_path - 1);
    EXPECT_EQ(bind(listening_, reinterpret_cast<const sockaddr*>(&place), sizeof place), 0);
    EXPECT_EQ(listen(listening_, 8), 0);
    thread_ = std::thread([this] { Run(); });
  }
  ~Answering() {
    shutdown(listening_, SHUT_RDWR);
    thread_.join();
    close(listening_);
  }
  Answering(const Answering&) = delete;
  Answering& operator=(const Answering&) = delete;

  std::string address() const { return "unix:" + folder_ / "socket"; }
  // After all answers were given.
  const std::vector<std::string>& asked() const { return asked_; }

 private:
  void Run() {
    for (const std::string& answer : answers_) {
      const int link = accept(listening_, nullptr, nullptr);
      if (link < 0) return;
      asked_.push_back(ReadRequest(link));
      for (std::string_view rest = answer; !rest.empty();) {
        const ssize_t sent = send(link, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent <= 0) break;
        rest.remove_prefix(static_cast<std::size_t>(sent));
      }
      close(link);
    }
  }

  // Up to the end of its JSON.
  static std::string ReadRequest(int link) {
    std::string text;
    char bytes[4096];
    while (!text.ends_with('}')) {
      const ssize_t got = recv(link, bytes, sizeof bytes, 0);
      if (got <= 0) break;
      text.append(bytes, static_cast<std::size_t>(got));
    }
    return text;
  }

  TempFolder folder_;
  std::vector<std::string> answers_;
  std::vector<std::string> asked_;
  int listening_;
  std::thread thread_;
};

std::string Http(const std::string& status, const std::string& body, const std::string& more = "") {
  return "HTTP/1.1 " + status + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
         more + "\r\n" + body;
}

Result<Json> Ask(const Answering& server) {
  return Interpret({.server = server.address(), .token = "abc.def"},
                   {.project = "heart", .release = "r", .question = "sex = F -> salary"});
}

std::string FieldOf(const std::string& request, const std::string& name) {
  const std::size_t at = request.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 4;
  return request.substr(begin, request.find("\r\n", begin) - begin);
}

constexpr const char* kAnswer = R"({"number":1,"repeat":false,"answer":{"support":7}})";

TEST(Exchange, SaysWhoAsksAndWhat) {
  const Answering server({Http("200 OK", kAnswer)});
  const auto answer = Ask(server);
  ASSERT_TRUE(answer) << answer.error().Text();
  EXPECT_EQ(answer->at("answer").at("support"), 7);
  const std::string request = server.asked().at(0);
  EXPECT_TRUE(request.starts_with("POST /v1/interpretations HTTP/1.1\r\n")) << request;
  EXPECT_EQ(FieldOf(request, "Authorization"), "Bearer abc.def");
  EXPECT_EQ(FieldOf(request, "Host"), "localhost");
  EXPECT_EQ(FieldOf(request, "Idempotency-Key").size(), 32U);
  const auto body = ParseJson(request.substr(request.find("\r\n\r\n") + 4));
  EXPECT_EQ(body.at("question"), "sex = F -> salary");
  EXPECT_EQ(body.at("project"), "heart");
}

TEST(Exchange, AsksAgainUnderTheSameKey) {
  const std::string later =
      Http("503 Service Unavailable", R"({"reason":"database"})", "Retry-After: 0\r\n");
  // The second answer is cut off: the question may have been decided, or not.
  const std::string whole = Http("200 OK", kAnswer);
  const Answering server({later, whole.substr(0, whole.size() - 5), whole});
  const auto answer = Ask(server);
  ASSERT_TRUE(answer) << answer.error().Text();
  const auto& asked = server.asked();
  ASSERT_EQ(asked.size(), 3U);
  const std::string key = FieldOf(asked[0], "Idempotency-Key");
  EXPECT_FALSE(key.empty());
  for (const std::string& request : asked) {
    EXPECT_EQ(FieldOf(request, "Idempotency-Key"), key) << "or it would be paid for twice";
  }
}

TEST(Exchange, GivesUpAfterThreeTimes) {
  const std::string later =
      Http("429 Too Many Requests", R"({"reason":"rate","detail":"too many requests at once"})",
           "Retry-After: 0\r\n");
  const Answering server({later, later, later});
  const auto answer = Ask(server);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kResource);
  EXPECT_NE(answer.error().message.find("too many requests"), std::string::npos);
}

TEST(Exchange, ARefusalIsNotAskedAgain) {
  const Answering server(
      {Http("403 Forbidden", R"({"reason":"budget_project","detail":"spent"})")});
  const auto answer = Ask(server);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kPromise);
  EXPECT_EQ(answer.error().message, "refused (budget_project): spent");
}

TEST(Exchange, AnswersOfOthersAreNone) {
  for (const char* body : {"<html>", "[]", R"({"number":1})"}) {
    const Answering server({Http("200 OK", body)});
    const auto answer = Ask(server);
    ASSERT_FALSE(answer) << body;
    EXPECT_EQ(answer.error().code, ErrorCode::kResource);
  }
}

TEST(Exchange, WhatIsNotHttpIsAnError) {
  const Answering server({"SSH-2.0-OpenSSH\r\n"});
  const auto reply = Exchange(*ParseServerAddress(server.address()), {.path = "/", .body = "{}"});
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kResource);
  EXPECT_NE(reply.error().message.find("cannot reach the server"), std::string::npos);
}

TEST(Exchange, AnUnreadableAuthorityIsAnErrorBeforeAnythingIsSent) {
  const auto reply = Exchange(*ParseServerAddress("https://127.0.0.1:1"),
                              {.path = "/", .body = "{}", .ca_file = "/nowhere.pem"});
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kResource);
}

TEST(Exchange, ATreeIsCheckedBeforeItIsSent) {
  const auto wrong = Interpret({.server = "unix:/nowhere/gauzed.sock", .token = "t"},
                               {.project = "p", .release = "r", .tree = "{"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kInput);
  const Answering server({Http("200 OK", kAnswer)});
  const auto answer = Interpret({.server = server.address(), .token = "t"},
                                {.project = "p", .release = "r", .tree = R"({"target":"salary"})"});
  ASSERT_TRUE(answer) << answer.error().Text();
  EXPECT_TRUE(server.asked().at(0).starts_with("POST /v1/trees ")) << server.asked().at(0);
}

}  // namespace
}  // namespace gauze
