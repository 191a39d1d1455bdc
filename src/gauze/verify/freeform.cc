#include "gauze/verify/freeform.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/base/read_number.h"
#include "gauze/engine/duckdb/cell_or_null.h"
#include "gauze/verify/check_sums.h"
#include "gauze/verify/exact_threats.h"
#include "gauze/verify/threat_scales.h"

namespace gauze {
namespace {

constexpr std::size_t kNodesAtOnce = 500;

std::string Joined(const std::vector<std::string>& parts, const char* by = ", ") {
  return fmt::format("{}", fmt::join(parts, by));
}

// The tables of one search, all of them temporary:
//   shown(rest, g0, g1 …, n)          rows of the file; `rest` is what other columns show
//   node<i>(node, parent, depth, observable, sensitivity, scale)
//   above<i>(shown, node)             every node at or above one that is shown
//   critical<i>(shown, node)          those of them that an adversary starts from
//   target<i>(shown, node, scope, …)  those that he is after; `scope` is the lowest observable
//   support(x…, scope, support)       rows that match X and show something below the scope
class Search {
 public:
  Search(Database& database, const FileUnderTest& file, const FreeformClaim& claim)
      : database_(database), file_(file), claim_(claim) {}

  Result<FreeformFindings> Run() {
    GAUZE_TRY(Read());
    if (findings_.unknown_rows > 0) return findings_;
    for (std::size_t i = 0; i < claim_.columns.size(); ++i) GAUZE_TRY(MakeNodes(i));
    for (std::size_t i = 0; i < claim_.columns.size(); ++i) {
      GAUZE_TRY(MakeSuspicions(i));
      GAUZE_TRY(Judge("each", HasSmallScales(claim_.columns[i], largest_), kNearAlone));
      if (!claim_.any) continue;
      const std::uint64_t common = CommonScale(claim_.columns[i], largest_);
      GAUZE_TRY(MakeSums(i, common));
      GAUZE_TRY(Judge("sums", common > 0, NearSums()));
    }
    return findings_;
  }

 private:
  Status Read() {
    GAUZE_ASSIGN(const SourceColumns columns, OpenFile(database_, file_, "guarded_file"));
    std::vector<std::string> wanted = file_.quasi_identifiers;
    for (const GuardedColumn& column : claim_.columns) wanted.push_back(column.name);
    GAUZE_TRY(CheckNamed(wanted, columns, file_.paths.front()));

    std::vector<std::string> rest;
    for (const std::string& name : file_.quasi_identifiers) {
      const bool guarded =
          std::ranges::find(claim_.columns, name, &GuardedColumn::name) != claim_.columns.end();
      if (guarded) continue;
      rest.push_back(
          fmt::format("q{} := {}", rest.size(), CellOrNull(name, file_.missing_markers)));
    }
    std::vector<std::string> cells;
    std::vector<std::string> nodes;
    std::string joins;
    for (std::size_t i = 0; i < claim_.columns.size(); ++i) {
      GAUZE_TRY(MakeLabels(i));
      cells.push_back(
          fmt::format("{} AS c{}", CellOrNull(claim_.columns[i].name, file_.missing_markers), i));
      nodes.push_back(fmt::format("l{}.node AS g{}", i, i));
      joins +=
          fmt::format(" LEFT JOIN label{} l{} ON l{}.label IS NOT DISTINCT FROM c{}", i, i, i, i);
    }
    GAUZE_TRY(database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE cells AS SELECT {} AS rest, {}, count(*)::HUGEINT AS n FROM "
        "guarded_file GROUP BY ALL",
        rest.empty() ? "0" : fmt::format("struct_pack({})", Joined(rest)), Joined(cells))));
    GAUZE_TRY(
        database_.Run("CREATE OR REPLACE TEMP TABLE rests AS SELECT rest, row_number() OVER () "
                      "AS id FROM (SELECT DISTINCT rest FROM cells)"));
    GAUZE_TRY(database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE shown AS SELECT rests.id AS rest, {}, n FROM cells JOIN "
        "rests ON rests.rest = cells.rest{}",
        Joined(nodes), joins)));
    std::vector<std::string> unknown;
    for (std::size_t i = 0; i < claim_.columns.size(); ++i) {
      unknown.push_back(fmt::format("g{} IS NULL", i));
    }
    GAUZE_TRY(CheckOneNumber(database_, {"SELECT coalesce(sum(n), 0) FROM cells",
                                         "SELECT coalesce(sum(n), 0) FROM shown"}));
    GAUZE_ASSIGN(const std::uint64_t rows, Number("SELECT coalesce(sum(n), 0) FROM shown"));
    largest_ = LargestScale(rows);
    GAUZE_ASSIGN(findings_.unknown_rows,
                 Number("SELECT coalesce(sum(n), 0) FROM shown WHERE " + Joined(unknown, " OR ")));
    return {};
  }

  Status MakeLabels(std::size_t i) {
    GAUZE_TRY(database_.Run(
        fmt::format("CREATE OR REPLACE TEMP TABLE label{} (label VARCHAR, node INTEGER)", i)));
    GAUZE_TRY(database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE node{} (node INTEGER, parent INTEGER, depth INTEGER, "
        "observable BOOLEAN, sensitivity HUGEINT, scale HUGEINT)",
        i)));
    const auto& nodes = claim_.columns[i].nodes;
    std::vector<int> depth(nodes.size());
    for (std::size_t first = 0; first < nodes.size(); first += kNodesAtOnce) {
      std::vector<std::string> labels;
      std::vector<std::string> rows;
      for (std::size_t node = first; node < std::min(nodes.size(), first + kNodesAtOnce); ++node) {
        const auto& [label, parent, observable, sensitivity, scale] = nodes[node];
        if (node > 0) depth[node] = depth[parent] + 1;
        labels.push_back(fmt::format("({}, {})", label ? QuoteText(*label) : "NULL", node));
        rows.push_back(fmt::format("({}, {}, {}, {}, {}, {})", node, parent, depth[node],
                                   observable, sensitivity, scale));
      }
      GAUZE_TRY(database_.Run(fmt::format("INSERT INTO label{} VALUES {}", i, Joined(labels))));
      GAUZE_TRY(database_.Run(fmt::format("INSERT INTO node{} VALUES {}", i, Joined(rows))));
    }
    return {};
  }

  Status MakeNodes(std::size_t i) {
    GAUZE_TRY(database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE above{0} AS WITH RECURSIVE up(shown, node) AS (SELECT "
        "DISTINCT g{0}, g{0} FROM shown UNION SELECT up.shown, node{0}.parent FROM up JOIN node{0} "
        "USING (node)) SELECT shown, node FROM up",
        i)));
    GAUZE_TRY(database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE critical{0} AS SELECT a.shown, a.node FROM above{0} a JOIN "
        "node{0} v USING (node) WHERE v.observable AND (a.node IN (SELECT shown FROM above{0}) OR "
        "EXISTS (SELECT 1 FROM above{0} b JOIN node{0} w ON w.node = b.node WHERE w.parent = "
        "a.node AND w.node <> w.parent AND NOT w.observable))",
        i)));
    // The lowest observable node above a target is the deepest one above.
    return database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE target{0} AS SELECT a.shown, a.node, v.parent, v.depth, "
        "v.sensitivity, v.scale, {1} AS scope FROM above{0} a JOIN node{0} v USING (node) WHERE "
        "NOT v.observable AND v.sensitivity > 0",
        i,
        claim_.own ? fmt::format("(SELECT arg_max(o.node, o.depth) FROM above{0} b JOIN node{0} o "
                                 "ON o.node = b.node WHERE b.shown = a.shown AND o.observable)",
                                 i)
                   : std::string("0")));
  }

  // each(x…, node, scope, threat, scale, support): what an adversary who knows X suspects of
  // column `target`. The threat is over `scale` times `support`.
  Status MakeSuspicions(std::size_t target) {
    std::vector<std::string> known = {"rest"};
    std::vector<std::string> selected = {"rest"};
    std::string joins;
    for (std::size_t i = 0; i < claim_.columns.size(); ++i) {
      if (i == target) continue;
      known.push_back(fmt::format("x{}", i));
      selected.push_back(fmt::format("k{}.node AS x{}", i, i));
      joins += fmt::format(" JOIN critical{0} k{0} ON k{0}.shown = g{0}", i);
    }
    known_ = Joined(known);
    GAUZE_TRY(database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE expanded AS SELECT {}, g{} AS shown, sum(n)::HUGEINT AS n "
        "FROM shown{} GROUP BY ALL",
        Joined(selected), target, joins)));
    const std::string scopes =
        claim_.own ? fmt::format(
                         "SELECT shown, node AS scope FROM above{0} JOIN node{0} USING "
                         "(node) WHERE observable",
                         target)
                   : std::string("SELECT DISTINCT shown, 0 AS scope FROM expanded");
    GAUZE_TRY(database_.Run(
        fmt::format("CREATE OR REPLACE TEMP TABLE support AS SELECT {}, scope, sum(n)::HUGEINT AS "
                    "support FROM expanded JOIN ({}) USING (shown) GROUP BY ALL",
                    known_, scopes)));
    return database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE each AS WITH hits AS (SELECT {0}, scope, node, parent, "
        "depth, scale, sum(n)::HUGEINT * sensitivity AS threat FROM expanded JOIN target{1} USING "
        "(shown) GROUP BY {0}, scope, node, parent, depth, scale, sensitivity) SELECT hits.*, "
        "support FROM hits JOIN support USING ({0}, scope)",
        known_, target));
  }

  // sums(x…, scope, threat, scale, support): the chance of some guarded value. Of a node and what
  // is below it, the larger counts; from the deepest level up. In units of one over `common`, or
  // rounded if that is 0.
  Status MakeSums(std::size_t target, std::uint64_t common) {
    GAUZE_ASSIGN(const std::uint64_t deepest, Number("SELECT coalesce(max(depth), 0) FROM each"));
    GAUZE_TRY(database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE best AS SELECT {0}, scope, node, parent, depth, support, {1} "
        "AS value FROM each",
        known_,
        common > 0 ? fmt::format("threat * ({}::HUGEINT // scale)", common)
                   : std::string("threat / scale::DOUBLE"))));
    for (std::uint64_t depth = deepest; depth > 0; --depth) {
      GAUZE_TRY(database_.Run(fmt::format(
          "CREATE OR REPLACE TEMP TABLE best AS SELECT {0}, scope, b.node, b.parent, b.depth, "
          "support, CASE WHEN b.depth = {1} THEN greatest(b.value, coalesce(below.value, 0)) ELSE "
          "b.value END AS value FROM best b LEFT JOIN (SELECT {0}, scope, parent AS node, "
          "sum(value) AS value FROM best WHERE depth = {2} GROUP BY ALL) below USING ({0}, scope, "
          "node)",
          known_, depth, depth + 1)));
    }
    // Guarded values below an observable node are below every one above it, too.
    GAUZE_TRY(database_.Run(
        "CREATE OR REPLACE TEMP TABLE enclosing AS " +
        (claim_.own
             ? fmt::format(
                   "SELECT DISTINCT b.node AS inner_scope, c.node AS scope FROM above{0} b JOIN "
                   "above{0} c USING (shown) JOIN node{0} v ON v.node = b.node JOIN node{0} w ON "
                   "w.node = c.node WHERE v.observable AND w.observable AND w.depth <= v.depth",
                   target)
             : std::string("SELECT 0 AS inner_scope, 0 AS scope"))));
    return database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE sums AS WITH tops AS (SELECT {0}, scope AS inner_scope, "
        "value FROM best b WHERE NOT EXISTS (SELECT 1 FROM target{1} t WHERE t.node = b.parent)), "
        "totals AS (SELECT {0}, scope, sum(value) AS threat FROM tops JOIN enclosing USING "
        "(inner_scope) GROUP BY ALL) SELECT totals.*, {2} AS scale, support FROM totals JOIN "
        "support USING ({0}, scope)",
        known_, target, std::max<std::uint64_t>(common, 1)));
  }

  // SQL for what each attack of the table `near` suspects, to be decided one by one: of `each` only
  // itself, of `sums` all that was added up.
  static constexpr const char* kNearAlone =
      "SELECT attack, support, scope, node, parent, depth, threat, scale FROM near";
  std::string NearSums() const {
    return fmt::format(
        "SELECT attack, near.support, inner_scope, node, parent, depth, e.threat, e.scale FROM "
        "near "
        "JOIN enclosing USING (scope) JOIN (SELECT * RENAME (scope AS inner_scope) FROM each) AS e "
        "USING ({}, inner_scope)",
        known_);
  }

  // `exact`: numbers are small enough to be compared in HUGEINT.
  Status Judge(const std::string& table, bool exact, const std::string& suspected) {
    const std::string above =
        exact ? fmt::format("threat * {}::HUGEINT > support * scale * {}::HUGEINT",
                            claim_.threat.denominator, claim_.threat.numerator)
              : ClearlyAbove(claim_.threat);
    GAUZE_ASSIGN(
        const auto rows,
        database_.Rows(fmt::format(
            "SELECT count(*), count(*) FILTER ({1}), coalesce(max(threat::DOUBLE / scale / "
            "support), 0), coalesce(arg_max(support, row(threat::DOUBLE / scale / support, "
            "-support)), 0) FROM {0}",
            table, above)));
    if (!exact) {
      GAUZE_ASSIGN(const std::uint64_t near,
                   BreachesNear(database_, table, suspected, claim_.threat));
      findings_.breaches += near;
    }
    const auto& row = rows.front();
    findings_.attacks += std::stoull(row[0].value_or("0"));
    findings_.breaches += std::stoull(row[1].value_or("0"));
    const double worst = ReadNumber(row[2].value_or("0"));
    const std::uint64_t support = std::stoull(row[3].value_or("0"));
    // Of equal threats the one with fewest rows, so that it is the same one in any order of rows.
    if (worst > findings_.worst_threat ||
        (worst == findings_.worst_threat && support < findings_.worst_support)) {
      findings_.worst_threat = worst;
      findings_.worst_support = support;
    }
    return {};
  }

  Result<std::uint64_t> Number(const std::string& sql) {
    GAUZE_ASSIGN(const auto rows, database_.Rows(sql));
    return std::stoull(rows.front().front().value_or("0"));
  }

  Database& database_;
  const FileUnderTest& file_;
  const FreeformClaim& claim_;
  std::string known_;
  std::uint64_t largest_ = 1;
  FreeformFindings findings_;
};

}  // namespace

Result<FreeformFindings> FindFreeformBreaches(Database& database, const FileUnderTest& file,
                                              const FreeformClaim& claim) {
  return Search(database, file, claim).Run();
}

}  // namespace gauze
