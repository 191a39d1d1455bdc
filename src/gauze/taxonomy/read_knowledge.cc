#include "gauze/taxonomy/read_knowledge.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/text/utf8.h"
#include "gauze/taxonomy/csv_records.h"
#include "gauze/taxonomy/json_place.h"

namespace gauze {
namespace {

bool IsBlank(const CsvRecord& record) {
  return record.cells.size() == 1 && record.cells[0].text.empty() && !record.cells[0].quoted;
}

Result<Knowledge> ParseCsv(std::string_view text, const std::string& name,
                           std::string_view term_separator) {
  KnowledgeBuilder builder;
  CsvScanner scanner(text, name);
  bool header = true;
  bool one_term_a_line = false;
  while (!scanner.AtEnd()) {
    GAUZE_ASSIGN(const CsvRecord record, scanner.Next());
    if (IsBlank(record)) continue;
    const std::string where = fmt::format("{}:{}", name, record.line);
    if (record.cells.size() != 2) {
      return InputError(fmt::format("the line has {} column{} instead of 2", record.cells.size(),
                                    record.cells.size() == 1 ? "" : "s"),
                        where,
                        "a cell that contains the separator of the columns must be in quotes");
    }
    const std::string& label = record.cells[0].text;
    const std::string& last = record.cells[1].text;
    if (header) {
      one_term_a_line = last == "term";
      if (label != "label" || (last != "terms" && !one_term_a_line)) {
        return InputError("the first line is not a known header", where,
                          "write \"label,terms\" for one label per line, or \"label,term\" for one "
                          "term per line");
      }
      header = false;
    } else if (one_term_a_line) {
      GAUZE_TRY(builder.AddTerm(label, last, where));
    } else {
      GAUZE_TRY(builder.Add(label, SplitTerms(last, term_separator), where));
    }
  }
  return builder.Finish(name);
}

// Events and not a parsed document, because a document forgets keys that are written twice.
class JsonReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  JsonReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Result<Knowledge> Read() {
    const bool good = nlohmann::json::sax_parse(CountingIterator(text_.begin(), &place_),
                                                CountingIterator(text_.end(), &place_), this);
    if (!good) return tl::unexpected(std::move(error_));
    return builder_.Finish(name_);
  }

  bool start_object(std::size_t /*elements*/) override {
    if (depth_ != 0) return RefuseForm();
    depth_ = 1;
    return true;
  }
  bool key(string_t& key) override {
    label_ = key;
    where_ = Where();
    return true;
  }
  bool start_array(std::size_t /*elements*/) override {
    if (depth_ != 1) return RefuseForm();
    depth_ = 2;
    terms_.clear();
    return true;
  }
  bool string(string_t& text) override {
    if (depth_ != 2) return RefuseForm();
    terms_.push_back(text);
    return true;
  }
  bool end_array() override {
    depth_ = 1;
    const Status added = builder_.Add(label_, terms_, where_);
    if (!added) error_ = added.error();
    return added.has_value();
  }
  bool end_object() override { return true; }
  bool null() override { return RefuseForm(); }
  bool boolean(bool /*value*/) override { return RefuseForm(); }
  bool number_integer(number_integer_t /*value*/) override { return RefuseForm(); }
  bool number_unsigned(number_unsigned_t /*value*/) override { return RefuseForm(); }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override {
    return RefuseForm();
  }
  bool binary(binary_t& /*value*/) override { return RefuseForm(); }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*exception*/) override {
    return Refuse("this is not JSON", "look for a missing comma, quote or bracket just before");
  }

 private:
  std::string Where() const { return fmt::format("{}:{}:{}", name_, place_.line, place_.column); }
  bool Refuse(std::string message, std::string hint) {
    error_ = Error{ErrorCode::kInput, std::move(message), Where(), std::move(hint)};
    return false;
  }
  bool RefuseForm() {
    return Refuse("this is not an object of labels with arrays of terms",
                  "write {\"flu\": [\"cough\", \"headache\"]}");
  }

  std::string_view text_;
  const std::string& name_;
  JsonPlace place_;
  KnowledgeBuilder builder_;
  int depth_ = 0;  // 1 in the object, 2 in an array
  std::string label_;
  std::string where_;  // of the label
  std::vector<std::string> terms_;
  Error error_;
};

}  // namespace

Result<Knowledge> ReadKnowledge(const std::string& path, std::string_view term_separator) {
  GAUZE_ASSIGN(const std::string text, ReadFile(path));
  return ParseKnowledge(text, path, term_separator);
}

Result<Knowledge> ParseKnowledge(std::string_view text, const std::string& name,
                                 std::string_view term_separator) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return InputError("the file is UTF-16", name,
                      "save it as UTF-8, or convert it: iconv -f utf-16 -t utf-8");
  }
  if (const std::size_t bad = FindInvalidUtf8(text); bad != std::string_view::npos) {
    const auto line = 1 + std::ranges::count(text.substr(0, bad), '\n');
    return InputError("the file is not UTF-8", fmt::format("{}:{}", name, line),
                      "save it as UTF-8, or convert it: iconv -f latin1 -t utf-8");
  }
  return name.ends_with(".json") ? JsonReader(text, name).Read()
                                 : ParseCsv(text, name, term_separator);
}

}  // namespace gauze
