#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gauze/base/xxhash64.h"
#include "gauze/engine/read/packed_rows.h"
#include "gauze/release/distributed/cluster_run.h"

// For cluster_test.cc.

namespace gauze {

// What Spark does in its own SQL, done in the engine's: values are counted, rows look up their
// codes, and what is in a region is handed to whoever makes it.
class PlayedCluster {
 public:
  // Columns that are `carried` beside the codes.
  PlayedCluster(const std::vector<std::string>& parts, std::vector<std::string> carried)
      : parts_(parts), carried_(std::move(carried)) {
    for (const auto& row :
         Rows("SELECT column_name FROM (DESCRIBE SELECT * EXCLUDE (\"gauze rows\") FROM " + All() +
              ")")) {
      names_.push_back(*row[0]);
    }
  }

  std::vector<Database::Row> Rows(const std::string& sql) {
    auto rows = database_.Rows(sql);
    EXPECT_TRUE(rows) << rows.error().Text();
    return *std::move(rows);
  }
  void Run(const std::string& sql) {
    const auto run = database_.Run(sql);
    EXPECT_TRUE(run) << run.error().Text();
  }
  std::string All() const {
    std::vector<std::string> quoted;
    for (const std::string& part : parts_) quoted.push_back(QuoteText(part));
    return fmt::format("read_parquet([{}])", fmt::join(quoted, ", "));
  }

  Status WriteKit(const Policy& policy, const std::string& folder) {
    std::vector<KitColumn> columns;
    for (const std::string& name : names_) {
      KitColumn& column = columns.emplace_back(KitColumn{{.name = name}, IsCarried(name)});
      if (column.carried) continue;
      const std::string file = folder + "/" + name + ".parquet";
      Run(fmt::format(
          "COPY (SELECT {0}, sum(\"gauze rows\")::BIGINT AS n FROM {1} GROUP BY 1 ORDER BY 2, "
          "1) TO {2} (FORMAT parquet)",
          QuoteName(name), All(), QuoteText(file)));
      const auto rows = Rows(fmt::format("SELECT {}::VARCHAR, n FROM read_parquet({})",
                                         QuoteName(name), QuoteText(file)));
      const auto spelled = SpellValues(policy, name, file);
      EXPECT_TRUE(spelled) << spelled.error().Text();
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!(*spelled)[i]) {
          column.spelled.null_rows += NumberIn(rows[i][1]);
          continue;
        }
        column.spelled.values.push_back(*(*spelled)[i]);
        column.spelled.rows.push_back(NumberIn(rows[i][1]));
        values_[name].push_back(rows[i][0].value_or(""));
      }
    }
    return gauze::WriteKit(policy, columns, folder);
  }

  struct Coded {
    std::vector<std::uint64_t> words;
    std::uint64_t hash = 42;
    std::uint64_t rows = 0;
    std::vector<std::optional<std::string>> carried;
  };
  // Every tuple, in whatever part it is; with hashes of these columns.
  std::vector<Coded> Encode(const ClusterTable& table, const std::vector<std::size_t>& deciding) {
    std::vector<Coded> coded;
    std::vector<std::string> cells;
    for (const std::string& name : names_) cells.push_back(QuoteName(name) + "::VARCHAR");
    for (const auto& row :
         Rows(fmt::format("SELECT {}, \"gauze rows\" FROM {}", fmt::join(cells, ", "), All()))) {
      Coded& one = coded.emplace_back();
      one.words.resize(table.words());
      one.rows = NumberIn(row.back());
      std::vector<std::uint64_t> hashes(names_.size());
      for (std::size_t c = 0; c < names_.size(); ++c) {
        if (IsCarried(names_[c])) {
          one.carried.push_back(row[c]);
          continue;
        }
        const auto& values = values_[names_[c]];
        const auto at = row[c] ? std::ranges::find(values, *row[c]) : values.end();
        const auto place = static_cast<std::size_t>(at - values.begin());
        table.input().packing.Put(one.words.data(), c, table.CodesOf(c)[place]);
        hashes[c] = table.HashesOf(c)[place];
      }
      for (const std::size_t c : deciding) one.hash = XxHash64(hashes[c], one.hash);
    }
    return coded;
  }

  using Regions = std::map<std::uint32_t, std::vector<Coded>>;
  static Regions Divide(const ClusterTable& table, const RegionCuts& cuts,
                        const std::vector<Coded>& rows) {
    Regions regions;
    for (const Coded& row : rows) {
      const auto code_of = [&](std::size_t attribute) {
        return table.input().packing.Get(row.words.data(), attribute);
      };
      regions[cuts.Find(code_of)].push_back(row);
    }
    return regions;
  }
  static std::vector<LeafCount> CountLeaves(const ClusterTable& table, const Regions& leaves,
                                            const std::vector<std::size_t>& looked_at) {
    std::vector<LeafCount> counts;
    for (const auto& [leaf, rows] : leaves) {
      for (const Coded& row : rows) {
        counts.push_back({.leaf = leaf, .rows = row.rows});
        for (const std::size_t c : looked_at) {
          counts.push_back({leaf, static_cast<std::uint32_t>(c),
                            table.input().packing.Get(row.words.data(), c), row.rows});
        }
      }
    }
    return counts;
  }

  // A table for a worker.
  void Write(const std::vector<Coded>& rows, bool counted, const std::string& file) {
    std::vector<std::string> columns;
    for (std::size_t w = 0; w < rows[0].words.size(); ++w) {
      columns.push_back(fmt::format("{} UBIGINT", QuoteName(WordColumn(w))));
    }
    for (const std::string& name : names_) {
      if (IsCarried(name)) columns.push_back(QuoteName(name) + " VARCHAR");
    }
    if (counted) columns.push_back("\"gauze rows\" BIGINT");
    Run(fmt::format("CREATE OR REPLACE TABLE rows ({})", fmt::join(columns, ", ")));
    std::vector<std::string> lines;
    for (const Coded& row : rows) {
      std::vector<std::string> cells;
      for (const std::uint64_t word : row.words) cells.push_back(std::to_string(word));
      for (const auto& cell : row.carried) cells.push_back(cell ? QuoteText(*cell) : "NULL");
      if (counted) cells.push_back(std::to_string(row.rows));
      const std::size_t times = counted ? 1 : row.rows;
      lines.insert(lines.end(), times, fmt::format("({})", fmt::join(cells, ", ")));
    }
    Run(fmt::format("INSERT INTO rows VALUES {}", fmt::join(lines, ", ")));
    Run(fmt::format("COPY rows TO {} (FORMAT parquet)", QuoteText(file)));
  }

 private:
  bool IsCarried(const std::string& name) const {
    return std::ranges::find(carried_, name) != carried_.end();
  }

  Database database_ = Database::Open({1, ""}).value();
  std::vector<std::string> parts_;
  std::vector<std::string> carried_;
  std::vector<std::string> names_;
  std::map<std::string, std::vector<std::string>> values_;  // as they come, by column
};

}  // namespace gauze
