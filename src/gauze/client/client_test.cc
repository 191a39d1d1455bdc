// What needs no server; tests/server/test_clients.py asks a real one.
#include "gauze/client/client.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "gauze/base/file.h"
#include "gauze/base/json.h"

namespace gauze {
namespace {

TEST(ServerAddress, EveryForm) {
  const auto tls = ParseServerAddress("https://gauze.hospital.example/");
  ASSERT_TRUE(tls);
  EXPECT_EQ(tls->host, "gauze.hospital.example");
  EXPECT_EQ(tls->port, "443");
  EXPECT_EQ(tls->prefix, "");
  EXPECT_EQ(tls->Host(), "gauze.hospital.example");
  const auto prefixed = ParseServerAddress("https://host:8443/a/b/");
  ASSERT_TRUE(prefixed);
  EXPECT_EQ(prefixed->prefix, "/a/b");
  EXPECT_EQ(prefixed->Host(), "host:8443");
  const auto here = ParseServerAddress("http://[::1]:8080");
  ASSERT_TRUE(here);
  EXPECT_EQ(here->host, "::1");
  EXPECT_EQ(here->Host(), "[::1]:8080");
  const auto socket = ParseServerAddress("unix:/run/gauzed.sock");
  ASSERT_TRUE(socket);
  EXPECT_EQ(socket->kind, ServerAddress::Kind::kUnix);
  EXPECT_EQ(socket->host, "/run/gauzed.sock");
}

TEST(ServerAddress, PlainHttpStaysOnThisMachine) {
  EXPECT_TRUE(ParseServerAddress("http://127.0.0.1:80"));
  EXPECT_TRUE(ParseServerAddress("http://localhost"));
  EXPECT_FALSE(ParseServerAddress("http://gauze.hospital.example"));
  EXPECT_FALSE(ParseServerAddress("http://10.0.0.1"));
  EXPECT_FALSE(ParseServerAddress("http://127.0.0.1.example"));
}

TEST(ServerAddress, WhatIsNone) {
  for (const char* text : {"", "host", "ftp://host", "https://", "https://:1", "https://a b",
                           "https://host:0", "https://host:99999", "https://host:x", "unix:",
                           "https://user@host", "https://host/a?b", "https://host/a\r\nX: y"}) {
    EXPECT_FALSE(ParseServerAddress(text)) << text;
  }
}

TEST(Client, RefusalsAreToldWithWhatToDo) {
  const auto error = ErrorOf({.code = 403, .body = R"({"reason":"support","detail":"too few"})"});
  EXPECT_EQ(error.code, ErrorCode::kPromise);
  EXPECT_EQ(error.message, "refused (support): too few");
  EXPECT_FALSE(error.hint.empty());
  EXPECT_EQ(ErrorOf({.code = 400, .body = R"({"reason":"malformed"})"}).code, ErrorCode::kInput);
  EXPECT_EQ(ErrorOf({.code = 401, .body = R"({"reason":"token"})"}).code, ErrorCode::kInput);
  EXPECT_EQ(ErrorOf({.code = 503, .body = "no JSON"}).code, ErrorCode::kResource);
  EXPECT_EQ(ErrorOf({.code = 502, .body = "[]"}).code, ErrorCode::kResource);
  EXPECT_EQ(ErrorOf({.code = 404, .body = R"({"detail":7})"}).message,
            "the server rejected the request (): HTTP status 404");
}

TEST(Client, NobodyThereIsAnError) {
  const auto answer = Interpret({.server = "unix:/nowhere/gauzed.sock", .token = "t"},
                                {.project = "p", .release = "r", .question = "a = b"});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kResource);
}

TEST(Client, TokenFilesArePrivate) {
  const std::string file = testing::TempDir() + "gauze-token-" + std::to_string(getpid());
  ASSERT_TRUE(WriteFile(file, "abc.def\n", 0600));
  const auto token = ReadToken(file);
  ASSERT_TRUE(token);
  EXPECT_EQ(*token, "abc.def");
  ASSERT_TRUE(WriteFile(file + "x", "abc", 0644));
  EXPECT_FALSE(ReadToken(file + "x"));
  ASSERT_TRUE(WriteFile(file + "y", "a\r\nX-Header: b\n", 0600));
  EXPECT_FALSE(ReadToken(file + "y"));
  for (const char* end : {"", "x", "y"}) unlink((file + end).c_str());
}

}  // namespace
}  // namespace gauze
