#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/measure/measure.h"

// The measures of generalisation loss. All of them come from the loss of each quasi-identifier
// summed over rows, and a row that was left out costs 1 in every quasi-identifier.

namespace gauze {
namespace {

// Mean over the rows of the input, for each quasi-identifier. Only for a shape with losses.
std::vector<double> MeanLosses(const ReleaseShape& shape) {
  std::vector<double> means = shape.loss;
  for (double& mean : means) {
    mean = (mean + static_cast<double>(shape.suppressed())) / static_cast<double>(shape.rows_in);
  }
  return means;
}

double SumOfMeans(const ReleaseShape& shape) {
  double sum = 0;
  for (const double mean : MeanLosses(shape)) sum += mean;
  return sum;
}

double EqualWeights(const ReleaseShape& shape) {
  return SumOfMeans(shape) / static_cast<double>(shape.quasi_identifiers.size());
}

std::vector<Figure> ComputeNcp(const ReleaseShape& shape) {
  if (!shape.has_loss()) return {};
  return {{"ncp", EqualWeights(shape)}};
}

std::vector<Figure> ComputeGcp(const ReleaseShape& shape) {
  if (!shape.has_loss()) return {};
  return {{"gcp", EqualWeights(shape)}};
}

std::vector<Figure> ComputeAverageInformationLoss(const ReleaseShape& shape) {
  if (!shape.has_loss()) return {};
  return {{"average_information_loss", SumOfMeans(shape)}};
}

std::vector<Figure> ComputeAttributeLoss(const ReleaseShape& shape) {
  if (!shape.has_loss()) return {};
  std::vector<Figure> figures;
  const std::vector<double> means = MeanLosses(shape);
  figures.reserve(means.size());
  for (std::size_t j = 0; j < means.size(); ++j) {
    figures.push_back({"attribute_loss." + shape.quasi_identifiers[j], means[j]});
  }
  return figures;
}

std::string ReadNcp(const FiguresByName& figures) {
  if (!figures.Find("ncp")) return "";
  return fmt::format(
      "Rows lost {} of the detail of their quasi-identifiers on average: 0 % is an unchanged "
      "table, 100 % one that shows nothing.",
      figures.Share("ncp"));
}

std::string ReadAttributeLoss(const FiguresByName& figures) {
  constexpr std::string_view kBegin = "attribute_loss.";
  const auto columns = figures.Columns(kBegin, "");
  if (columns.size() < 2) return "";
  const auto loss = [&](const std::string& column) {
    return figures[fmt::format("{}{}", kBegin, column)];
  };
  const auto [least, most] = std::ranges::minmax_element(columns, {}, loss);
  return fmt::format("{} lost most, {}; {} least, {}.", *most, Percentage(loss(*most)), *least,
                     Percentage(loss(*least)));
}

}  // namespace

MeasureEntry Ncp() {
  return {
      {.name = "ncp",
       .summary = "Normalised certainty penalty: mean loss of a row, from 0 to 1",
       .guarantees = "The mean over all input rows of the weighted loss of their "
                     "quasi-identifiers; 0 is an unchanged table, 1 is a table of stars. A row "
                     "that was left out costs 1. The weights are equal.",
       .not_covered =
           "It says nothing about risk, nor about whether the result suits a particular analysis.",
       .reference = "Xu, Wang, Pei, Wang, Shi, Fu: Utility-Based Anonymization Using Local "
                    "Recoding, KDD 2006"},
      ComputeNcp,
      ReadNcp};
}

MeasureEntry Gcp() {
  return {{.name = "gcp",
           .summary = "Global certainty penalty: NCP with equal weights, from 0 to 1",
           .guarantees = "The mean over all input rows and all quasi-identifiers of the loss, so "
                         "that tables of different size and width can be compared; it is the same "
                         "as ncp as long as the weights are equal.",
           .not_covered = "It says nothing about risk, and readers of the data may not value all "
                          "quasi-identifiers equally.",
           .reference = "Ghinita, Karras, Kalnis, Mamoulis: Fast Data Anonymization with Low "
                        "Information Loss, VLDB 2007"},
          ComputeGcp};
}

MeasureEntry AverageInformationLoss() {
  return {
      {.name = "average_information_loss",
       .summary = "Mean over rows of the summed loss, from 0 to the number of quasi-identifiers",
       .guarantees = "The information loss of all classes (rows of a class times the sum of its "
                     "losses) divided by the rows of the input; a row that was left out costs "
                     "the number of quasi-identifiers.",
       .not_covered = "It grows with the number of quasi-identifiers, so it cannot compare "
                      "releases with different ones; it says nothing about risk.",
       .reference = "Byun, Sohn, Bertino, Li: Secure Anonymization for Incremental Datasets, "
                    "SDM 2006, definition 7"},
      ComputeAverageInformationLoss};
}

MeasureEntry AttributeLoss() {
  return {
      {.name = "attribute_loss",
       .summary = "Mean loss of each quasi-identifier by itself, from 0 to 1",
       .guarantees = "For each quasi-identifier the mean over all input rows of its loss, which "
                     "shows which column paid for the protection; a row that was left out costs 1.",
       .not_covered = "It looks at one column at a time: it does not show how much of the relation "
                      "between two columns is left.",
       .reference = "The terms of the NCP sum: Xu et al., KDD 2006"},
      ComputeAttributeLoss,
      ReadAttributeLoss};
}

}  // namespace gauze
