#include "gauze/base/descriptor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "gauze/base/text/suggest.h"

namespace gauze {
namespace {

using Value = std::variant<std::int64_t, Ratio, std::string, bool, std::vector<std::string>>;

bool Less(const Ratio& a, const Ratio& b) {
  return static_cast<Wide>(a.numerator) * b.denominator <
         static_cast<Wide>(b.numerator) * a.denominator;
}

std::string Bounds(const Parameter& parameter) {
  if (parameter.minimum.empty() && parameter.maximum.empty()) return "";
  if (parameter.maximum.empty()) return " of at least " + parameter.minimum;
  if (parameter.minimum.empty()) return " of at most " + parameter.maximum;
  return fmt::format(" from {} to {}", parameter.minimum, parameter.maximum);
}

tl::unexpected<Error> Wrong(const Parameter& parameter, const std::string& wanted,
                            const std::string& where, std::string hint = "") {
  if (hint.empty()) hint = parameter.summary;
  return InputError(fmt::format("{} must be {}", parameter.name, wanted), where, std::move(hint));
}

Result<Value> ParseOne(const Parameter& parameter, const std::string& text,
                       const std::string& where) {
  switch (parameter.type) {
    case ParameterType::kBoolean:
      if (text != "true" && text != "false") return Wrong(parameter, "true or false", where);
      return text == "true";
    case ParameterType::kChoice:
      if (std::ranges::find(parameter.choices, text) == parameter.choices.end()) {
        return Wrong(parameter, fmt::format("one of {}", fmt::join(parameter.choices, ", ")), where,
                     DidYouMean(text, parameter.choices));
      }
      return text;
    case ParameterType::kAttribute:
      if (text.empty()) return Wrong(parameter, "the name of a column", where);
      return text;
    case ParameterType::kFile:
      if (text.empty()) return Wrong(parameter, "the path of a file", where);
      return text;
    case ParameterType::kNames:
      if (text.empty()) return Wrong(parameter, "a name, or a list of names", where);
      return std::vector<std::string>{text};
    case ParameterType::kColumns:
      return Wrong(parameter, "a map of columns", where);
    case ParameterType::kInteger:
    case ParameterType::kNumber: {
      const bool integer = parameter.type == ParameterType::kInteger;
      const auto number = Ratio::Parse(text);
      const bool inside =
          number && (!integer || number->IsInteger()) &&
          (parameter.minimum.empty() || !Less(*number, *Ratio::Parse(parameter.minimum))) &&
          (parameter.maximum.empty() || !Less(*Ratio::Parse(parameter.maximum), *number));
      if (!inside) {
        return Wrong(parameter, (integer ? "a whole number" : "a number") + Bounds(parameter),
                     where);
      }
      if (integer) return number->numerator / number->denominator;
      return *number;
    }
  }
  Check(false, "unknown parameter type");
  return {};
}

}  // namespace

Result<Parameters> Parameters::Make(const Descriptor& descriptor,
                                    const std::vector<RawParameter>& raw,
                                    const std::string& where) {
  Parameters result;
  std::vector<std::string> known;
  for (const Parameter& parameter : descriptor.parameters) known.push_back(parameter.name);
  for (const RawParameter& given : raw) {
    const auto found = std::ranges::find(descriptor.parameters, given.name, &Parameter::name);
    if (found == descriptor.parameters.end()) {
      return InputError(fmt::format("{} has no parameter \"{}\"", descriptor.name, given.name),
                        given.where, DidYouMean(given.name, known));
    }
    if (result.Has(given.name)) {
      return InputError(fmt::format("{} is given twice", given.name), given.where,
                        "keep one of the two");
    }
    if (found->type == ParameterType::kNames && !given.names.empty()) {
      result.values_.emplace(given.name, given.names);
      result.written_.emplace_back(
          given.name, given.names.size() == 1 ? given.names.front()
                                              : fmt::format("[{}]", fmt::join(given.names, ", ")));
      continue;
    }
    const std::string& text = given.path.empty() ? given.text : given.path;
    GAUZE_ASSIGN(Value value, ParseOne(*found, text, given.where));
    result.values_.emplace(given.name, std::move(value));
    result.written_.emplace_back(given.name, given.text);
  }
  for (const Parameter& parameter : descriptor.parameters) {
    if (parameter.type == ParameterType::kColumns) continue;  // kept beside these
    const bool given = result.Has(parameter.name);
    if (!parameter.only_with.empty()) {
      const bool wanted = result.Has(parameter.only_with) &&
                          result.Text(parameter.only_with) == parameter.only_with_value;
      const std::string condition =
          fmt::format("{}: {}", parameter.only_with, parameter.only_with_value);
      if (wanted && !given && parameter.fallback.empty()) {
        return InputError(
            fmt::format("{} with {} needs {}", descriptor.name, condition, parameter.name), where,
            parameter.summary);
      }
      if (!wanted && given) {
        return InputError(
            fmt::format("{} only has {} with {}", descriptor.name, parameter.name, condition),
            where, "leave it out, or change " + parameter.only_with);
      }
      if (!wanted) continue;
    }
    if (given) continue;
    if (parameter.required()) {
      return InputError(fmt::format("{} needs {}", descriptor.name, parameter.name), where,
                        parameter.summary);
    }
    GAUZE_ASSIGN(Value value, ParseOne(parameter, parameter.fallback, where));
    result.values_.emplace(parameter.name, std::move(value));
  }
  return result;
}

std::int64_t Parameters::Integer(std::string_view name) const {
  return std::get<std::int64_t>(values_.at(std::string(name)));
}
Ratio Parameters::Number(std::string_view name) const {
  return std::get<Ratio>(values_.at(std::string(name)));
}
const std::string& Parameters::Text(std::string_view name) const {
  return std::get<std::string>(values_.at(std::string(name)));
}
bool Parameters::Boolean(std::string_view name) const {
  return std::get<bool>(values_.at(std::string(name)));
}
const std::vector<std::string>& Parameters::Names(std::string_view name) const {
  return std::get<std::vector<std::string>>(values_.at(std::string(name)));
}

void Parameters::MoveFile(std::string_view name, std::string path) {
  values_.at(std::string(name)) = std::move(path);
}

std::string Parameters::Written() const {
  std::vector<std::string> parts;
  for (const auto& [name, text] : written_) parts.push_back(name + "=" + text);
  return fmt::format("({})", fmt::join(parts, ", "));
}

}  // namespace gauze
