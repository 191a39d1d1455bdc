// Any document, and any section of a good one in which any places were exchanged for anything: the
// page is well-formed, of a bounded size, and no text of the document is markup in it.
#include <cstdint>

#include "gauze/base/json.h"
#include "gauze/base/testing/fuzz_input.h"
#include "gauze/page/example_document.h"
#include "gauze/page/report_page.h"
#include "gauze/page/well_formed.h"

namespace {

using gauze::FuzzInput;
using gauze::Json;

constexpr std::size_t kMostBytes = 2'000'000;
constexpr std::uint8_t kWord = 64;

double AnyNumber(FuzzInput& input) {
  constexpr double kOdd[] = {0,    -1,    0.5,    1e-300, 1e300, -1e300,
                             1e15, 0.999, 1 / 3., 12345,  1e-9,  2};
  return kOdd[input.Byte() % std::size(kOdd)] * (1 + input.Byte());
}

Json Anything(FuzzInput& input) {
  switch (input.Byte() % 8) {
    case 0:
      return nullptr;
    case 1:
      return input.Byte() % 2 == 0;
    case 2:
      return AnyNumber(input);
    case 3:
      return std::string(input.Byte() * 50U, static_cast<char>(input.Byte()));
    case 4:
      return Json(input.Byte(), input.Word(kWord));
    case 5:
      return Json::object({{input.Word(kWord), input.Word(kWord)}});
    default:
      return input.Word(kWord);
  }
}

// A place some steps down, as bytes say.
Json& Place(Json& document, FuzzInput& input) {
  Json* place = &document;
  while (place->is_structured() && !place->empty()) {
    const std::uint8_t step = input.Byte();
    if (step == 255) break;
    auto at = place->begin();
    std::advance(at, step % place->size());
    place = &*at;
  }
  return *place;
}

void CheckPage(const Json& document) {
  const std::string page = gauze::page::ReportPage(document);
  if (page.size() > kMostBytes || !gauze::page::IsWellFormed(page)) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Json any = Json::parse(data, data + size, nullptr, false);
  if (!any.is_discarded()) CheckPage(any);
  static const Json kGood = Json::parse(gauze::page::kExampleDocument);
  FuzzInput input{data, size};
  // One section and what goes before all: a page of all of them takes ten times as long.
  auto section = kGood.begin();
  std::advance(section, input.Byte() % kGood.size());
  Json document = {{"form", "public"}, {section.key(), section.value()}};
  while (input.size > 0) {
    Json& place = Place(document, input);
    const std::uint8_t how = input.Byte();
    if (how % 4 == 0 && place.is_array()) {
      place.push_back(Anything(input));
    } else if (how % 4 == 1 && place.is_object()) {
      place[input.Word(kWord)] = Anything(input);
    } else {
      place = Anything(input);
    }
  }
  CheckPage(document);
  return 0;
}
