#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gauze/measure/measure.h"

namespace gauze {

// Adds the share `hits` / `tries` as `name`, and its interval of 95 % as `name`.low and .high (E.
// B. Wilson: Probable Inference, the Law of Succession, and Statistical Inference, JASA 22, 1927).
// Nothing where nothing was tried. `independent`: as many tries as were drawn by themselves, where
// some stand for several people who are alike.
inline void AddShare(std::vector<Figure>& figures, const std::string& name, double hits,
                     double tries, double independent) {
  if (tries <= 0) return;
  constexpr double kNormal = 1.959964;  // of 95 %
  const double share = hits / tries;
  const double square = kNormal * kNormal / independent;
  const double centre = (share + square / 2) / (1 + square);
  const double half = std::sqrt(square * share * (1 - share) + square * square / 4) / (1 + square);
  figures.push_back({name, share});
  figures.push_back({name + ".low", std::max(0.0, centre - half)});
  figures.push_back({name + ".high", std::min(1.0, centre + half)});
}

inline void AddShare(std::vector<Figure>& figures, const std::string& name, double hits,
                     double tries) {
  AddShare(figures, name, hits, tries, tries);
}

}  // namespace gauze
