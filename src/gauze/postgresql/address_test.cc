#include "gauze/postgresql/address.h"

#include <gtest/gtest.h>

namespace gauze {
namespace {

TEST(DatabaseAddress, TellsTablesQueriesAndTheRest) {
  const auto table =
      ParseDatabaseAddress("postgresql://ann@db:5433/clinic?sslmode=require&table=Ward.Stays", "");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->connection, "postgresql://ann@db:5433/clinic?sslmode=require");
  EXPECT_EQ(table->schema, "Ward");
  EXPECT_EQ(table->table, "Stays");
  EXPECT_EQ(table->query, R"(SELECT * FROM "Ward"."Stays")");

  const auto query = ParseDatabaseAddress(
      "postgres:///?query=SELECT age FROM t WHERE a = 1 AND zip LIKE '1%25' %26%26 b; &service=x",
      "");
  ASSERT_TRUE(query);
  EXPECT_EQ(query->connection, "postgres:///?service=x");
  EXPECT_EQ(query->query, "SELECT age FROM t WHERE a = 1 AND zip LIKE '1%' && b");
  EXPECT_EQ(query->table, "");
}

TEST(DatabaseAddress, HostsHaveColonsOfTheirOwn) {
  for (const char* text :
       {"postgresql://[::1]:5432/db?table=t", "postgresql://a:1,b:2/db?table=t",
        "postgresql://u@%2Frun%2Fpostgresql/db?table=t", "postgresql://?table=t"}) {
    EXPECT_TRUE(ParseDatabaseAddress(text, "")) << text;
  }
}

// Whatever is wrong: the secret is in no message.
TEST(DatabaseAddress, RefusesWhatIsWrongAndQuotesNothing) {
  for (const char* text :
       {"postgresql://u:geheim@h/db?table=t", "postgresql://u:geheim/1@h/db?table=t",
        "postgresql://u:geheim?1@h/db?table=t", "postgresql://u:geheim?1=2@h/db&table=t",
        "postgresql://h/db?password=geheim&table=t", "postgresql://h/db?table=t&sslpassword=geheim",
        "postgresql://h/db?pass%77ord=geheim&table=t", "postgresql://h/db?PASSWORD=geheim&table=t",
        "postgresql://h/db?geheim", "postgresql://h/geheim", "postgresql://h/db?query=geheim%2",
        "postgresql://h/db?table=geheim.a.b", "postgresql://h/db?table=geheim&query=SELECT 1",
        "postgresql://h/db?table=geheim.", "postgresql://h/db?query=geheim%00&table="}) {
    const auto address = ParseDatabaseAddress(text, "policy.yaml:3:9");
    ASSERT_FALSE(address) << text;
    EXPECT_EQ(address.error().Text().find("geheim"), std::string::npos) << text;
    EXPECT_EQ(address.error().where, "policy.yaml:3:9");
    EXPECT_FALSE(address.error().hint.empty());
  }
}

}  // namespace
}  // namespace gauze
