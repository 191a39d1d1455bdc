#include "gauze/policy/document/document.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "gauze/base/json.h"

namespace gauze {
namespace {

// Any text that JSON can hold, with what YAML reads as something else among it.
rc::Gen<std::string> AnyText() {
  const auto piece = rc::gen::element<std::string>(
      "a", "Z", "_", "-", ".", "/", " ", ":", "#", "\"", "\\", "'", "\n", "\r", "\t", "{", "}", "[",
      "]", ",", "&", "*", "!", "|", ">", "%", "@", "`", "?", "~", "0", "1", "e", "true", "null",
      "ä", "\u0080", "\u0085", "\u00a0", "\u2028", "\ufeff", "\u0001", "\u007f", "<<", "---", "...",
      "😀");
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                      [](const std::vector<std::string>& pieces) {
                        std::string text;
                        for (const std::string& each : pieces) text += each;
                        return text.substr(0, text.size() > 40 ? 0 : text.size());
                      });
}

Json AnyValue(int depth) {
  switch (*rc::gen::inRange(0, depth > 3 ? 6 : 9)) {
    case 0:
      return nullptr;
    case 1:
      return *rc::gen::arbitrary<bool>();
    case 2:
      return *rc::gen::arbitrary<std::int64_t>();
    case 3:
      return static_cast<double>(*rc::gen::arbitrary<std::int32_t>()) / 1024;
    case 4:
    case 5:
      return *AnyText();
    case 6: {
      Json list = Json::array();
      for (int i = *rc::gen::inRange(0, 5); i > 0; --i) list.push_back(AnyValue(depth + 1));
      return list;
    }
    default: {
      Json map = Json::object();
      for (int i = *rc::gen::inRange(0, 5); i > 0; --i) map[*AnyText()] = AnyValue(depth + 1);
      return map;
    }
  }
}

TEST(Document, IsReadAgainAsItWasWritten) {
  EXPECT_TRUE(rc::check("any document", [] {
    Json document = Json::object();
    for (int i = *rc::gen::inRange(0, 6); i > 0; --i) document[*AnyText()] = AnyValue(1);
    const auto text = WriteDocument(document);
    RC_ASSERT(text.has_value());
    const auto read = ReadDocument(*text, "policy.yaml");
    if (!read) RC_FAIL(read.error().Text() + "\n" + *text);
    RC_ASSERT(*read == document);
    RC_ASSERT(read->dump() == document.dump());  // in the same order
    RC_ASSERT(*WriteDocument(*read) == *text);
  }));
}

TEST(Document, HasOneEntryALine) {
  const Json document = ParseJson(R"({"version": 1, "about": {"title": "Patients"},
      "attributes": {"age": {"role": "quasi_identifying", "type": "integer"}, "no": {"role": "x"}},
      "protect": [{"k_anonymity": {"k": 5}}, {"a": null}], "transform": {"mondrian": {}},
      "release": {"directory": "release", "format": "csv"}, "source": ["a.csv", "1.csv"]})");
  EXPECT_EQ(*WriteDocument(document),
            "version: 1\nabout: {title: Patients}\nattributes:\n"
            "  age: {role: quasi_identifying, type: integer}\n  \"no\": {role: x}\nprotect:\n"
            "  - k_anonymity: {k: 5}\n  - a:\ntransform: {mondrian: {}}\n"
            "release: {directory: release, format: csv}\nsource: [a.csv, \"1.csv\"]\n");
}

TEST(Document, BreaksLinesThatAreTooLong) {
  const std::string wide(60, 'x');
  const Json document{{"a", {{"b", wide}, {"c", wide}}}, {"d", {{{"e", {wide, wide}}}}}};
  EXPECT_EQ(*WriteDocument(document), "a:\n  b: " + wide + "\n  c: " + wide +
                                          "\nd:\n  - e:\n      - " + wide + "\n      - " + wide +
                                          "\n");
}

TEST(Document, KeepsScalarsAsTheyWereWritten) {
  const auto read = ReadDocument("{a: 5, b: 0.10, c: '5', d: true, e: ~, f: 1e3, g: yes}", "p");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->dump(), R"({"a":5,"b":"0.10","c":"5","d":true,"e":null,"f":"1e3","g":"yes"})");
}

TEST(Document, RefusesWhatItCannotHold) {
  EXPECT_FALSE(ReadDocument("a: 1\na: 2\n", "p"));
  EXPECT_FALSE(ReadDocument("? [a]\n: 2\n", "p"));
  EXPECT_FALSE(WriteDocument(Json::array()));
  EXPECT_FALSE(WriteDocument(Json{{std::string(300, 'x'), 1}}));
  std::string laughs = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 30; ++i) {
    laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" +
              std::to_string(i - 1) + ", *a" + std::to_string(i - 1) + "]\n";
  }
  const auto read = ReadDocument(laughs, "p");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("too much"), std::string::npos);
}

}  // namespace
}  // namespace gauze
