# DuckDB's official static libraries; they refer to each other, so they are linked as one group.
if(NOT EXISTS ${GAUZE_DUCKDB_ROOT}/duckdb.h)
  message(FATAL_ERROR "No DuckDB in ${GAUZE_DUCKDB_ROOT}: run tools/setup, or pass -DGAUZE_DUCKDB_ROOT=<folder>")
endif()
file(GLOB archives ${GAUZE_DUCKDB_ROOT}/*.a)
find_package(Threads REQUIRED)
add_library(duckdb INTERFACE)
target_include_directories(duckdb SYSTEM INTERFACE ${GAUZE_DUCKDB_ROOT})
target_link_libraries(duckdb INTERFACE -Wl,--start-group ${archives} -Wl,--end-group Threads::Threads ${CMAKE_DL_LIBS})
