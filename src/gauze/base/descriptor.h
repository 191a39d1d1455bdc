#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/ratio.h"

// One description of a model, measure, transform or hierarchy builder feeds everything that shows
// or checks it: `gauze models`, the policy's JSON Schema, error messages, and the docs test.

namespace gauze {

enum class ParameterType : std::uint8_t {
  kInteger,    // 64-bit
  kNumber,     // a decimal, kept exactly as a Ratio
  kChoice,     // one of `choices`
  kBoolean,    // true or false
  kAttribute,  // the name of a column
  kFile,       // a file; in a policy its path is relative to the policy's folder
  kNames,      // one name or a list of them
  kColumns,    // a map of columns, each with `fields` of its own; see PolicyEntry::columns
};

struct Parameter {
  std::string name;
  ParameterType type = ParameterType::kInteger;
  std::string summary;   // what it means and what a larger value does
  std::string fallback;  // value when left out; empty: must be given
  std::string minimum;   // inclusive bounds for numbers, as text; empty: none
  std::string maximum;
  std::vector<std::string> choices;  // for kChoice
  std::string role = "sensitive";    // for kAttribute: what the column must be
  std::vector<Parameter> fields;     // for kColumns: what is said of each column
  // Another parameter and its value under which this one must be given, and otherwise must not:
  // recursive (c,l)-diversity alone has a `c`.
  std::string only_with;
  std::string only_with_value;

  bool required() const { return fallback.empty() && only_with.empty(); }
};

struct Descriptor {
  std::string name;     // as written in the policy: "k_anonymity"
  std::string summary;  // one line
  std::vector<Parameter> parameters;
  std::string guarantees;   // what holds for a release, one sentence
  std::string not_covered;  // what an adversary may still do, one sentence
  std::string reference;    // paper, or definition
};

// A parameter as somebody wrote it, with the place to name in an error ("policy.yaml:9:5").
struct RawParameter {
  std::string name;
  std::string text;
  std::string where;
  std::string path;                // for a kFile: where it is, if not where `text` says
  std::vector<std::string> names;  // for kNames, instead of `text`
};

// Values that satisfied their descriptor; there is no other way to make one.
class Parameters {
 public:
  // Checks names, types, bounds, choices and conditions; fills in fallbacks. `where` is the place
  // of the whole entry, named when a parameter is missing.
  static Result<Parameters> Make(const Descriptor& descriptor, const std::vector<RawParameter>& raw,
                                 const std::string& where);

  bool Has(std::string_view name) const { return values_.contains(std::string(name)); }
  std::int64_t Integer(std::string_view name) const;
  Ratio Number(std::string_view name) const;
  const std::string& Text(std::string_view name) const;  // choices, attributes, paths of files
  bool Boolean(std::string_view name) const;
  const std::vector<std::string>& Names(std::string_view name) const;

  // The file of a kFile that is given lies here now; it stays written as it was.
  void MoveFile(std::string_view name, std::string path);

  // "(k=5)", "(attribute=disease, kind=distinct, l=3)": fallbacks that were not written are left
  // out.
  std::string Written() const;
  // The same as pairs of name and text, in the order they were written.
  const std::vector<std::pair<std::string, std::string>>& written() const { return written_; }

 private:
  using Value = std::variant<std::int64_t, Ratio, std::string, bool, std::vector<std::string>>;

  std::map<std::string, Value> values_;
  std::vector<std::pair<std::string, std::string>> written_;
};

}  // namespace gauze
