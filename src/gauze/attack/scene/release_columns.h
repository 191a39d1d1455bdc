#pragma once

#include <string>
#include <vector>

#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/labels/description.h"

namespace gauze::labels {

// Which columns of one or several releases are read as what, and how, as SQL.
class ReleaseColumns {
 public:
  // One release: a view, the cells of quasi-identifiers and then of sensitive columns, and how many
  // people a line stands for.
  struct Read {
    std::string view;
    std::vector<std::string> expressions;
    std::string count;
  };

  // Opens each release as a view and finds its columns. A range in two columns, age_from and
  // age_to, is read as one column. Fails when a release lacks a column that is described.
  static Result<ReleaseColumns> Find(Database& database, const std::vector<std::string>& releases,
                                     const Description& description);

  const std::vector<ColumnDescription>& quasi_identifiers() const { return quasi_identifiers_; }
  const std::vector<std::string>& sensitive() const { return sensitive_; }
  const std::vector<Read>& reads() const { return reads_; }
  // Columns that are nothing of these, each with the reason, for people.
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  struct Opened {
    std::string file;
    std::string view;
    std::vector<std::string> names;  // a range in two columns once
    std::vector<std::string> expressions;
    std::string count;
  };

  Result<Opened> Open(Database& database, const std::string& path, const Description& description);
  Status FindCount(Database& database, const Description& description, Opened& release);
  Result<bool> IsDifferentInEveryRow(Database& database, const Opened& release, std::size_t column);
  Status Recognise(Database& database, const Description& description);
  Status AddRead(const Opened& release);

  std::vector<Opened> opened_;
  std::vector<ColumnDescription> quasi_identifiers_;
  std::vector<std::string> sensitive_;
  std::vector<Read> reads_;
  std::vector<std::string> left_out_;
};

}  // namespace gauze::labels
