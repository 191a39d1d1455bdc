#include "gauze/page/in_short.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/page/chart/scale.h"
#include "gauze/page/parts.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostAlike = 3;  // promises of one model that are told one by one

std::vector<std::string> KnownColumns(const Entry& evidence) {
  std::vector<std::string> names;
  for (const Entry& column : evidence["about"]["columns"].items()) {
    if (column["role"].text() == "quasi_identifying") names.push_back(column["name"].text());
  }
  return names;
}

// By how classes are, where no promise says it.
Html LookAlike(const Entry& evidence) {
  const std::vector<std::string> known = KnownColumns(evidence);
  const std::optional<double> fewest = evidence["class_sizes"]["smallest"].number();
  if (known.empty() || !fewest) return {};
  const std::string found =
      *fewest < 2 ? " of a person may find that one person alone. "
                  : fmt::format(" of a person finds at least {} people who look alike. ",
                                Written(*fewest, Unit::kCount));
  return Words("Anyone who knows ") + ListedNames(known) + Words(found);
}

std::size_t CountWords(std::string_view text) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text, ' '));
}

// Sentences that begin alike become one while it is short: "Among people who look alike, illness
// has at least 3 different values, and income has at least 2 different values."
std::string JoinedSentences(const std::vector<std::string>& sentences) {
  std::string all;
  std::string last;
  for (const std::string& sentence : sentences) {
    const std::size_t begin = sentence.find(", ") + 2;
    const bool alike = sentence.find(", ") != std::string::npos && last.ends_with('.') &&
                       last.starts_with(sentence.substr(0, begin)) &&
                       CountWords(last) + CountWords(sentence.substr(begin)) < kMostWordsOfSentence;
    if (alike) {
      last.replace(last.size() - 1, 1, ", and " + sentence.substr(begin));
    } else {
      all += last + (last.empty() ? "" : " ");
      last = sentence;
    }
  }
  return all + last + (last.empty() ? "" : " ");
}

// Promises of one model, by their sentences and the columns that they are about.
struct Kin {
  std::string model;
  std::vector<std::string> sentences;
  std::vector<std::string> columns;
};

std::vector<Kin> ByModel(const Entry& promises) {
  std::vector<Kin> all;
  for (const Entry& promise : promises.items()) {
    const std::string plainly = promise["plainly"].text();
    if (plainly.empty()) continue;
    const std::string model = promise["model"].text();
    auto kin = std::ranges::find(all, model, &Kin::model);
    if (kin == all.end()) kin = all.insert(kin, {model, {}, {}});
    kin->sentences.push_back(plainly);
    kin->columns.push_back(promise["parameters"]["attribute"].text());
  }
  return all;
}

// What was promised and found, each by its model's plain words. Of many alike the first, and whom
// the others are about: their cards tell the rest.
Html Promised(const Entry& evidence) {
  bool alike = false;
  for (const Entry& promise : evidence["promises"].items()) {
    alike = alike || promise["model"].text() == "k_anonymity";
  }
  Html told = alike ? Html() : LookAlike(evidence);
  for (Kin& kin : ByModel(evidence["promises"])) {
    if (kin.sentences.size() <= kMostAlike) {
      told += WithNames(JoinedSentences(kin.sentences), evidence);
      continue;
    }
    kin.columns.erase(kin.columns.begin());
    told += WithNames(kin.sentences.front() + " ", evidence) + Words("Similar bounds hold for ") +
            ListedNames(kin.columns) + Words(". ");
  }
  return told;
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
  const Html told = Promised(evidence) + RowsReleased(evidence) + DetailLost(evidence);
  return told.empty() ? told : Tag{"p", {{"class", "short"}}}(told);
}

}  // namespace gauze::page
