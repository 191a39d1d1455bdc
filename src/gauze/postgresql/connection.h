#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/postgresql/address.h"

struct pg_conn;
struct pg_result;

namespace gauze {

struct PostgresLibrary;

// One connection to a PostgreSQL server, which prints cells as the same server does to everybody:
// dates as ISO, times in UTC, texts in UTF-8. What is not committed when it closes, or when this
// process dies, has not happened. Movable, used from one thread.
class PostgresConnection {
 public:
  static Result<PostgresConnection> Open(const DatabaseAddress& address);
  PostgresConnection(PostgresConnection&& other) noexcept;
  PostgresConnection& operator=(PostgresConnection&&) = delete;
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;
  ~PostgresConnection();

  // One statement of ours. $1, $2, … are the texts.
  using Row = std::vector<std::optional<std::string>>;
  Result<std::vector<Row>> Run(const std::string& sql, const std::vector<std::string>& texts = {});

  // Names of the columns of a query that a user has written; it must be one statement that gives
  // rows.
  Result<std::vector<std::string>> ColumnsOf(const std::string& query);

  // COPY … TO STDOUT and COPY … FROM STDIN. How many rows went through. `next` gives the next
  // bytes, and none at the end.
  Result<std::uint64_t> CopyOut(const std::string& sql,
                                const std::function<Status(std::string_view)>& take);
  Result<std::uint64_t> CopyIn(const std::string& sql,
                               const std::function<Result<std::string_view>()>& next);

 private:
  PostgresConnection(const PostgresLibrary& library, pg_conn* connection, std::string where)
      : pq_(library), connection_(connection), where_(std::move(where)) {}

  // Takes the result. An error, unless its status is as expected.
  tl::unexpected<Error> Failure(pg_result* result, std::string_view query = "") const;
  Result<std::uint64_t> RowsCopied();

  const PostgresLibrary& pq_;
  pg_conn* connection_;
  std::string where_;  // the address, for errors
};

}  // namespace gauze
