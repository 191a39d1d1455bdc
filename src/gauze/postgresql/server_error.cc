#include "gauze/postgresql/server_error.h"

#include <fmt/format.h>

#include <algorithm>

namespace gauze {
namespace {

struct KnownState {
  std::string_view begins;  // the SQLSTATE, or its class
  ErrorCode code;
  const char* message;
  const char* hint;
};

// The first that fits is taken.
constexpr KnownState kKnownStates[] = {
    {"42501", ErrorCode::kInput, "the user has no permission for this",
     "a source needs GRANT SELECT ON TABLE …, a release GRANT CREATE, USAGE ON SCHEMA …, and a "
     "table that is replaced belongs to the user"},
    {"42P01", ErrorCode::kInput, "there is no such table",
     "check its name and schema (table=schema.name); upper and lower case differ in table=, and in "
     "a query inside double quotes"},
    {"42703", ErrorCode::kInput, "there is no such column",
     "check the names in the query; in double quotes upper and lower case differ"},
    {"42P07", ErrorCode::kInput, "another run made a table of this name at the same time",
     "run one of them again"},
    {"42", ErrorCode::kInput, "the query is wrong",
     "try it in psql; inside an address % is written %25 and & is %26"},
    {"3F000", ErrorCode::kInput, "there is no such schema",
     "check its name, or make it: CREATE SCHEMA …"},
    {"25006", ErrorCode::kInput, "the query changes something",
     "a source is only read: write a SELECT"},
    {"2BP01", ErrorCode::kInput, "a view or another object depends on the table",
     "drop it first, or release to another table: Gauze replaces tables and removes nothing else"},
    {"22", ErrorCode::kInput, "the server cannot compute a cell of the query",
     "a cast, a division or a date in it fails for some row: try the query in psql"},
    {"55P03", ErrorCode::kResource, "the table is locked by somebody else",
     "try again when nobody reads the old release, or raise lock_timeout"},
    {"57014", ErrorCode::kResource, "the server ended the statement",
     "it took longer than statement_timeout allows, or somebody cancelled it"},
    {"53100", ErrorCode::kResource, "the server's disk is full", "make room there, and try again"},
    {"53", ErrorCode::kResource, "the server lacks memory, disk or connections",
     "try again later, or ask who runs it"},
    {"57", ErrorCode::kResource, "the server was shut down", "try again when it is up"},
};

// The word of a statement that begins at a character.
std::string WordAt(std::string_view statement, std::size_t position) {
  std::size_t byte = 0;
  const auto continues = [&](std::size_t at) { return (statement[at] & 0xC0) == 0x80; };
  for (std::size_t character = 1; character < position && byte < statement.size(); ++character) {
    for (++byte; byte < statement.size() && continues(byte);) ++byte;
  }
  constexpr std::string_view kEnds = " \t\r\n,;()'";
  const std::size_t end = std::min(statement.find_first_of(kEnds, byte), statement.size());
  return byte < end ? std::string(statement.substr(byte, end - byte)) : "";
}

}  // namespace

Error Translate(const ServerError& error, std::string_view statement, const std::string& where) {
  if (error.state.empty() || error.state.starts_with("08")) {
    return {ErrorCode::kResource, "the connection to the server was lost", where,
            "check that the server runs and can be reached, and try again"};
  }
  const auto* known = std::ranges::find_if(
      kKnownStates, [&](const KnownState& state) { return error.state.starts_with(state.begins); });
  if (known == std::end(kKnownStates)) {
    return {ErrorCode::kResource, fmt::format("the server refused with SQLSTATE {}", error.state),
            where, "the server's log says why"};
  }
  std::string message = known->message;
  if (error.position > 0 && !statement.empty()) {
    const std::string word = WordAt(statement, error.position);
    message += fmt::format(", at character {} of the query{}", error.position,
                           word.empty() ? "" : fmt::format(" (\"{}\")", word));
  }
  return {known->code, fmt::format("{} (SQLSTATE {})", message, error.state), where, known->hint};
}

}  // namespace gauze
