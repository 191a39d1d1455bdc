#include "gauze/taxonomy/library/known_codes.h"

namespace gauze {
namespace {

using Labels = std::vector<std::string>;

TEST(Atc, KnowsWhereCodesStand) {
  EXPECT_GE(CheckKnownCodes("atc", R"(
A02BC01|A02BC**|A02B***|A02****|A Alimentary
A10BA02|A10BA**|A10B***|A10****|A Alimentary
a10ba02|A10BA**|A10B***|A10****|A Alimentary
A10AB01|A10AB**|A10A***|A10****|A Alimentary
A10BA|A10BA**|A10B***|A10****|A Alimentary
A10B|A10B***|A10****|A Alimentary
A10|A10****|A Alimentary
A|A Alimentary
A11CC05|A11CC**|A11C***|A11****|A Alimentary
B01AA03|B01AA**|B01A***|B01****|B Blood
B01AC06|B01AC**|B01A***|B01****|B Blood
B01AF01|B01AF**|B01A***|B01****|B Blood
B03BB01|B03BB**|B03B***|B03****|B Blood
C01AA05|C01AA**|C01A***|C01****|C Cardiovascular
C03CA01|C03CA**|C03C***|C03****|C Cardiovascular
C07AB02|C07AB**|C07A***|C07****|C Cardiovascular
C08CA01|C08CA**|C08C***|C08****|C Cardiovascular
C09AA02|C09AA**|C09A***|C09****|C Cardiovascular
C10AA01|C10AA**|C10A***|C10****|C Cardiovascular
C10AA05|C10AA**|C10A***|C10****|C Cardiovascular
D07AC01|D07AC**|D07A***|D07****|D Dermatologicals
D10AE01|D10AE**|D10A***|D10****|D Dermatologicals
G03AA07|G03AA**|G03A***|G03****|G Genito
G03CA03|G03CA**|G03C***|G03****|G Genito
G04BE03|G04BE**|G04B***|G04****|G Genito
H02AB06|H02AB**|H02A***|H02****|H Systemic
H03AA01|H03AA**|H03A***|H03****|H Systemic
J01CA04|J01CA**|J01C***|J01****|J Antiinfectives
J01FA10|J01FA**|J01F***|J01****|J Antiinfectives
J05AB01|J05AB**|J05A***|J05****|J Antiinfectives
J07BN01|J07BN**|J07B***|J07****|J Antiinfectives
L01BC02|L01BC**|L01B***|L01****|L Antineoplastic
L01FD01|L01FD**|L01F***|L01****|L Antineoplastic
L02BA01|L02BA**|L02B***|L02****|L Antineoplastic
L04AB04|L04AB**|L04A***|L04****|L Antineoplastic
M01AB05|M01AB**|M01A***|M01****|M Musculo-skeletal
M01AE01|M01AE**|M01A***|M01****|M Musculo-skeletal
M04AA01|M04AA**|M04A***|M04****|M Musculo-skeletal
N02AA01|N02AA**|N02A***|N02****|N Nervous
N02BE01|N02BE**|N02B***|N02****|N Nervous
N03AG01|N03AG**|N03A***|N03****|N Nervous
N05BA01|N05BA**|N05B***|N05****|N Nervous
N06AB03|N06AB**|N06A***|N06****|N Nervous
N06DA02|N06DA**|N06D***|N06****|N Nervous
P01AB01|P01AB**|P01A***|P01****|P Antiparasitic
P01BA02|P01BA**|P01B***|P01****|P Antiparasitic
R01AD09|R01AD**|R01A***|R01****|R Respiratory
R03AC02|R03AC**|R03A***|R03****|R Respiratory
R06AE07|R06AE**|R06A***|R06****|R Respiratory
S01AA01|S01AA**|S01A***|S01****|S Sensory
S01ED01|S01ED**|S01E***|S01****|S Sensory
V03AB15|V03AB**|V03A***|V03****|V Various
V08AB02|V08AB**|V08A***|V08****|V Various
)"),
            50U);
  for (const char* text : {"", "E10BA02", "A1", "A10BA0", "A10BA023", "A10****", "10A", "AB1"}) {
    EXPECT_EQ(LabelsAbove("atc", text), Labels{"not known"}) << text;
  }
}

TEST(Isco08, KnowsWhereCodesStand) {
  EXPECT_GE(CheckKnownCodes("isco08", R"(
0110|011*|01 Commissioned|0 Armed
0210|021*|02 Non-commissioned|0 Armed
0310|031*|03 Armed|0 Armed
1111|111*|11 Chief|1 Managers
1120|112*|11 Chief|1 Managers
1211|121*|12 Administrative|1 Managers
1321|132*|13 Production|1 Managers
1411|141*|14 Hospitality,|1 Managers
2111|211*|21 Science|2 Professionals
2144|214*|21 Science|2 Professionals
2211|221*|22 Health|2 Professionals
2221|222*|22 Health|2 Professionals
2261|226*|22 Health|2 Professionals
2310|231*|23 Teaching|2 Professionals
2341|234*|23 Teaching|2 Professionals
2411|241*|24 Business|2 Professionals
2512|251*|25 Information|2 Professionals
2611|261*|26 Legal,|2 Professionals
2642|264*|26 Legal,|2 Professionals
3112|311*|31 Science|3 Technicians
3221|322*|32 Health|3 Technicians
3256|325*|32 Health|3 Technicians
3311|331*|33 Business|3 Technicians
3412|341*|34 Legal,|3 Technicians
3511|351*|35 Information|3 Technicians
4110|411*|41 General|4 Clerical
4221|422*|42 Customer|4 Clerical
4311|431*|43 Numerical|4 Clerical
4411|441*|44 Other|4 Clerical
5120|512*|51 Personal|5 Service
5131|513*|51 Personal|5 Service
5223|522*|52 Sales|5 Service
5311|531*|53 Personal|5 Service
5321|532*|53 Personal|5 Service
5412|541*|54 Protective|5 Service
6111|611*|61 Market-oriented|6 Skilled
6210|621*|62 Market-oriented|6 Skilled
6310|631*|63 Subsistence|6 Skilled
7111|711*|71 Building|7 Craft
7231|723*|72 Metal,|7 Craft
7322|732*|73 Handicraft|7 Craft
7411|741*|74 Electrical|7 Craft
7512|751*|75 Food|7 Craft
8111|811*|81 Stationary|8 Plant
8211|821*|82 Assemblers|8 Plant
8322|832*|83 Drivers|8 Plant
9111|911*|91 Cleaners|9 Elementary
9211|921*|92 Agricultural,|9 Elementary
9313|931*|93 Labourers|9 Elementary
9411|941*|94 Food|9 Elementary
9520|952*|95 Street|9 Elementary
9611|961*|96 Refuse|9 Elementary
221|221*|22 Health|2 Professionals
22|22 Health professionals|2 Professionals
2|2 Professionals
)"),
            50U);
  for (const char* text : {"", "15", "0410", "6411", "9711", "22111", "2211a", "221*", "-22"}) {
    EXPECT_EQ(LabelsAbove("isco08", text), Labels{"not known"}) << text;
  }
}

TEST(Nace2, KnowsWhereCodesStand) {
  EXPECT_GE(CheckKnownCodes("nace2", R"(
01.11|01.1*|01.**|A Agriculture,
0111|01.1*|01.**|A Agriculture,
A01.11|01.1*|01.**|A Agriculture,
a0111|01.1*|01.**|A Agriculture,
01.1|01.1*|01.**|A Agriculture,
01|01.**|A Agriculture,
A01|01.**|A Agriculture,
A|A Agriculture,
02.20|02.2*|02.**|A Agriculture,
03.11|03.1*|03.**|A Agriculture,
05.10|05.1*|05.**|B Mining
08.12|08.1*|08.**|B Mining
09.90|09.9*|09.**|B Mining
10.71|10.7*|10.**|C Manufacturing
13.10|13.1*|13.**|C Manufacturing
15.20|15.2*|15.**|C Manufacturing
18.12|18.1*|18.**|C Manufacturing
20.14|20.1*|20.**|C Manufacturing
21.20|21.2*|21.**|C Manufacturing
24.10|24.1*|24.**|C Manufacturing
26.11|26.1*|26.**|C Manufacturing
29.10|29.1*|29.**|C Manufacturing
33.12|33.1*|33.**|C Manufacturing
35.11|35.1*|35.**|D Electricity,
36.00|36.0*|36.**|E Water
38.11|38.1*|38.**|E Water
39.00|39.0*|39.**|E Water
41.20|41.2*|41.**|F Construction
43.21|43.2*|43.**|F Construction
45.11|45.1*|45.**|G Wholesale
46.90|46.9*|46.**|G Wholesale
47.11|47.1*|47.**|G Wholesale
49.41|49.4*|49.**|H Transportation
51.10|51.1*|51.**|H Transportation
53.20|53.2*|53.**|H Transportation
55.10|55.1*|55.**|I Accommodation
56.10|56.1*|56.**|I Accommodation
58.29|58.2*|58.**|J Information
62.01|62.0*|62.**|J Information
63.11|63.1*|63.**|J Information
64.19|64.1*|64.**|K Financial
65.12|65.1*|65.**|K Financial
68.20|68.2*|68.**|L Real
69.10|69.1*|69.**|M Professional,
72.19|72.1*|72.**|M Professional,
75.00|75.0*|75.**|M Professional,
78.20|78.2*|78.**|N Administrative
81.21|81.2*|81.**|N Administrative
84.11|84.1*|84.**|O Public
85.20|85.2*|85.**|P Education
86.10|86.1*|86.**|Q Human
88.91|88.9*|88.**|Q Human
90.01|90.0*|90.**|R Arts,
93.11|93.1*|93.**|R Arts,
96.02|96.0*|96.**|S Other
97.00|97.0*|97.**|T Activities
99.00|99.0*|99.**|U Activities
)"),
            50U);
  for (const char* text :
       {"", "1", "04", "34.10", "B01.11", "01.", "01.111", "1.11", "V", "X01", "01.1*", "00"}) {
    EXPECT_EQ(LabelsAbove("nace2", text), Labels{"not known"}) << text;
  }
}

}  // namespace
}  // namespace gauze
