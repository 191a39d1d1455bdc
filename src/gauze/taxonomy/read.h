#pragma once

#include <string>
#include <string_view>

#include "gauze/base/error.h"
#include "gauze/taxonomy/taxonomy.h"

namespace gauze {

// Reads a hierarchy file. The ending and the first line decide the form:
//   *.json   a tree: {"*": {"Government": ["Federal", "State"], "Private": []}}; an object's keys
//            are nodes, an array's strings and keys with an empty array or object are leaves;
//            the outermost "*" may be left out
//   else     CSV, one leaf per line, leaf first, top last ("Bachelors;Undergraduate;Higher;*").
//            Separator ';' if the first line has one outside quotes (ARX's form), else ','.
//            Quotes as in RFC 4180. A last column that is "*" throughout is the root; without it
//            the root is added. Empty cells at the end of a line are ignored (ragged depth), and
//            so are blank lines. A value that is empty text is written "".
// Errors carry the file and the line and name the rule that is broken, never a label.
Result<Taxonomy> ReadTaxonomy(const std::string& path);

// The same from text that is already in memory; `name` stands for the file in errors, and its
// ending decides the form.
Result<Taxonomy> ParseTaxonomy(std::string_view text, const std::string& name);

// ARX's form with every path padded to the same length by repeating the node, so that other tools
// can read it: column h holds nodes of height at most h. Values are quoted where needed.
std::string WriteTaxonomyCsv(const Taxonomy& taxonomy);

}  // namespace gauze
