#include <optional>
#include <utility>

#include "gauze/base/read_number.h"
#include "gauze/base/text/utf8.h"
#include "gauze/interpret/query/query.h"
#include "gauze/interpret/query/words.h"

namespace gauze {
namespace {

// Recursive descent without the recursion: the grammar has none.
class Parser {
 public:
  explicit Parser(std::string_view text) : words_(text) {}

  Result<Query> Parse() {
    GAUZE_TRY(Advance());
    Query query;
    while (word_.kind != WordKind::kEnd && !Is("->")) {
      if (!query.when.empty()) {
        GAUZE_TRY(Expect("&"));
      }
      if (query.when.size() == kQueryConditions) return WrongWord("no further condition", word_.at);
      GAUZE_ASSIGN(Condition condition, ParseCondition());
      query.when.push_back(std::move(condition));
    }
    if (Is("->")) {
      GAUZE_TRY(Advance());
      if (word_.kind != WordKind::kEnd) {
        GAUZE_ASSIGN(query.target, ParseTarget());
      }
    }
    if (word_.kind != WordKind::kEnd) return WrongWord("the end of the question", word_.at);
    return CanonicalQuery(std::move(query));
  }

 private:
  bool Is(std::string_view sign) const {
    return word_.kind == WordKind::kSign && word_.text == sign;
  }

  Status Advance() {
    GAUZE_ASSIGN(word_, words_.Next());
    return {};
  }

  Status Expect(std::string_view sign) {
    if (!Is(sign)) return WrongWord(sign, word_.at);
    return Advance();
  }

  // A column or a value.
  Result<std::string> Text(std::string_view what) {
    if (word_.kind != WordKind::kName && word_.kind != WordKind::kQuoted) {
      return WrongWord(what, word_.at);
    }
    std::string text = std::move(word_.text);
    GAUZE_TRY(Advance());
    return text;
  }

  Result<double> Number() {
    const auto number = ReadAll<double>(word_.text);
    if (word_.kind != WordKind::kName || !number) return WrongWord("a number", word_.at);
    GAUZE_TRY(Advance());
    return *number;
  }

  Result<Condition> ParseCondition() {
    Condition condition;
    GAUZE_ASSIGN(condition.column, Text("a column"));
    if (word_.kind == WordKind::kName && word_.text == "in") {
      GAUZE_TRY(Advance());
      if (Is("{")) {
        GAUZE_TRY(ParseSet(condition));
      } else {
        GAUZE_TRY(ParseRange(condition));
      }
      return condition;
    }
    const Word sign = word_;
    for (const std::string_view known : {"=", "<", "<=", ">", ">="}) {
      if (!Is(known)) continue;
      GAUZE_TRY(Advance());
      if (known == "=") {
        GAUZE_ASSIGN(std::string value, Text("a value"));
        condition.values.push_back(std::move(value));
        return condition;
      }
      GAUZE_ASSIGN(const double number, Number());
      const RangeEnd end{.at = number, .included = known.size() == 2};
      (known.front() == '<' ? condition.to : condition.from) = end;
      return condition;
    }
    return WrongWord("one of = < <= > >= in", sign.at);
  }

  Status ParseSet(Condition& condition) {
    do {
      GAUZE_TRY(Advance());  // over { or ,
      if (condition.values.size() == kQueryValues) return WrongWord("no further value", word_.at);
      GAUZE_ASSIGN(std::string value, Text("a value"));
      condition.values.push_back(std::move(value));
    } while (Is(","));
    return Expect("}");
  }

  Status ParseRange(Condition& condition) {
    if (!Is("[") && !Is("(")) return WrongWord("one of { [ (", word_.at);
    RangeEnd from{.included = Is("[")};
    GAUZE_TRY(Advance());
    GAUZE_ASSIGN(from.at, Number());
    GAUZE_TRY(Expect(","));
    RangeEnd to;
    GAUZE_ASSIGN(to.at, Number());
    if (!Is("]") && !Is(")")) return WrongWord("one of ] )", word_.at);
    to.included = Is("]");
    condition.from = from;
    condition.to = to;
    return Advance();
  }

  Result<Target> ParseTarget() {
    Target target;
    GAUZE_ASSIGN(target.column, Text("a column"));
    if (Is("=")) {
      GAUZE_TRY(Advance());
      GAUZE_ASSIGN(target.value, Text("a value"));
    }
    return target;
  }

  Words words_;
  Word word_;
};

}  // namespace

Result<Query> ParseQuery(std::string_view text) {
  if (text.size() > kQueryBytes) {
    return InputError("the question is too long", "", "at most 16 KiB");
  }
  if (const std::size_t at = FindInvalidUtf8(text); at != std::string_view::npos) {
    return WrongWord("UTF-8", at);
  }
  return Parser(text).Parse();
}

}  // namespace gauze
