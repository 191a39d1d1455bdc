#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/labels/description.h"

namespace gauze::labels {
namespace {

// A range in two columns, age_from and age_to, is read as one by the name of its column.
void AddColumn(const Json& column, Description& made) {
  const auto role = column.at("role").get<std::string>();
  const auto shown = column.at("released_as").get<std::vector<std::string>>();
  if (shown.empty()) return;
  if (role == "quasi_identifying") {
    const bool bounds = shown.size() == 2;
    made.quasi_identifiers.push_back(
        {.name = bounds ? column.at("name").get<std::string>() : shown.front()});
    return;
  }
  auto& names = role == "sensitive" ? made.sensitive : made.ignored;
  names.insert(names.end(), shown.begin(), shown.end());
}

// "mondrian(choose=loss, labels=set)" prints the narrowest labels that hold a class, but on cells
// or on a grid, whose steps the manifest does not tell: whether those are tight is then recognised.
std::optional<bool> TightnessOf(const std::string& transform) {
  const auto has = [&](std::string_view text) { return transform.find(text) != std::string::npos; };
  if (has("boxes=cells")) return false;
  if (has("labels=") && !has("grid=")) return true;
  return std::nullopt;
}

}  // namespace

Result<std::optional<Description>> DescribeManifest(const std::string& release) {
  const std::string path = (std::filesystem::path(release) / "manifest.json").string();
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  GAUZE_ASSIGN(const std::string text, ReadFile(path));
  const Json manifest = ParseJson(text);
  if (!manifest.is_object() || !manifest.contains("columns")) return std::nullopt;
  Description made;
  try {
    for (const Json& column : manifest.at("columns")) AddColumn(column, made);
    made.tight = TightnessOf(manifest.value("transform", ""));
  } catch (const Json::exception&) {
    return InputError("the section `columns` of the manifest cannot be read", path,
                      "the manifest was changed by hand: ask its sender for another copy");
  }
  return made;
}

}  // namespace gauze::labels
