#include "gauze/page/style.h"

#include <sodium.h>

#include <array>

#include "gauze/page/chart/frame.h"

namespace gauze::page {

const std::string& PageStyle() {
  static const std::string kRules = std::string(R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #24292f; --soft: #57606a; --edge: #d0d7de;
  --card: #f6f8fa; --good: #00664a; --bad: #b02a00; --caution: #7a5200; --link: #005a8c; }
@media (prefers-color-scheme: dark) {
:root { --paper: #1b1e23; --ink: #e6e6e6; --soft: #a9b1ba; --edge: #444c56; --card: #252a31;
  --good: #2fd09f; --bad: #ff9b70; --caution: #f2c14e; --link: #7cc4f0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.4 system-ui, sans-serif;
  overflow-wrap: anywhere; }
header, main, footer { max-width: 78rem; margin: 0 auto; padding: 0 1rem; }
main { display: grid; grid-template-columns: minmax(0, 1fr); column-gap: 2.5rem; }
section { min-width: 0; grid-column: 1 / -1; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 1rem 0 .3rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: .9rem 0 .3rem; padding-top: .5rem;
  border-top: 1px solid var(--edge); }
h3 { font-size: 1rem; margin: .6rem 0 .2rem; }
p, ul { max-width: 46rem; margin: .3rem 0; }
ul { padding-left: 1.3rem; }
a { color: var(--link); }
a[href^="#word-"] { color: inherit; text-decoration: underline dotted; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem 1rem;
  max-width: none; font-size: .85rem; }
.soft, .subject { color: var(--soft); }
.subject { margin-top: 0; }
.head { display: grid; gap: .4rem 2.5rem; }
.stated { display: grid; gap: .1rem 1.5rem; margin: .3rem 0; }
.stated div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); max-width: 52rem; }
.stated dt { color: var(--soft); }
.stated dd { margin: 0; }
.made, #reproduce p code { font-size: .85rem; }
.signatures { display: grid; grid-template-columns: 1fr 1fr; gap: .4rem 2rem;
  align-content: start; margin-bottom: .8rem; }
.signature { padding-top: 2.6rem; max-width: 22rem; }
.signature p { margin: 0; }
.signature p:first-child { border-top: 1px solid var(--ink); padding-top: .2rem; }
.signature .soft { font-size: .85rem; }
.verdict { font-size: 1.2rem; margin: .6rem 0 .2rem; max-width: none; }
.short { font-size: 1.05rem; }
.short, .names { max-width: 64rem; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.caution { color: var(--caution); }
.card { border: 1px solid var(--edge); border-radius: 6px; background: var(--card);
  padding: .6rem 1rem; margin: .4rem 0; }
.card h2 { font-size: 1.05rem; margin: 0 0 .3rem; padding: 0; border: 0; }
.card h3:first-child { margin-top: 0; }
.claim code { font-weight: 600; }
.card p, .card ul { max-width: 60rem; }
.card .claim { max-width: none; }
.first { border-left: 6px solid var(--bad); }
.caution-card { border-left: 6px solid var(--caution); }
.plain { list-style: none; padding: 0; }
.claim, .plain li { position: relative; padding-left: 1.3rem; }
.claim > strong, .plain li > strong { position: absolute; left: 0; }
.facts { display: flex; flex-wrap: wrap; gap: .3rem 1.8rem; margin: .4rem 0; }
.facts dt { color: var(--soft); font-size: .9rem; }
.facts dd { margin: 0; font-weight: 600; }
.side, .beside { display: grid; gap: .4rem 1rem; align-items: start;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 23rem), 1fr)); }
.beside { align-items: stretch;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); }
figure { margin: .2rem 0; max-width: 28rem; }
figure .gauze-picture { width: 100%; }
.picture p { font-size: .9rem; margin: 0; }
.gauze-picture { display: block; }
.gauze-picture .paper { display: none; }
summary { cursor: pointer; color: var(--link); padding: .2rem 0; }
.wide { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0;
  border-bottom: 1px solid var(--edge); min-width: 4.5rem; }
td strong { white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
thead th { color: var(--soft); font-weight: 600; overflow-wrap: break-word; }
tbody th { font-weight: 600; }
pre { background: var(--card); border: 1px solid var(--edge); padding: .6rem; overflow-x: auto;
  white-space: normal; overflow-wrap: normal; font-size: .85rem; }
pre code { display: block; min-height: 1.2em; white-space: pre; }
.words { columns: 18rem; column-gap: 2rem; font-size: .85rem; margin: .4rem 0; }
.words div { break-inside: avoid; padding-bottom: .3rem; }
.words dt { font-weight: 600; }
.words dd { margin: 0; }
footer { margin-top: 1rem; padding-bottom: 1rem; color: var(--soft); font-size: .9rem; }
@media (min-width: 64rem) {
#not-protected ul { columns: 2; column-gap: 2.5rem; max-width: none; }
#not-protected li { break-inside: avoid; }
main { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.half { grid-column: auto; }
.head { grid-template-columns: minmax(0, 1fr) 18rem; }
.signatures { grid-template-columns: 1fr; }
.bare { grid-template-columns: minmax(0, 1fr) 28rem; }
.bare .signatures { grid-template-columns: 1fr 1fr; }
}
@media (min-width: 100rem) {
header, main, footer { max-width: 104rem; }
.side { grid-template-columns: repeat(3, minmax(0, 1fr)); }
}
@page { size: A4; margin: 16mm 14mm 18mm;
@bottom-left { content: "Gauze report"; font: 9pt system-ui, sans-serif; color: #57606a; }
@bottom-right { content: "Page " counter(page) " of " counter(pages);
  font: 9pt system-ui, sans-serif; color: #57606a; } }
@media print {
:root { font-size: 10pt; }
body { font-size: 1rem; }
nav, summary { display: none; }
main { display: block; }
h2, h3, h2 + p { break-after: avoid; break-inside: avoid; }
.card, figure, tr, .wide, .facts, .signatures { break-inside: avoid; }
.wide, pre { overflow: visible; }
pre code { white-space: pre-wrap; }
footer { display: none; }
.made code { font-size: 7.5pt; }
.side, .beside { grid-template-columns: 1fr 1fr; }
thead { display: table-header-group; }
}
)") + std::string(ChartStyle());
  return kRules;
}

namespace {

std::string DigestOfStyle() {
  const std::string& rules = PageStyle();
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(rules.data()),
                     rules.size());
  constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
  std::array<char, sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, variant)> text{};
  sodium_bin2base64(text.data(), text.size(), hash.data(), hash.size(), variant);
  return text.data();
}

}  // namespace

const std::string& ContentPolicy() {
  static const std::string kPolicy = "default-src 'none'; style-src 'sha256-" + DigestOfStyle() +
                                     "'; base-uri 'none'; form-action 'none'";
  return kPolicy;
}

}  // namespace gauze::page
