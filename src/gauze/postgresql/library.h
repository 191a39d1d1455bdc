#pragma once

#include <libpq-fe.h>

#include "gauze/base/error.h"

// Private to postgresql/, as libpq-fe.h is.

namespace gauze {

// The functions of libpq that we call. It is loaded when a table of PostgreSQL is asked for, so
// that Gauze starts without it (docs/adr/0034-postgresql.md).
struct PostgresLibrary {
  decltype(&PQconnectdbParams) connect = nullptr;
  decltype(&PQfinish) finish = nullptr;
  decltype(&PQstatus) status = nullptr;
  decltype(&PQerrorMessage) error_message = nullptr;
  decltype(&PQpass) password = nullptr;
  decltype(&PQsetNoticeProcessor) set_notice_processor = nullptr;
  decltype(&PQexecParams) execute = nullptr;
  decltype(&PQprepare) prepare = nullptr;
  decltype(&PQdescribePrepared) describe = nullptr;
  decltype(&PQresultStatus) result_status = nullptr;
  decltype(&PQresultErrorField) error_field = nullptr;
  decltype(&PQcmdTuples) rows_done = nullptr;
  decltype(&PQntuples) rows = nullptr;
  decltype(&PQnfields) fields = nullptr;
  decltype(&PQfname) field_name = nullptr;
  decltype(&PQgetvalue) value = nullptr;
  decltype(&PQgetisnull) is_null = nullptr;
  decltype(&PQclear) clear = nullptr;
  decltype(&PQgetResult) next_result = nullptr;
  decltype(&PQgetCopyData) get_copy = nullptr;
  decltype(&PQputCopyData) put_copy = nullptr;
  decltype(&PQputCopyEnd) end_copy = nullptr;
  decltype(&PQfreemem) free_memory = nullptr;
};

// Loaded once for the process.
Result<const PostgresLibrary*> LoadPostgresLibrary();

}  // namespace gauze
