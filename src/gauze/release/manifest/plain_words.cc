#include "gauze/release/manifest/plain_words.h"

#include <fmt/format.h>

#include <vector>

#include "gauze/model/class_model.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/promise/table_promises.h"

namespace gauze {
namespace {

constexpr std::size_t kMostNamed = 6;  // columns in a sentence

// "age, sex and zip"; "age, sex, zip, town, job and 5 more columns"
std::string KnownColumns(const Json& manifest) {
  std::vector<std::string> names;
  for (const Json& column : manifest.at("columns")) {
    if (column.at("role") == Name(Role::kQuasiIdentifying)) names.push_back(column.at("name"));
  }
  if (names.size() > kMostNamed) {
    const std::size_t more = names.size() - (kMostNamed - 1);
    names.resize(kMostNamed - 1);
    names.push_back(fmt::format("{} more columns", more));
  }
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    list += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return list;
}

std::string Told(const Json& manifest, const Json& promise, double worst) {
  std::vector<RawParameter> parameters;
  for (const auto& [name, text] : promise.at("parameters").items()) {
    parameters.push_back({name, text.get<std::string>(), "", ""});
  }
  const auto model = promise.at("model").get<std::string>();
  const auto entry = MakeEntry(model, parameters, TheCatalog(), "");
  if (!entry) return "";
  const TablePromiseEntry* of_table = FindTablePromise(model);
  const auto words = of_table != nullptr ? of_table->plain_words : FindModel(model)->plain_words;
  return words(entry->parameters, worst, KnownColumns(manifest));
}

}  // namespace

std::string PlainWords(const Json& manifest, const Json& promise, const Json& worst) {
  try {
    return Told(manifest, promise, worst.get<double>());
  } catch (const Json::exception&) {
    return "";
  }
}

std::string PlainWords(const Json& manifest, const Json& promise) {
  const Json::json_pointer worst("/worst_class/value");
  return promise.contains(worst) ? PlainWords(manifest, promise, promise.at(worst)) : "";
}

}  // namespace gauze
