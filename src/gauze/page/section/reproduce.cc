#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"
#include "gauze/page/text.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostLines = 400;
constexpr std::size_t kMostLine = 200;  // characters

// Line by line: a text with line breaks would lose them.
Html Lines(std::string_view text) {
  Html lines;
  for (std::size_t count = 0; !text.empty() && count < kMostLines; ++count) {
    const std::size_t end = text.find('\n');
    lines += Tag{"code"}(Words(Shortened(text.substr(0, end), kMostLine)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return Tag{"pre", {{"tabindex", "0"}}}(lines);
}

Html ShowReproduce(const Entry& evidence) {
  const Entry reproduce = evidence["reproduce"];
  Html shown;
  if (const std::string command = reproduce["command"].text(); !command.empty())
    shown += Lines(command);
  std::vector<Fact> facts = FactsOf(reproduce["versions"]);
  std::erase_if(facts, [](const Fact& fact) { return fact.value.empty(); });
  shown += Facts(facts);
  for (const Entry& input : evidence["about"]["inputs"].items()) {
    shown += Tag{"p"}(Words("input ") + Named(input["name"].text()) + Words(", SHA-256 ") +
                      Tag{"code"}(Named(input["sha256"].text(), 100)));
  }
  if (const std::string policy = reproduce["policy"].text(); !policy.empty()) {
    shown += Folded("The policy", Lines(policy));
  }
  return shown;
}

}  // namespace

Section ReproduceSection() {
  return {"reproduce", "How can it be made again?", ShowReproduce, true};
}

}  // namespace gauze::page
