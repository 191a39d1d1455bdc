#include "gauze/page/glossary.h"

#include <gtest/gtest.h>

#include "gauze/page/well_formed.h"

namespace gauze::page {
namespace {

TEST(Glossary, LinksTheFirstOfEachWord) {
  Glossary glossary;
  EXPECT_EQ(glossary.Explain(Words("A class of classes, a Victim")).markup(),
            "A <a href=\"#word-class\">class</a> of classes, a <a "
            "href=\"#word-victim\">Victim</a>");
  EXPECT_EQ(glossary.Explain(Words("the same classes")).markup(),
            "the same <a href=\"#word-class\">classes</a>");
}

TEST(Glossary, LeavesAloneWhatIsNoWordOfOurs) {
  Glossary glossary;
  const Html part = Named("class") + Tag{"code"}(Words("class")) +
                    Tag{"a", {{"href", "#class"}}}(Tag{"strong"}(Words("class"))) +
                    Tag{"summary"}(Words("class")) +
                    Words("subclass class-mate my_class quasi_sensitive declassified") +
                    Tag{"p", {{"class", "class"}}}(Html());
  EXPECT_EQ(glossary.Explain(part).markup(), part.markup());
  EXPECT_TRUE(glossary.Meanings().empty());
}

TEST(Glossary, SeesWordsBehindWhatItLeavesAlone) {
  Glossary glossary;
  const Html part =
      Tag{"code"}(Named("x")) + Drawn("<svg><rect x=\"1\"/>\n</svg>") + Tag{"p"}(Words("a class"));
  EXPECT_NE(glossary.Explain(part).markup().find("a <a href=\"#word-class\">class</a>"),
            std::string::npos);
}

TEST(Glossary, TakesTheLongestWord) {
  Glossary glossary;
  EXPECT_EQ(glossary.Explain(Words("a knowledge table of quasi-sensitive terms")).markup(),
            "a <a href=\"#word-knowledge-table\">knowledge table</a> of <a "
            "href=\"#word-quasi-sensitive\">quasi-sensitive</a> terms");
}

// Every link leads somewhere.
TEST(Glossary, ExplainsTheWordsOfItsMeanings) {
  for (const Term& term : Terms()) {
    Glossary glossary;
    EXPECT_NE(glossary.Explain(Words(term.forms.front())).markup().find("href"), std::string::npos)
        << term.id;
    const std::string meanings = glossary.Meanings().markup();
    EXPECT_TRUE(IsWellFormed(meanings)) << term.id;
    for (std::size_t at = meanings.find("href=\"#"); at != std::string::npos;
         at = meanings.find("href=\"#", at + 1)) {
      const std::size_t begin = at + 7;
      const std::string id = meanings.substr(begin, meanings.find('"', begin) - begin);
      EXPECT_NE(meanings.find("id=\"" + id + "\""), std::string::npos) << term.id << ": " << id;
    }
  }
}

}  // namespace
}  // namespace gauze::page
