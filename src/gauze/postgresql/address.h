#pragma once

#include <string>
#include <string_view>

#include "gauze/base/error.h"

namespace gauze {

// Where a table of PostgreSQL is, as a policy writes it:
//
//   postgresql://user@host:5432/database?table=schema.name
//   postgresql:///?service=clinic&query=SELECT age, sex FROM patients WHERE year = 2025
//
// It is libpq's form of an address with one more parameter: `table`, whose parts are taken as they
// are written, or `query`. Where the address says nothing, libpq looks at its usual places
// (PGHOST, service files, ~/.pgpass). An address never holds a password, so that it may be shown.
struct DatabaseAddress {
  std::string text;        // as written
  std::string connection;  // the same for libpq, without table and query
  std::string query;       // that gives the rows; of a table, all of it
  std::string schema;      // of the table; empty: where the server finds it
  std::string table;       // empty: a query
};

// The text is meant as an address, right or wrong.
bool IsDatabaseAddress(std::string_view text);

// Refuses passwords, and whatever names neither a table nor a query. Quotes nothing of the address:
// a password may be anywhere in one that is wrong. `where` is named in errors.
Result<DatabaseAddress> ParseDatabaseAddress(const std::string& text, const std::string& where);

}  // namespace gauze
