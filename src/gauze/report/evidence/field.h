#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/release/manifest/manifest.h"

namespace gauze::report {

enum class Holding : std::uint8_t {
  kText,
  kFlag,
  kCount,
  kNumber,
  kValue,  // a number, or a date as text
};

// What the public form does with a field.
enum class Shown : std::uint8_t {
  kKeep,
  kDrop,
  kCoarsen,  // a count below kSmallCount becomes kFewer
};

inline constexpr std::uint64_t kSmallCount = 10;
inline constexpr const char* kFewer = "fewer than 10";

// A field of the document: where it is, what it holds, and what of it is public. The lists of all
// sections together are the one place that says what a document may hold: schema and public form
// are made from them, and whatever they do not name is not public.
//
// The path begins at the section: ".rows" is a member, "[]" an element of a list, "{}" a member of
// any name; "?" behind a step says that it may be absent.
struct Field {
  std::string_view path;
  Holding holding;
  Shown shown;
};

// Fields as the tree of the document that they describe.
struct FieldTree {
  enum class Kind : std::uint8_t { kLeaf, kObject, kMap, kList };

  std::string name;  // in the object above
  Kind kind = Kind::kLeaf;
  bool optional = false;
  Holding holding = Holding::kText;  // of a leaf
  Shown shown = Shown::kKeep;
  // Members by name; the one element of a map or list.
  std::vector<FieldTree> children;

  void Add(std::string_view path, const Field& field);

  // Something below is public.
  bool IsPublic() const;
  // What of `json` is public; nothing: null.
  Json Public(const Json& json) const;
  Json Schema() const;
};

}  // namespace gauze::report
