#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/database.h"
#include "gauze/policy/policy.h"
#include "gauze/table/attribute.h"
#include "gauze/taxonomy/knowledge.h"
#include "gauze/verify/open_file.h"

// Does a file keep a promise? SQL over the file itself. This room cannot include the models or the
// transforms: the conditions arrive as SQL text (docs/adr/0005), so a mistake in the code that made
// a release is not repeated by the code that judges it. Cells get here by one of two readers
// (docs/adr/0026), of which one is DuckDB alone.

namespace gauze {

// A column that a claim is about, as far as its order and its tree matter to a distance.
struct VerifiedColumn {
  struct Node {
    std::string label;         // only leaves' are read; empty for the leaf of a nameless value
    std::uint32_t parent = 0;  // index; the root's is itself
    std::uint32_t height = 0;
    bool leaf = false;
  };
  struct Compared {
    std::optional<std::string> value;  // none: missing
    std::uint64_t rows = 0;
    bool nameless = false;  // no file shows the value, and nobody is told which it is

    bool operator==(const Compared&) const = default;
  };

  std::string name;
  Attribute attribute;     // its type, and how its cells are spelled
  std::vector<Node> tree;  // root first, depth first; empty: no hierarchy, or nobody looks at it
  // What classes are compared with, in the order of values. Empty: with the whole file. With a
  // nameless value in it, every value of the file must be there, if with 0 rows.
  std::vector<Compared> reference;
};

// A knowledge table that a claim about sets is judged by.
struct VerifiedKnowledge {
  std::shared_ptr<const Knowledge> table;
  std::vector<double> prior;  // share of each label; empty: the claim compares with none
};

struct Verdict;

struct Claim {
  std::string text;  // "k_anonymity(k=5)"
  std::optional<VerifiedColumn> column;
  std::optional<VerifiedKnowledge> knowledge;
  std::string sql;  // SELECT class, value, holds; see ModelEntry::verification_sql
  bool worst_is_largest = false;
  // For a promise about the table as a whole, in the place of the SQL.
  std::function<Result<Verdict>(Database&, const FileUnderTest&, Progress&)> judge;
};

struct Verdict {
  std::string claim;
  bool holds = false;
  std::uint64_t failing_classes = 0;
  // The worst class, the smallest of several, named by the row (from 1) of the file where it first
  // appears (0: not looked for): never by its values.
  double worst_value = 0;
  std::uint64_t worst_rows = 0;
  std::uint64_t worst_first_row = 0;
  std::string of = "class";  // what was judged one by one: "record", "attack"
  std::uint64_t judged = 0;  // how many of them; classes where it is 0
  std::vector<std::pair<std::string, double>> figures;  // more to tell of the whole file

  std::string OfMany() const { return of == "class" ? "classes" : of + "s"; }
};

struct Verification {
  std::uint64_t rows = 0;
  std::uint64_t classes = 0;
  std::map<std::uint64_t, std::uint64_t> class_sizes;  // rows of a class -> classes
  std::vector<Verdict> verdicts;

  bool holds() const;
};

// An error means that nothing was judged; also that rows got lost on the way (check_sums.h).
Result<Verification> VerifyFile(Database& database, const FileUnderTest& file,
                                const std::vector<Claim>& claims, Progress& progress);

// Number, date or text: what every value of a column can be read as. For files without a policy.
Result<ValueType> GuessColumnType(Database& database, const FileUnderTest& file,
                                  const std::string& column);

// Do two files hold the same rows, in any order, over the columns of the first? For the private
// copy that carries persons.
Result<bool> SameRows(Database& database, const FileUnderTest& released,
                      const FileUnderTest& with_persons);

}  // namespace gauze
