#include "gauze/page/profile_page.h"

#include <gtest/gtest.h>

#include "gauze/base/json.h"
#include "gauze/page/well_formed.h"

namespace gauze::page {
namespace {

Json ExampleProfile() {
  return Json::parse(R"json({"rows": 200, "columns": [
    {"name": "<b>id", "type": "integer", "distinct": 200, "exact": true, "missing_share": 0,
     "by_rows": [{"from": 1, "to": 1, "values": 200}]},
    {"name": "note", "type": "text", "distinct": 30, "exact": false, "missing_share": 0.25,
     "by_rows": [{"from": 1, "to": 1, "values": 20}, {"from": 2, "to": 9, "values": 10}],
     "text": {"shapes": [{"shape": "Aaa 99", "share": 0.5}]},
     "looks_missing": [{"spelling": "?", "share": 0.1}]}],
    "sets": {"alone": ["<b>id"], "best": [{"columns": ["note", "age"], "unique_rows": 12,
     "share": 0.06, "exact": true, "small_groups": [{"share": 0.1}, {"share": 0.2}]}]}})json");
}

TEST(ProfilePage, ShowsWhatIsThere) {
  const std::string page = ProfilePage(ExampleProfile());
  EXPECT_TRUE(IsWellFormed(page));
  for (const char* text : {"about 30", "Aaa 99", "Values of note", "&lt;b&gt;id", "20\xC2\xA0%"}) {
    EXPECT_NE(page.find(text), std::string::npos) << text;
  }
}

TEST(ProfilePage, AnyDocumentGivesAPage) {
  EXPECT_TRUE(IsWellFormed(ProfilePage(Json())));
  const Json whole = ExampleProfile();
  for (const auto& [name, value] : whole.items()) {
    Json document = whole;
    document[name] = Json::array({1, "x", nullptr});
    EXPECT_TRUE(IsWellFormed(ProfilePage(document))) << name;
    document.erase(name);
    EXPECT_TRUE(IsWellFormed(ProfilePage(document))) << name;
  }
}

}  // namespace
}  // namespace gauze::page
