#pragma once

#include <string>
#include <vector>

#include "gauze/engine/database.h"
#include "gauze/engine/encoded_columns.h"
#include "gauze/engine/source.h"
#include "gauze/engine/verify.h"

// Private to engine/: a file as classes, in tables that claims are judged from.

namespace gauze {

// Every wanted column is in the file. Names are suggested only if at least one is: otherwise the
// file may have no header, and its "names" are cells.
Status CheckNamed(const std::vector<std::string>& wanted, const SourceColumns& columns,
                  const std::string& path);

// SQL for a cell as text. An empty cell, NULL and the markers are all missing, in every format.
std::string CellOrNull(const std::string& name, const std::vector<std::string>& markers);

// Reads the file once, each distinct spelling as an id, and makes
//   classes(class BIGINT, rows BIGINT, persons BIGINT, and the words behind a class)
//   cells(class BIGINT, s0 UBIGINT, s1 …, n BIGINT, and person if the file tells persons apart)
//                                                               if there are claimed columns
//   spelled<i>(id UBIGINT, value VARCHAR)                       canonical: "1.0" and "1" are one
// Columns get names of ours, so none can clash.
class FileClasses {
 public:
  static Result<FileClasses> Make(Database& database, const FileUnderTest& file,
                                  const std::vector<VerifiedColumn>& claimed);

  // The first row of the file, from 1, that belongs to one of these classes (SQL).
  Result<std::uint64_t> FirstRow(const std::string& classes);

 private:
  FileClasses(Database& database, EncodedColumns quasi, EncodedColumns claimed);

  // From the view `file` or its plain form.
  Status Read(const std::string& view, const FileUnderTest& file, std::size_t claimed);
  Status MakeTables(const FileUnderTest& file, std::size_t claimed);
  Status MakeSpelled(std::size_t index, const Attribute& attribute);
  // "a0, a1, a2" for as many as there are words.
  std::string List(const std::string& letter, std::size_t size) const;

  Database* database_;
  EncodedColumns quasi_;
  EncodedColumns claimed_;
};

}  // namespace gauze
