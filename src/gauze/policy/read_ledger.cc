#include "gauze/policy/read_ledger.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/text/suggest.h"
#include "gauze/policy/keys.h"

namespace gauze {

Result<LedgerSection> ReadLedgerSection(const YamlReader& yaml, const EntryReader& reader,
                                        const std::vector<const Descriptor*>& methods,
                                        const YAML::Node& node) {
  LedgerSection ledger{.where = yaml.Where(node)};
  GAUZE_ASSIGN(const auto entries, yaml.Map(node, "ledger", keys::kLedger));
  for (const auto& [key, value, where] : entries) {
    if (key == "method" && !value.IsScalar()) {
      GAUZE_ASSIGN(ledger.method, reader.Entry(value, "method", methods));
      continue;
    }
    GAUZE_ASSIGN(const std::string text, yaml.Scalar(value, key));
    const auto one_of = [&](const std::vector<std::string>& known) -> Result<std::size_t> {
      const auto found = std::ranges::find(known, text);
      if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
      return InputError(fmt::format("unknown {} \"{}\"", key, text), yaml.Where(value),
                        DidYouMean(text, known));
    };
    if (key == "method") {
      GAUZE_ASSIGN(const std::size_t index, one_of(NamesOf(methods)));
      GAUZE_ASSIGN(ledger.method, EntryReader::Default(methods[index], where));
    } else if (key == "publish") {
      GAUZE_ASSIGN(const std::size_t index, one_of(keys::kPublish));
      ledger.publish = static_cast<Publish>(index);
    } else if (key == "key" || key == "change") {
      (key == "key" ? ledger.key : ledger.change) = text;
    } else {
      GAUZE_ASSIGN(const std::size_t index, one_of({"false", "true"}));
      (key == "strict" ? ledger.strict : ledger.accept_known_holes) = index == 1;
    }
  }
  if (ledger.method.descriptor == nullptr) {
    GAUZE_ASSIGN(ledger.method, EntryReader::Default(methods.front(), ledger.where));
  }
  return ledger;
}

}  // namespace gauze
