#include "gauze/taxonomy/library/known_codes.h"

namespace gauze {
namespace {

using Labels = std::vector<std::string>;

TEST(Countries, KnowsWhereCodesAndNamesStand) {
  EXPECT_GE(CheckKnownCodes("countries", R"(
DE|Western Europe|Europe
DEU|Western Europe|Europe
Germany|Western Europe|Europe
germany |Western Europe|Europe
FR|Western Europe|Europe
CHE|Western Europe|Europe
Netherlands|Western Europe|Europe
GB|Northern Europe|Europe
United Kingdom|Northern Europe|Europe
IRL|Northern Europe|Europe
JE|Channel Islands|Northern Europe|Europe
EE|Northern Europe|Europe
SWE|Northern Europe|Europe
PL|Eastern Europe|Europe
Czechia|Eastern Europe|Europe
RUS|Eastern Europe|Europe
IT|Southern Europe|Europe
ESP|Southern Europe|Europe
North Macedonia|Southern Europe|Europe
HR|Southern Europe|Europe
US|Northern America|Americas
USA|Northern America|Americas
United-States|Northern America|Americas
CA|Northern America|Americas
MX|Central America|Latin America and the Caribbean|Americas
Mexico|Central America|Latin America and the Caribbean|Americas
GTM|Central America|Latin America and the Caribbean|Americas
BR|South America|Latin America and the Caribbean|Americas
ARG|South America|Latin America and the Caribbean|Americas
Bolivia|South America|Latin America and the Caribbean|Americas
CU|Caribbean|Latin America and the Caribbean|Americas
Puerto-Rico|Caribbean|Latin America and the Caribbean|Americas
TTO|Caribbean|Latin America and the Caribbean|Americas
EG|Northern Africa|Africa
MAR|Northern Africa|Africa
KE|Eastern Africa|Sub-Saharan Africa|Africa
Tanzania|Eastern Africa|Sub-Saharan Africa|Africa
Réunion|Eastern Africa|Sub-Saharan Africa|Africa
AO|Middle Africa|Sub-Saharan Africa|Africa
COD|Middle Africa|Sub-Saharan Africa|Africa
NA|Southern Africa|Sub-Saharan Africa|Africa
South Africa|Southern Africa|Sub-Saharan Africa|Africa
NG|Western Africa|Sub-Saharan Africa|Africa
Cote d'Ivoire|Western Africa|Sub-Saharan Africa|Africa
CN|Eastern Asia|Asia
JPN|Eastern Asia|Asia
Korea, Republic of|Eastern Asia|Asia
KR|Eastern Asia|Asia
IN|Southern Asia|Asia
IRN|Southern Asia|Asia
LKA|Southern Asia|Asia
VN|South-eastern Asia|Asia
Philippines|South-eastern Asia|Asia
IDN|South-eastern Asia|Asia
KZ|Central Asia|Asia
TR|Western Asia|Asia
SAU|Western Asia|Asia
Cyprus|Western Asia|Asia
AU|Australia and New Zealand|Oceania
NZL|Australia and New Zealand|Oceania
FJ|Melanesia|Oceania
GUM|Micronesia|Oceania
Federated States of Micronesia|Micronesia|Oceania
WS|Polynesia|Oceania
AQ
)"),
            60U);
  for (const char* text : {"", "?", "XX", "EU", "Europe", "Micronesia", "276", "Germ"}) {
    EXPECT_EQ(LabelsAbove("countries", text), Labels{"not known"}) << text;
  }
}

TEST(UsStates, KnowsWhereCodesAndNamesStand) {
  EXPECT_GE(CheckKnownCodes("us_states", R"(
CT|New England|Northeast
Maine|New England|Northeast
MA|New England|Northeast
NH|New England|Northeast
RI|New England|Northeast
Vermont|New England|Northeast
NJ|Middle Atlantic|Northeast
New York|Middle Atlantic|Northeast
PA|Middle Atlantic|Northeast
IL|East North Central|Midwest
IN|East North Central|Midwest
MI|East North Central|Midwest
ohio|East North Central|Midwest
WI|East North Central|Midwest
IA|West North Central|Midwest
KS|West North Central|Midwest
MN|West North Central|Midwest
MO|West North Central|Midwest
NE|West North Central|Midwest
North Dakota|West North Central|Midwest
SD|West North Central|Midwest
DE|South Atlantic|South
District of Columbia|South Atlantic|South
FL|South Atlantic|South
GA|South Atlantic|South
MD|South Atlantic|South
NC|South Atlantic|South
SC|South Atlantic|South
Virginia|South Atlantic|South
West Virginia|South Atlantic|South
AL|East South Central|South
KY|East South Central|South
Mississippi|East South Central|South
TN|East South Central|South
AR|West South Central|South
LA|West South Central|South
OK|West South Central|South
tx|West South Central|South
AZ|Mountain|West
CO|Mountain|West
ID|Mountain|West
MT|Mountain|West
NV|Mountain|West
New Mexico|Mountain|West
UT|Mountain|West
WY|Mountain|West
AK|Pacific|West
CA|Pacific|West
Hawaii|Pacific|West
OR|Pacific|West
Washington|Pacific|West
Washington, DC|South Atlantic|South
PR|Puerto Rico and Island Areas
Guam|Puerto Rico and Island Areas
)"),
            50U);
  for (const char* text : {"", "ZZ", "AE", "South", "06", "Cal"}) {
    EXPECT_EQ(LabelsAbove("us_states", text), Labels{"not known"}) << text;
  }
}

}  // namespace
}  // namespace gauze
