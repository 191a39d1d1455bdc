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
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
header, main, footer { max-width: 78rem; margin: 0 auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 1.2rem 0 .5rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.2rem 0 .8rem; padding-top: .8rem;
  border-top: 1px solid var(--edge); }
h3 { font-size: 1.05rem; margin: 0 0 .4rem; }
p, ul, .facts { max-width: 46rem; margin: .5rem 0; }
a { color: var(--link); }
.subject { margin-top: -.3rem; color: var(--soft); }
.head { display: grid; gap: .6rem 2rem; }
.stated { display: grid; gap: .2rem 1.5rem; margin: .4rem 0; max-width: 60rem; }
.stated div { display: grid; grid-template-columns: 7rem 1fr; }
.stated dt { color: var(--soft); }
.stated dd { margin: 0; }
.made { font-size: .85rem; }
.signatures { display: grid; gap: .4rem 2rem; align-content: start; }
.signature { padding-top: 2.6rem; max-width: 22rem; }
.signature p { margin: 0; }
.signature p:first-child { border-top: 1px solid var(--ink); padding-top: .2rem; }
.signature .soft { font-size: .85rem; }
@media (min-width: 60rem) { .head { grid-template-columns: 1fr 18rem; } }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem;
  max-width: none; }
.card { border: 1px solid var(--edge); border-radius: 6px; background: var(--card);
  padding: .8rem 1rem; margin: .8rem 0; max-width: 60rem; }
.first { border-left: 6px solid var(--bad); }
.verdict { font-size: 1.15rem; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.caution { color: var(--caution); }
.caution-card { border-left: 6px solid var(--caution); }
.soft { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: .4rem 1.8rem; max-width: none; }
.facts dt { color: var(--soft); font-size: .9rem; }
.facts dd { margin: 0; font-weight: 600; }
.side { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 23rem), 1fr));
  gap: 1rem; align-items: start; }
figure { margin: .6rem 0; max-width: 26rem; }
.picture p { font-size: .9rem; margin: 0; }
.gauze-picture { display: block; }
.gauze-picture .paper { display: none; }
summary { cursor: pointer; color: var(--link); padding: .3rem 0; }
.wide { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .8rem .25rem 0;
  border-bottom: 1px solid var(--edge); min-width: 3.5rem; }
thead th { color: var(--soft); font-weight: 600; overflow-wrap: break-word; }
tbody th { font-weight: 600; }
pre { background: var(--card); border: 1px solid var(--edge); padding: .6rem; overflow-x: auto;
  white-space: pre; overflow-wrap: normal; font-size: .85rem; }
pre code { display: block; min-height: 1.2em; }
footer { margin-top: 2.5rem; padding-bottom: 2rem; color: var(--soft); font-size: .9rem; }
@media print {
@page { size: A4; margin: 16mm 14mm; }
body { font-size: 10.5pt; }
nav, summary { display: none; }
h2, h3 { break-after: avoid; }
.card, figure, tr { break-inside: avoid; }
.wide, pre { overflow: visible; }
pre { white-space: pre-wrap; }
.side { grid-template-columns: 1fr 1fr; }
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
