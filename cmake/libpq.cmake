# The declarations of libpq, for postgresql/ alone; the library itself is loaded where it is needed (docs/adr/0034-postgresql.md).
if(NOT GAUZE_ROOMS_FROM)
  find_path(GAUZE_LIBPQ_INCLUDE libpq-fe.h PATH_SUFFIXES postgresql REQUIRED)
  target_include_directories(gauze_postgresql SYSTEM PRIVATE ${GAUZE_LIBPQ_INCLUDE})
endif()
