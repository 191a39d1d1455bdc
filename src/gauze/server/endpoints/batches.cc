// POST /v1/batches: many questions and trees in one request, decided in their order.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/server/endpoints/asking.h"
#include "gauze/server/endpoints/endpoints.h"
#include "gauze/server/endpoints/fields.h"

namespace gauze::server {
namespace {

constexpr std::size_t kMostItems = 1024;

// Only a tree has a root.
Result<Asked> ReadItem(const std::string& item) {
  const auto json = ParseJson<nlohmann::json>(item);
  if (json.is_object() && json.contains("root")) {
    return TreeFromJson(item).map([](TreeQuery tree) { return Asked(std::move(tree)); });
  }
  return QueryFromJson(item).map([](Query query) { return Asked(std::move(query)); });
}

// What of an answer follows from shown cells: nodes that are refused, in the order in which they
// were decided, and aliases, grades and thresholds that stay as they are. Numbers do not, nor
// whether they are withheld, so a rehearsal that costs nothing must not tell either.
struct Outline {
  nlohmann::json refused_nodes = nlohmann::json::array();
  std::set<std::string> left;
  std::uint64_t nodes = 0;

  void Add(const nlohmann::json& node) {
    if (node.contains("refused")) {
      refused_nodes.push_back({{"node", nodes}, {"refused", node["refused"]}});
    }
    if (node.contains("left")) left.merge(node["left"].get<std::set<std::string>>());
    ++nodes;
    for (const char* side : {"yes", "no"}) {
      if (node.contains(side)) Add(node[side]);
    }
  }
  // A condition, or the target of a rule.
  void AddCell(const nlohmann::json& cell) {
    if (cell.contains("refused") && cell["shown"].is_string())
      left.insert(cell["shown"].get<std::string>());
    if (cell.contains("refused") && cell["shown"].is_object()) {
      for (const char* end : {"from", "to"}) {
        if (cell["shown"].contains(end)) left.insert(cell["shown"][end].dump());
      }
    }
    if (!cell.contains("values")) return;
    for (const nlohmann::json& value : cell["values"]) AddCell(value);
  }
};

std::string OutlineOf(const Ruling& ruling) {
  const auto answer = ParseJson<nlohmann::json>(ruling.decision.answer_json);
  Outline outline;
  nlohmann::json item = {{"repeat", ruling.paid}, {"cost", ruling.cost()}};
  if (answer.contains("root")) {
    outline.Add(answer["root"]);
    item["refused_nodes"] = outline.refused_nodes;
  } else {
    for (const nlohmann::json& condition : answer["when"]) outline.AddCell(condition);
    if (answer.contains("target")) outline.AddCell(answer["target"]);
  }
  item["left"] = outline.left;
  return item.dump();
}

std::string ItemOf(const Ruling& ruling, bool rehearsed) {
  if (!ruling.answered()) return fmt::format("{{\"refused\":\"{}\"}}", ruling.refusal);
  if (rehearsed) return OutlineOf(ruling);
  return fmt::format("{{\"repeat\":{},\"cost\":{},\"answer\":{}}}", ruling.paid, ruling.cost(),
                     ruling.decision.answer_json);
}

}  // namespace

Verdict InterpretBatch(Desk& desk, const Call& call) {
  Fields fields(call.request.body);
  const std::string project = fields.Text("project", kLongestId);
  const std::string release = fields.Text("release", kLongestId);
  const std::vector<std::string> items = fields.Parts("items", kMostItems);
  const bool rehearsed = fields.Flag("dry_run");
  if (!fields.Finish()) return Refused(400, "malformed", fields.fault());
  const Standing standing = StandingOf(desk.state, call.caller, project, release);
  if (standing.release == nullptr) return RefusedBy(kRight, "");
  std::vector<Asked> questions;
  for (const std::string& item : items) {
    auto question = ReadItem(item);
    if (!question) {
      return Refused(400, "malformed",
                     fmt::format("items[{}] is not a question or a tree as "
                                 "docs/interpretation.md describes them",
                                 questions.size()),
                     project);
    }
    questions.push_back(*std::move(question));
  }
  const VaultIndex& index = standing.release->gate.index();
  if (rehearsed && !index.group_of().empty() && index.groups() < index.rows()) {
    return Refused(422, "several_rows",
                   "trying sets of rows would tell which of them are one person's: ask without "
                   "dry_run, what is refused costs nothing",
                   project);
  }

  Asking asking = rehearsed ? Asking::Rehearsal(standing) : Asking(standing);
  std::vector<std::string> told;
  nlohmann::json counted = nlohmann::json::array();
  std::uint64_t cost = 0;
  std::string first_refusal;
  bool answered = false;
  for (const Asked& question : questions) {
    const Ruling ruling = asking.Ask(question);
    told.push_back(ItemOf(ruling, rehearsed));
    cost += ruling.cost();
    answered = answered || ruling.answered();
    if (first_refusal.empty()) first_refusal = ruling.refusal;
    if (ruling.counts()) counted.push_back(ruling.decision.question);
  }
  const std::string joined = fmt::format("[{}]", fmt::join(told, ","));
  Verdict verdict;
  verdict.response.body =
      fmt::format("{{\"number\":{},\"dry_run\":{},\"cost\":{},\"questions_left\":{},\"items\":{}}}",
                  desk.audit_number, rehearsed, cost, asking.QuestionsLeft(), joined);
  verdict.project = project;
  verdict.decision = rehearsed ? "done" : answered ? "answered" : "refused";
  if (verdict.decision == "refused") verdict.reason = first_refusal;
  if (verdict.decision == "answered") {
    StoreAnswered(desk, standing, "batch", counted.empty() ? std::string() : counted.dump(),
                  joined);
  }
  return verdict;
}

}  // namespace gauze::server
