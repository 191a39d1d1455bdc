#include <fmt/format.h>

#include <algorithm>

#include "gauze/pipeline/outcome.h"

namespace gauze {
namespace {

// Text of an element or an attribute. XML has none of the control characters that a path may hold:
// they become "?".
std::string Xml(std::string_view text) {
  std::string xml;
  for (const char c : ValidText(std::string(text))) {
    const bool control = static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
    if (c == '&') {
      xml += "&amp;";
    } else if (c == '<') {
      xml += "&lt;";
    } else if (c == '>') {
      xml += "&gt;";
    } else if (c == '"') {
      xml += "&quot;";
    } else if (c == '\n') {
      xml += "&#10;";  // an attribute would lose it
    } else {
      xml += control ? '?' : c;
    }
  }
  return xml;
}

std::string Placed(const Outcome& outcome) {
  return outcome.where.empty() ? outcome.message
                               : fmt::format("{}: {}", outcome.where, outcome.message);
}

std::string Full(const Outcome& outcome) {
  return outcome.hint.empty() ? Placed(outcome)
                              : fmt::format("{}\nhint: {}", Placed(outcome), outcome.hint);
}

struct Form {
  const char* element;  // of what did not pass
  const char* type;
};

Form FormOf(Outcome::Kind kind) {
  switch (kind) {
    case Outcome::Kind::kBroken:
      return {"failure", "promise"};
    case Outcome::Kind::kWrong:
      return {"error", "input"};
    case Outcome::Kind::kNotDone:
      return {"error", "resource"};
    default:
      return {nullptr, nullptr};
  }
}

std::string Case(const Outcomes& outcomes, const Outcome& outcome) {
  const Form form = FormOf(outcome.kind);
  std::string group = outcomes.command;  // "attack.linkage"
  std::ranges::replace(group, ' ', '.');
  std::string text =
      fmt::format(R"(    <testcase classname="gauze.{}" name="{}")", Xml(group), Xml(outcome.name));
  if (form.element == nullptr) return text + "/>\n";
  return text +
         fmt::format(">\n      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n    </testcase>\n",
                     form.element, Xml(outcome.message), form.type, Xml(Full(outcome)));
}

}  // namespace

std::string JUnit(const Outcomes& outcomes) {
  const auto count = [&](auto condition) {
    return std::ranges::count_if(outcomes.found, condition);
  };
  const auto warnings =
      count([](const Outcome& outcome) { return outcome.kind == Outcome::Kind::kWarning; });
  const auto failures =
      count([](const Outcome& outcome) { return outcome.kind == Outcome::Kind::kBroken; });
  const auto errors = count([](const Outcome& outcome) {
    return outcome.kind == Outcome::Kind::kWrong || outcome.kind == Outcome::Kind::kNotDone;
  });
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"gauze {} {}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "time=\"{:.3f}\">\n",
      Xml(outcomes.command), Xml(outcomes.target),
      static_cast<std::ptrdiff_t>(outcomes.found.size()) - warnings, failures, errors,
      outcomes.seconds);
  std::string printed;
  for (const Outcome& outcome : outcomes.found) {
    if (outcome.kind == Outcome::Kind::kWarning) {
      printed += fmt::format("warning: {}\n", Full(outcome));
    } else {
      text += Case(outcomes, outcome);
    }
  }
  if (!printed.empty()) text += fmt::format("    <system-out>{}</system-out>\n", Xml(printed));
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace gauze
