#include "gauze/postgresql/library.h"

#include <dlfcn.h>

#include <optional>

namespace gauze {
namespace {

template <typename Function>
bool Find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

std::optional<PostgresLibrary> Load() {
  void* library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {};
  PostgresLibrary pq;
  const bool complete =
      Find(library, "PQconnectdbParams", pq.connect) && Find(library, "PQfinish", pq.finish) &&
      Find(library, "PQstatus", pq.status) && Find(library, "PQerrorMessage", pq.error_message) &&
      Find(library, "PQpass", pq.password) &&
      Find(library, "PQsetNoticeProcessor", pq.set_notice_processor) &&
      Find(library, "PQexecParams", pq.execute) && Find(library, "PQprepare", pq.prepare) &&
      Find(library, "PQdescribePrepared", pq.describe) &&
      Find(library, "PQresultStatus", pq.result_status) &&
      Find(library, "PQresultErrorField", pq.error_field) &&
      Find(library, "PQcmdTuples", pq.rows_done) && Find(library, "PQntuples", pq.rows) &&
      Find(library, "PQnfields", pq.fields) && Find(library, "PQfname", pq.field_name) &&
      Find(library, "PQgetvalue", pq.value) && Find(library, "PQgetisnull", pq.is_null) &&
      Find(library, "PQclear", pq.clear) && Find(library, "PQgetResult", pq.next_result) &&
      Find(library, "PQgetCopyData", pq.get_copy) && Find(library, "PQputCopyData", pq.put_copy) &&
      Find(library, "PQputCopyEnd", pq.end_copy) && Find(library, "PQfreemem", pq.free_memory);
  return complete ? std::optional(pq) : std::nullopt;
}

}  // namespace

Result<const PostgresLibrary*> LoadPostgresLibrary() {
  static const std::optional<PostgresLibrary> library = Load();
  if (library) return &*library;
  return ResourceError("PostgreSQL's client library, libpq.so.5, is not installed", "",
                       "install it (Debian: `apt install libpq5`, Fedora: `dnf install libpq`), or "
                       "export the table as CSV and name that file");
}

}  // namespace gauze
