#include "gauze/release/run/step_figures.h"

#include <string>

namespace gauze {

Json FiguresJson(const std::vector<StepFigure>& figures) {
  Json json = Json::array();
  for (const StepFigure& figure : figures) {
    json.push_back({figure.name, figure.value, figure.largest});
  }
  return json;
}

std::vector<StepFigure> FiguresFrom(const Json& json) {
  std::vector<StepFigure> figures;
  for (const Json& figure : json) {
    figures.push_back(
        {figure.at(0).get<std::string>(), figure.at(1).get<double>(), figure.at(2).get<bool>()});
  }
  return figures;
}

}  // namespace gauze
