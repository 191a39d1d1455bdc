#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/table/attribute.h"
#include "gauze/taxonomy/knowledge.h"
#include "gauze/verify/open_file.h"
#include "gauze/verify/verdict.h"

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

// A promise that a file is said to keep.
struct Claim {
  std::string text;  // "k_anonymity(k=5)"
  std::optional<VerifiedColumn> column;
  std::optional<VerifiedKnowledge> knowledge;
  std::string sql;  // SELECT class, value, holds; see ModelEntry::verification_sql
  bool worst_is_largest = false;
  // Persons may have several rows, and the file does not tell them apart: rows are counted.
  bool counts_rows = false;
  // What the verdict says in words (Verdict::in_words), from its figures and the classes of the
  // file.
  std::function<std::string(const Verdict&, std::uint64_t classes)> in_words;
  // For a promise about the table as a whole, instead of the SQL.
  std::function<Result<Verdict>(Database&, const FileUnderTest&, Progress&)> judge;
};

}  // namespace gauze
