#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"

// What a command found, one thing after another, in the two forms that programs around it
// understand: JUnit, in which a promise is a test that passes or fails, and SARIF, in which what is
// wrong has a file and a line. Neither says more than the command prints: counts, columns and
// places, never a cell.

namespace gauze {

struct Outcome {
  enum class Kind : std::uint8_t {
    kHolds,    // a promise does
    kBroken,   // a promise does not
    kWarning,  // somebody should look at it
    kWrong,    // the policy, a hierarchy or the data is: nothing was judged
    kNotDone,  // memory, disk or permission were missing: nothing was judged
  };
  Kind kind;
  std::string name;     // "k_anonymity(k=5)", or what could not be judged
  std::string message;  // what was found
  std::string where;    // "policy.yaml:7:3", "data.csv", "column age", or empty
  std::string hint;
};

struct Outcomes {
  std::string command;  // "verify"
  std::string target;   // the file or folder that it was about: where things are that have no place
  std::string version;  // of Gauze
  double seconds = 0;
  std::vector<Outcome> found;
};

// An error of a command, which is then all that it found.
Outcome OutcomeOf(const Error& error, const std::string& name);

// One suite, with one case for everything but warnings, which are its output.
std::string JUnit(const Outcomes& outcomes);

// SARIF 2.1.0: everything but what holds.
Json Sarif(const Outcomes& outcomes);

// Bytes that are not UTF-8, which a path may hold, become "?".
std::string ValidText(std::string text);

// The parts of a place.
struct Place {
  std::string file;
  int line = 0;    // from 1; 0: none
  int column = 0;  // from 1; 0: none
};
// "policy.yaml:7:3", "data.csv:12", or a file that is there; no file for anything else.
Place ReadPlace(const std::string& where);

}  // namespace gauze
