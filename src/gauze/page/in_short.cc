#include "gauze/page/in_short.h"

#include <fmt/format.h>

#include "gauze/page/chart/scale.h"
#include "gauze/page/parts.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostNamed = 6;  // columns in a sentence

// "age, sex and zip", "age, sex, zip and 5 more columns".
Html ListedNames(const std::vector<std::string>& names) {
  const std::size_t named = names.size() <= kMostNamed ? names.size() : kMostNamed - 1;
  Html list;
  for (std::size_t i = 0; i < named; ++i) {
    const bool last = i + 1 == names.size();
    if (i > 0) list += Words(last ? " and " : ", ");
    list += Named(names[i]);
  }
  if (named < names.size()) {
    list += Words(fmt::format(" and {} more columns", names.size() - named));
  }
  return list;
}

std::vector<std::string> KnownColumns(const Entry& evidence) {
  std::vector<std::string> names;
  for (const Entry& column : evidence["about"]["columns"].items()) {
    if (column["role"].text() == "quasi_identifying") names.push_back(column["name"].text());
  }
  return names;
}

// As the promise was found to hold; without one, as classes are.
std::optional<double> FewestAlike(const Entry& evidence) {
  for (const Entry& promise : evidence["promises"].items()) {
    if (promise["model"].text() != "k_anonymity") continue;
    return promise["holds"].flag().value_or(false) ? promise["worst"]["value"].number()
                                                   : std::nullopt;
  }
  return evidence["class_sizes"]["smallest"].number();
}

Html LookAlike(const Entry& evidence) {
  const std::vector<std::string> known = KnownColumns(evidence);
  const std::optional<double> fewest = FewestAlike(evidence);
  if (known.empty() || !fewest) return {};
  const std::string found =
      *fewest < 2 ? " of a person may find that one person alone. "
                  : fmt::format(" of a person finds at least {} people who look alike. ",
                                Written(*fewest, Unit::kCount));
  return Words("Anyone who knows ") + ListedNames(known) + Words(found);
}

// "Among them, diagnosis has at least 3 different values, and income at least 2."
Html LeftOpen(const Entry& evidence) {
  Html list;
  for (const Entry& promise : evidence["promises"].items()) {
    const Entry parameters = promise["parameters"];
    const std::optional<double> values = promise["worst"]["value"].number();
    if (promise["model"].text() != "l_diversity" || parameters["kind"].text() != "distinct" ||
        !promise["holds"].flag().value_or(false) || !values) {
      continue;
    }
    const bool first = list.empty();
    list += Words(first ? "Among people who look alike, " : ", and ") +
            Named(parameters["attribute"].text()) +
            Words(fmt::format("{} at least {}{}", first ? " has" : "",
                              Written(*values, Unit::kCount), first ? " different values" : ""));
  }
  return list.empty() ? list : list + Words(". ");
}

Html RowsReleased(const Entry& evidence) {
  const Entry about = evidence["about"];
  const std::string in = about["rows_in"].shown();
  const std::string out = about["rows"].shown();
  if (in.empty() || out.empty()) return {};
  if (in == out) return Words(fmt::format("All {} rows are released. ", out));
  const bool waits = about["kind"].text() == "ledger";
  return Words(fmt::format("{} of {} rows are released; the others {}. ", out, in,
                           waits ? "wait" : "are left out"));
}

Html DetailLost(const Entry& evidence) {
  const std::optional<double> mean = evidence["measures"]["ncp"].number();
  if (!mean) return {};
  Html told = Words(
      fmt::format("Of the detail of these columns, {} was lost", Written(*mean, Unit::kShare)));
  std::string most;
  double highest = 0;
  for (const Entry& column : evidence["loss"].items()) {
    const double lost = column["ncp"].number().value_or(0);
    if (lost <= highest) continue;
    highest = lost;
    most = column["attribute"].text();
  }
  if (!most.empty()) {
    told += Words(", most of all in ") + Named(most) +
            Words(fmt::format(" ({})", Written(highest, Unit::kShare)));
  }
  return told + Words(".");
}

}  // namespace

Html InShort(const Entry& evidence) {
  if (!evidence["about"]) return {};
  const Html told =
      LookAlike(evidence) + LeftOpen(evidence) + RowsReleased(evidence) + DetailLost(evidence);
  return told.empty() ? told : Tag{"p", {{"class", "short"}}}(told);
}

}  // namespace gauze::page
