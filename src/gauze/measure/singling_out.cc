#include <fmt/format.h>

#include "gauze/measure/measure.h"

namespace gauze {
namespace {

std::vector<Figure> ComputeSinglingOut(const ReleaseShape& shape) {
  if (!shape.singled_out) return {};
  std::vector<Figure> figures = {{"singling_out.share", shape.singled_out->all}};
  if (shape.singled_out->open) {
    figures.push_back({"singling_out.open_share", *shape.singled_out->open});
  }
  return figures;
}

std::string ReadSinglingOut(const FiguresByName& figures) {
  if (!figures.Find("singling_out.share")) return "";
  std::string sentence = fmt::format("{} of the rows are unique by all released columns together",
                                     figures.Share("singling_out.share"));
  if (figures.Find("singling_out.open_share")) {
    sentence += fmt::format(", {} by those that are not sensitive",
                            figures.Share("singling_out.open_share"));
  }
  return sentence + ".";
}

}  // namespace

MeasureEntry SinglingOut() {
  return {
      {.name = "singling_out",
       .summary = "Released rows that are unique by all columns together",
       .guarantees =
           "The share of released rows that differ from every other row in all released columns, "
           "and in those that are not sensitive, whatever role the policy gives a column; counted "
           "in the file, for more than a million rows in a sample of their combinations.",
       .not_covered =
           "Somebody who knows only some of the columns finds fewer; a row that is unique here "
           "need not be unique in the population; rows are counted, not people.",
       .reference = "Article 29 Working Party: Opinion 05/2014 on Anonymisation Techniques "
                    "(WP 216), 2014"},
      ComputeSinglingOut,
      ReadSinglingOut};
}

}  // namespace gauze
