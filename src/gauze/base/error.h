#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <tl/expected.hpp>
#include <utility>

// Errors are values. Every function that can fail for a reason outside the program returns
// Result<T>; exceptions are left for bugs and for running out of memory.
//
// No error ever carries a cell of the user's table: it names the file, the line, the row number or
// the column, and says how many values are concerned, never which.

namespace gauze {

// The numbers are the exit codes of the command line.
enum class ErrorCode : std::uint8_t {
  kPromise = 1,   // a guarantee does not hold for the file that was looked at
  kInput = 2,     // the policy, a hierarchy or the data is wrong: the user can fix it
  kResource = 3,  // memory, disk, permission or time: the run could not be done
};

struct Error {
  ErrorCode code = ErrorCode::kInput;
  std::string message;  // what is wrong, as a full sentence without a full stop
  std::string where;    // "policy.yaml:7:3", "column age", or empty
  std::string hint;     // what to do about it, or empty

  // "policy.yaml:7:3: unknown role "quasi"\n  hint: did you mean "quasi_identifying"?"
  std::string Text() const;
};

template <typename T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;

// `return InputError("k must be at least 1", "policy.yaml:9:5", "k: 5 is a common start");`
tl::unexpected<Error> InputError(std::string message, std::string where = "",
                                 std::string hint = "");
tl::unexpected<Error> ResourceError(std::string message, std::string where = "",
                                    std::string hint = "");

// A broken invariant is a bug in Gauze and throws; it is never used for input.
inline void Check(bool condition, const char* what) {
  if (!condition) throw std::logic_error(what);
}

}  // namespace gauze

#define GAUZE_CONCAT_INNER(a, b) a##b
#define GAUZE_CONCAT(a, b) GAUZE_CONCAT_INNER(a, b)

// Passes an error on to the caller.
#define GAUZE_TRY(expression)                                         \
  if (auto status = (expression); !status) {                          \
    return tl::unexpected<::gauze::Error>(std::move(status.error())); \
  }                                                                   \
  static_assert(true, "semicolon required")

// `GAUZE_ASSIGN(auto table, ReadTable(path));`
#define GAUZE_ASSIGN(declaration, expression) \
  GAUZE_ASSIGN_INNER(GAUZE_CONCAT(gauze_result_, __LINE__), declaration, expression)
#define GAUZE_ASSIGN_INNER(result, declaration, expression)                      \
  auto result = (expression);                                                    \
  if (!result) return tl::unexpected<::gauze::Error>(std::move(result.error())); \
  declaration = *std::move(result)
