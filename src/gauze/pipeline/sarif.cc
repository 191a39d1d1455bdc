#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gauze/base/json.h"
#include "gauze/pipeline/outcome.h"

namespace gauze {
namespace {

struct Rule {
  Outcome::Kind kind;
  const char* id;
  const char* level;
  const char* summary;
};

constexpr std::array kRules = {
    Rule{Outcome::Kind::kBroken, "gauze/promise", "error", "A promise does not hold."},
    Rule{Outcome::Kind::kWarning, "gauze/warning", "warning", "Somebody should look at this."},
    Rule{Outcome::Kind::kWrong, "gauze/input", "error",
         "The policy, a hierarchy or the data is wrong."},
    Rule{Outcome::Kind::kNotDone, "gauze/resource", "error",
         "Memory, disk or permission are missing, and nothing was judged."},
};

// A path as a reference: relative ones stay so.
std::string Uri(const std::string& path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= '0' && byte <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

Json Location(const Outcomes& outcomes, const Outcome& outcome) {
  const Place place = ReadPlace(outcome.where);
  Json location = {
      {"artifactLocation", {{"uri", Uri(place.file.empty() ? outcomes.target : place.file)}}}};
  if (place.line > 0) location["region"]["startLine"] = place.line;
  if (place.column > 0) location["region"]["startColumn"] = place.column;
  return {{"physicalLocation", location}};
}

std::string Sentence(const Outcome& outcome) {
  std::string text = outcome.kind == Outcome::Kind::kBroken
                         ? fmt::format("{}: {}", outcome.name, outcome.message)
                         : outcome.message;
  // What has no file to show it in.
  if (!outcome.where.empty() && ReadPlace(outcome.where).file.empty()) {
    text = fmt::format("{}: {}", outcome.where, text);
  }
  if (!outcome.hint.empty()) text += fmt::format(" (hint: {})", outcome.hint);
  return ValidText(std::move(text));
}

}  // namespace

Json Sarif(const Outcomes& outcomes) {
  Json rules = Json::array();
  for (const Rule& rule : kRules) {
    rules.push_back({{"id", rule.id},
                     {"shortDescription", {{"text", rule.summary}}},
                     {"defaultConfiguration", {{"level", rule.level}}}});
  }
  Json results = Json::array();
  bool judged = true;
  for (const Outcome& outcome : outcomes.found) {
    const auto* const rule = std::ranges::find(kRules, outcome.kind, &Rule::kind);
    if (rule == kRules.end()) continue;
    judged = judged && outcome.kind != Outcome::Kind::kNotDone;
    results.push_back({{"ruleId", rule->id},
                       {"ruleIndex", rule - kRules.begin()},
                       {"level", rule->level},
                       {"message", {{"text", Sentence(outcome)}}},
                       {"locations", Json::array({Location(outcomes, outcome)})}});
  }
  const Json run = {{"tool",
                     {{"driver",
                       {{"name", "Gauze"},
                        {"version", outcomes.version},
                        {"informationUri", "https://gauze.example/cli/"},
                        {"rules", rules}}}}},
                    {"automationDetails", {{"id", fmt::format("gauze/{}/", outcomes.command)}}},
                    {"invocations", Json::array({{{"executionSuccessful", judged}}})},
                    {"columnKind", "unicodeCodePoints"},
                    {"results", results}};
  return {{"$schema",
           "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
           "sarif-schema-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({run})}};
}

}  // namespace gauze
