#include "operations.h"

#include "cluster.h"
#include "gauze/attack/report_json.h"
#include "gauze/base/json.h"
#include "gauze/base/text/suggest.h"
#include "gauze/base/threads.h"
#include "gauze/engine/read/read_as_arrow.h"
#include "gauze/ledger/append/append.h"
#include "gauze/ledger/append/ledger.h"
#include "gauze/policy/schema/parameter_schema.h"
#include "gauze/policy/schema/schema.h"
#include "gauze/release/compare/compare_policies.h"
#include "gauze/release/compare/plan.h"
#include "gauze/release/inspect/assess_risk.h"
#include "gauze/release/inspect/verify_release.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/manifest/manifest_schema.h"
#include "gauze/release/run/check_policy.h"
#include "gauze/release/run/explain_release.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/release/run/run.h"
#include "gauze/report/evidence/evidence.h"
#include "gauze/report/release_bundle.h"
#include "given.h"
#include "prepare.h"

namespace gauze::python {
namespace {

RunOptions RunOptionsOf(const Json& options, const InputArgument& source) {
  RunOptions run{.policy = PolicyOf(options),
                 .source = source.path(),
                 .out = Text(options, "out"),
                 .internal = Text(options, "internal"),
                 .threads = Threads(options),
                 .memory = source.memory(),
                 .temp = Text(options, "temp")};
  run.counted = options.value("counted", false);
  if (options.value("parquet", false)) run.format = ReleaseFormat::kParquet;
  return run;
}

Result<Json> DoRun(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  RunOptions run = RunOptionsOf(options, source);
  // What a cluster counts is no release yet.
  if (!run.counted) run.complete = report::AddPublicReport(run.threads, progress);
  GAUZE_ASSIGN(const RunReport report, Run(run, progress));
  return Json{{"manifest", report.manifest}, {"run", report.run}, {"types", source.types()}};
}

// Several policies by name, or one with values of its parameters.
Result<Json> DoCompare(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  const RunOptions run = RunOptionsOf(options, source);
  if (options.contains("sweeps")) return CompareSweep(run, Texts(options, "sweeps"), progress);
  std::vector<NamedPolicy> policies;
  for (const Json& policy : options.at("policies")) {
    policies.push_back({Text(policy, "name"), PolicyOf(policy)});
  }
  return ComparePolicies(policies, run, progress);
}

Result<Json> DoPlan(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  return PlanRun(RunOptionsOf(options, source), progress);
}

Result<Json> DoCheck(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  return CheckPolicy(RunOptionsOf(options, source), progress);
}

Result<Json> DoExplain(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  const RunOptions run = RunOptionsOf(options, source);
  if (const std::string column = Text(options, "column"); !column.empty()) {
    return ExplainColumn(run, column, progress);
  }
  return ExplainRow(run, options.value("row", std::uint64_t{0}), progress);
}

VerifyOptions VerifyOptionsOf(const Json& options, const InputArgument& target,
                              const InputArgument& source) {
  return {.target = target.path(),
          .policy = PolicyOf(options),
          .qi = Texts(options, "qi"),
          .claims = Texts(options, "claims"),
          .sensitive = Texts(options, "sensitive"),
          .source = source.path(),
          .weight = Text(options, "weight"),
          .threads = Threads(options)};
}

Result<Json> DoVerify(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument target,
               InputArgument::Take(options, "target", streams, progress));
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  VerifyOptions verify = VerifyOptionsOf(options, target, source);
  if (const std::string name = Text(options, "reader"); !name.empty()) {
    const auto reader = ReaderFromName(name);
    if (!reader) {
      return InputError("there is no such reader", "reader", DidYouMean(name, ReaderNames()));
    }
    verify.reader = *reader;
  }
  GAUZE_ASSIGN(const VerifyReport report, VerifyRelease(verify, progress));
  return ReportJson(report);
}

Result<Json> DoMeasure(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument target,
               InputArgument::Take(options, "target", streams, progress));
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  GAUZE_ASSIGN(const auto measured, MeasureRelease(VerifyOptionsOf(options, target, source)));
  Json measures = Json::object();
  for (const Figure& figure : measured.figures) measures[figure.name] = figure.value;
  return measures;
}

Result<Json> DoBundleKeys(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const bundle::SigningKeys keys, bundle::MakeSigningKeys());
  const std::string secret = Text(options, "name") + ".key";
  const std::string open = Text(options, "name") + ".pub";
  GAUZE_TRY(WriteSigningKeys(keys, secret, open));
  return Json{{"secret", secret}, {"public", open}};
}

Result<Json> DoBundle(const Json& options, Streams& /*streams*/, Progress& progress) {
  GAUZE_ASSIGN(const report::BundleReport packed,
               report::BundleRelease({.parts = {.release = Text(options, "release"),
                                                .policy = Text(options, "policy_file"),
                                                .report = Text(options, "report")},
                                      .key = Text(options, "key"),
                                      .out = Text(options, "out"),
                                      .threads = Threads(options)},
                                     progress));
  return PackedJson(packed);
}

Result<Json> DoVerifyBundle(const Json& options, Streams& /*streams*/, Progress& progress) {
  GAUZE_ASSIGN(const report::BundleVerdict verdict,
               report::VerifyBundle({.file = Text(options, "bundle"),
                                     .key = Text(options, "key"),
                                     .temp = Text(options, "temp"),
                                     .threads = Threads(options)},
                                    progress));
  return VerdictJson(verdict);
}

Result<Json> DoRisk(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  GAUZE_ASSIGN(const InputArgument released,
               InputArgument::Take(options, "released", streams, progress));
  return AssessRisk({.run = RunOptionsOf(options, source),
                     .released = released.path(),
                     .deltas = options.value("deltas", std::vector<double>()),
                     .factors = options.value("factors", std::vector<double>()),
                     .records = Text(options, "records"),
                     .picture = Text(options, "picture"),
                     .suppress = options.value("suppress", false),
                     .decide = options.value("decide", false)},
                    progress);
}

Result<Json> DoAttack(const Json& options, Streams& streams, Progress& progress) {
  const std::string name = Text(options, "attack");
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  const auto limit = LimitThreads(Threads(options));
  for (const AttackEntry& attack : Attacks()) {
    if (attack.descriptor.name != name) continue;
    // Releases of a growing table have no one original.
    const bool original = !attack.several || !source.path().empty();
    GAUZE_ASSIGN(const Policy policy, original ? LoadForRun(RunOptionsOf(options, source))
                                               : LoadPolicy(PolicyOf(options)));
    GAUZE_ASSIGN(const AttackReport report,
                 attack.run({.releases = Texts(options, "releases"),
                             .policy = policy,
                             .victims = options.value("victims", std::uint64_t{0}),
                             .threads = Threads(options),
                             .newcomers = Texts(options, "newcomers"),
                             .known = Texts(options, "known")},
                            progress));
    return ReportJson(attack, report);
  }
  return InputError("there is no such attack", "attack", "gauze.attack lists them");
}

Result<Json> DoLedgerInit(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_TRY(InitLedger(PolicyOf(options).file, Text(options, "ledger")));
  return Json::object();
}

Result<Json> DoLedgerAppend(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const InputArgument batch, InputArgument::Take(options, "batch", streams, progress));
  AppendOptions append{.ledger = Text(options, "ledger"),
                       .memory = batch.memory(),
                       .threads = Threads(options),
                       .seal = options.value("seal", false)};
  if (!batch.path().empty()) append.batch = {batch.path()};
  append.complete = report::AddPublicReport(append.threads, progress);
  return AppendBatch(append, progress);
}

Result<Json> DoLedgerStatus(const Json& options, Streams& /*streams*/, Progress& progress) {
  return LedgerStatus(Text(options, "ledger"), progress);
}

Result<Json> DoLedgerLog(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  return LedgerLog(Text(options, "ledger"));
}

Result<Json> DoLedgerVerify(const Json& options, Streams& /*streams*/, Progress& progress) {
  GAUZE_ASSIGN(const LedgerVerdict verdict,
               VerifyLedger(Text(options, "ledger"), Threads(options), progress));
  return Json{{"holds", verdict.holds}, {"damage", verdict.damage}, {"releases", verdict.releases}};
}

// A policy that is wrong is refused when it is made.
Result<Json> DoPolicy(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const Policy policy, LoadPolicy(PolicyOf(options)));
  Json attributes = Json::object();
  for (const PolicyAttribute& attribute : policy.attributes) {
    attributes[attribute.attribute.name] = Name(attribute.attribute.role);
  }
  return Json{{"attributes", attributes}, {"sources", policy.sources}};
}

// Everything that has a descriptor, for functions that are made from them.
Result<Json> DoCatalog(const Json& /*options*/, Streams& /*streams*/, Progress& /*progress*/) {
  Json catalog = Json::object();
  for (const CatalogSection& section : CatalogSections()) {
    catalog[section.title] = Json::array();
    for (const Descriptor* descriptor : section.descriptors) {
      catalog[section.title].push_back(DescriptorJson(*descriptor));
    }
  }
  for (const AttackEntry& attack : Attacks()) {
    Json entry = DescriptorJson(attack.descriptor);
    entry["several"] = attack.several;
    entry["knows"] = attack.knows;
    catalog["attacks"].push_back(std::move(entry));
  }
  return catalog;
}

Result<Json> DoSchema(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  return options.value("manifest", false) ? Json(ManifestSchema())
                                          : Json(PolicySchema(TheCatalog()));
}

}  // namespace

const std::vector<Operation>& Operations() {
  static const std::vector<Operation> kOperations = [] {
    std::vector<Operation> all = {
        {"run", DoRun},
        {"compare", DoCompare},
        {"plan", DoPlan},
        {"check", DoCheck},
        {"explain", DoExplain},
        {"verify", DoVerify},
        {"measure", DoMeasure},
        {"bundle_keys", DoBundleKeys},
        {"bundle", DoBundle},
        {"verify_bundle", DoVerifyBundle},
        {"risk", DoRisk},
        {"attack", DoAttack},
        {"ledger_init", DoLedgerInit},
        {"ledger_append", DoLedgerAppend},
        {"ledger_status", DoLedgerStatus},
        {"ledger_log", DoLedgerLog},
        {"ledger_verify", DoLedgerVerify},
        {"policy", DoPolicy},
        {"catalog", DoCatalog},
        {"schema", DoSchema},
    };
    for (const auto* more : {&PrepareOperations(), &ClusterOperations()}) {
      all.insert(all.end(), more->begin(), more->end());
    }
    return all;
  }();
  return kOperations;
}

Status Read(const Json& options, ArrowArrayStream& stream) {
  ArrowReadOptions read{.paths = Texts(options, "paths")};
  if (options.value("csv", false)) read.dialect.delimiter = ",";
  if (options.contains("types")) {
    for (const Json& type : options["types"]) {
      read.types.push_back({Text(type, "name"), Text(type, "sql"), type["dictionary"].get<bool>()});
    }
  }
  return ReadAsArrow(read, stream);
}

}  // namespace gauze::python
