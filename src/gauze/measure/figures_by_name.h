#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gauze {

struct Figure {
  std::string name;  // "ncp", "attribute_loss.age"
  double value = 0;
};

// Figures by name, for the sentences that tell them. What is not there counts as 0.
class FiguresByName {
 public:
  // They must outlive it.
  explicit FiguresByName(const std::vector<Figure>& figures) : figures_(figures) {}

  std::optional<double> Find(std::string_view name) const;
  double operator[](std::string_view name) const { return Find(name).value_or(0); }
  // As "12,345", as "12,345 rows", and as "12.5 %".
  std::string Count(std::string_view name) const;
  std::string Count(std::string_view name, const char* one, const char* many) const;
  std::string Share(std::string_view name) const;

  // The columns of figures whose names are `begin`, a column and `end`: "age" of
  // "attribute_loss.age".
  std::vector<std::string> Columns(std::string_view begin, std::string_view end) const;

 private:
  const std::vector<Figure>& figures_;
};

}  // namespace gauze
