#include "given.h"

#include <filesystem>

#include "gauze/base/json.h"
#include "gauze/release/files/memory_budget.h"

namespace gauze::python {

std::string Text(const Json& options, const char* name) {
  return options.contains(name) && options[name].is_string() ? options[name].get<std::string>()
                                                             : "";
}

std::vector<std::string> Texts(const Json& options, const char* name) {
  return options.value(name, std::vector<std::string>());
}

unsigned Threads(const Json& options) { return options.value("threads", 0U); }

PolicyText PolicyOf(const Json& options) {
  if (!options.contains("policy")) return {};
  const Json& policy = options["policy"];
  return {.file = Text(policy, "file"), .text = Text(policy, "text")};
}

Result<std::uint64_t> Memory(const Json& options) {
  if (!options.contains("memory")) return 0;
  const Json& memory = options["memory"];
  return ParseBytes(memory.is_string() ? memory.get<std::string>() : memory.dump());
}

Result<InputArgument> InputArgument::Take(const Json& options, const char* name, Streams& streams,
                                          Progress& progress) {
  InputArgument given;
  GAUZE_ASSIGN(given.memory_, Memory(options));
  if (!options.contains(name)) return given;
  const Json& what = options[name];
  given.path_ = Text(what, "path");
  if (!what.contains("stream")) return given;
  std::string temp = Text(options, "temp");
  if (temp.empty()) temp = std::filesystem::temp_directory_path().string();
  GAUZE_ASSIGN(KeptTable table,
               KeptTable::Keep(streams.at(what["stream"].get<std::size_t>()),
                               {.memory = given.memory_, .temp = std::move(temp)}, progress));
  given.table_.emplace(std::move(table));
  return given;
}

Json InputArgument::types() const {
  Json types = Json::array();
  if (!table_) return types;
  for (const ArrowType& type : table_->types()) {
    types.push_back({{"name", type.name}, {"sql", type.sql}, {"dictionary", type.dictionary}});
  }
  return types;
}

}  // namespace gauze::python
