// look.mjs PAGES SCREENSHOTS: opens every PAGES/NAME/report.html in Chromium and fails on what a reader should never meet.
//
// Scripts are turned off: what is checked is what everybody sees. Our own questions go through the debugger, which the
// page's policy does not stop.
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const deps = createRequire(path.resolve(".deps/gallery/package.json"));
const puppeteer = deps("puppeteer-core");
const axe = fs.readFileSync(deps.resolve("axe-core/axe.min.js"), "utf8");
const [pages, screenshots] = process.argv.slice(2);
const SIZES = [{ width: 1920, height: 1080 }, { width: 1280, height: 900 }, { width: 390, height: 844 }];
const MOST_BYTES = 2_000_000;
// Of a page at 1280, before anything is unfolded.
const MOST_HEIGHT = { diabetes: 6000 };
const A4_WIDTH = 718; // CSS pixels between the margins

// Pages that begin with more than a screen: what adversaries recover, or names of ten thousand letters.
const LONG_OPENING = { personal: true, hostile: true };

// What the docs show: of which page, how, and from which section on.
const SHOWN = {
  "adult-1280-light": null, "adult-390-dark": "distributions", "covid-1280-dark": "distributions", "diabetes-1280-light": "dependence",
  "symptoms-1280-dark": "promises", "weekly-1280-light": "ledger", "personal-1280-light": null, "freeform-1280-dark": "risk", "hostile-390-light": "distributions",
};

let failures = 0;
let passed = 0;
function check(good, text) {
  if (good) { passed += 1; return; }
  failures += 1;
  console.log(`FAILED: ${text}`);
}

// Asked inside the page: what is wider than the screen, what is cut off, which texts of a picture cover each other.
function faults() {
  const found = [];
  const screen = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > screen) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const scrolls = (element) => element.closest(".wide, pre");
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("svg") || scrolls(element) || element.getClientRects().length === 0) continue;
    const box = element.getBoundingClientRect();
    if (box.right > screen + 1 || box.left < -1) found.push(`${element.tagName} reaches from ${box.left} to ${box.right}`);
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible") found.push(`${element.tagName} cuts its text`);
  }
  for (const svg of document.querySelectorAll("svg")) {
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
    texts.forEach(([text, box], i) => {
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1) found.push(`"${text}" is cut`);
      for (const [other, at] of texts.slice(0, i)) {
        const over = Math.min(box.right, at.right) - Math.max(box.left, at.left);
        const down = Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top);
        if (over > 1 && down > 4) found.push(`"${text}" covers "${other}"`);
      }
    });
  }
  return found;
}

// Asked inside the page: what must be on the first screen and is not.
function below(height) {
  const wanted = { verdict: ".verdict", "the worst risk": ".worst strong", promises: ".promised", uniqueness: ".singled-out tbody tr:last-child" };
  return Object.entries(wanted).filter(([, selector]) => {
    const element = document.querySelector(selector);
    return element && element.getBoundingClientRect().bottom > height;
  }).map(([what]) => what);
}

async function look(browser, name) {
  const file = path.resolve(pages, name, "report.html");
  check(fs.statSync(file).size <= MOST_BYTES, `${name}: ${fs.statSync(file).size} bytes`);
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  const asked = [];
  page.on("console", (message) => asked.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => asked.push(`error: ${error.message}`));
  page.on("request", (request) => { if (request.url() !== `file://${file}`) asked.push(`request: ${request.url()}`); });
  const log = await page.createCDPSession();
  await log.send("Log.enable");
  log.on("Log.entryAdded", ({ entry }) => asked.push(`log: ${entry.text}`));
  for (const size of SIZES) {
    for (const scheme of ["light", "dark"]) {
      await page.setViewport(size);
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.goto(`file://${file}`);
      const at = `${name} at ${size.width}, ${scheme}`;
      const found = await page.evaluate(faults);
      check(found.length === 0, `${at}: ${found.slice(0, 5).join("; ")}`);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (scheme === "light") console.log(`${at}: ${height} high`);
      if (size.width === 1280) {
        check(height <= (MOST_HEIGHT[name] ?? Infinity), `${at}: ${height} high`);
        if (!(name in LONG_OPENING)) {
          const low = await page.evaluate(below, size.height);
          check(low.length === 0, `${at}: not on the first screen: ${low.join(", ")}`);
        }
      }
      const shot = `${name}-${size.width}-${scheme}`;
      await page.screenshot({ path: path.join(pages, name, `${shot}.png`), fullPage: true });
      if (!(shot in SHOWN)) continue;
      await page.evaluate((id) => document.getElementById(id)?.scrollIntoView(), SHOWN[shot]);
      await page.screenshot({ path: path.join(screenshots, `${shot}.webp`), type: "webp", quality: 60, captureBeyondViewport: false });
    }
  }
  // axe-core waits by timers, which run only where scripts do; the page's own policy still allows none.
  await page.setJavaScriptEnabled(true);
  await page.goto(`file://${file}`);
  // Everything opened, so that tables below pictures are looked at, too.
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
  const opened = await page.evaluate(faults);
  check(opened.length === 0, `${name}, opened: ${opened.slice(0, 5).join("; ")}`);
  for (const scheme of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => axe.run(document));
    check(violations.length === 0, `${name}, ${scheme}: ${violations.map((one) => `${one.id} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 150)}`).join("; ")}`);
    console.log(`${name}, ${scheme}: axe-core ${violations.length} findings`);
  }
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
  await page.goto(`file://${file}`);
  await page.pdf({ path: path.join(pages, name, "report.pdf"), preferCSSPageSize: true });
  await page.emulateMediaType("print");
  await page.setViewport({ width: A4_WIDTH, height: 1000 });
  const printed = await page.evaluate(faults);
  check(printed.length === 0, `${name}, printed: ${printed.slice(0, 5).join("; ")}`);
  check(asked.length === 0, `${name}: ${asked.slice(0, 5).join("; ")}`);
  await page.close();
}

fs.mkdirSync(screenshots, { recursive: true });
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--hide-scrollbars"] });
for (const name of fs.readdirSync(pages).sort()) await look(browser, name);
await browser.close();
console.log(`gallery: ${passed} passed, ${failures} failed`);
process.exit(failures ? 1 : 0);
