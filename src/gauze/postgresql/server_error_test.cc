#include "gauze/postgresql/server_error.h"

#include <gtest/gtest.h>

namespace gauze {
namespace {

TEST(ServerError, NamesTheWordOfTheUsersQuery) {
  const Error error = Translate({"42703", 8}, "SELECT agee, sex FROM t", "here");
  EXPECT_EQ(error.message,
            "there is no such column, at character 8 of the query (\"agee\") (SQLSTATE 42703)");
  EXPECT_EQ(error.where, "here");
  EXPECT_EQ(error.code, ErrorCode::kInput);
}

TEST(ServerError, CountsCharactersNotBytes) {
  EXPECT_NE(Translate({"42703", 11}, "SELECT ö, größe FROM t", "").message.find("\"größe\""),
            std::string::npos);
}

TEST(ServerError, PlacesBeyondTheQueryAreNoPlaces) {
  EXPECT_NE(Translate({"42601", 99}, "SELECT", "").message.find("character 99 of the query (SQL"),
            std::string::npos);
}

TEST(ServerError, EveryStateGetsAHint) {
  for (const char* state : {"", "08006", "42501", "42601", "22P02", "53100", "53300", "57014",
                            "57P01", "XX000", "2BP01", "25006", "55P03", "3F000"}) {
    EXPECT_FALSE(Translate({state, 0}, "", "").hint.empty()) << state;
  }
}

}  // namespace
}  // namespace gauze
