// axe-core has nothing to say about any screen, in light and in dark; nothing sticks out at any width.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Page } from "@playwright/test";
import { expect, gauze, test } from "./studio";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PICTURES = process.env.GAUZE_PICTURES; // a folder for what was seen
const SCREENS = ["/open", "/data", "/columns", "/promises", "/trade-off", "/run", "/result", "/sign-off", "/ledger"];
const WIDTHS = [768, 1280, 1920];

interface Finding {
  id: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  // The report in its frame has a test of its own.
  const result = await page.evaluate(() =>
    (window as unknown as { axe: { run: (options: object) => Promise<{ violations: Finding[] }> } }).axe.run({
      exclude: [["iframe"]],
    }),
  );
  return result.violations.map(
    (found) => `${found.id}: ${found.nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
}

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".job-line progress")).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.waitForTimeout(300);
}

async function keepPicture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES ?? "", { recursive: true });
  const devtools = await page.context().newCDPSession(page);
  const picture = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  writeFileSync(join(PICTURES ?? "", name), Buffer.from(picture.data, "base64"));
  await devtools.detach();
}

/** A policy in which everything is decided, and a release, so that every screen has something to show. */
function prepare(folder: string): void {
  gauze(folder, "init", "patients.csv", "--accept", "--out", "decided.yaml");
  gauze(folder, "run", "decided.yaml", "--quiet");
}

test.use({ open: "patients.csv" });

for (const scheme of ["light", "dark"] as const) {
  test(`every screen, ${scheme}`, async ({ page, studio }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: scheme });
    prepare(studio.folder);
    await page.goto(await studio.restart("decided.yaml"));
    await settle(page);
    await page.goto(new URL("/trade-off", studio.address).href);
    await page.getByRole("button", { name: /^Try all/ }).click();
    await expect(page.locator("g.point").first()).toBeVisible();
    for (const screen of SCREENS) {
      await page.goto(new URL(screen, studio.address).href);
      await settle(page);
      expect(await findings(page), `${screen} ${scheme}`).toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(beyond, `${screen} at ${width}: what sticks out`).toBeLessThanOrEqual(0);
        const inside = await page.evaluate(() => {
          const main = document.querySelector("main");
          return main ? main.scrollWidth - main.clientWidth : 0;
        });
        expect(inside, `${screen} at ${width}: what sticks out of the screen`).toBeLessThanOrEqual(0);
        if (PICTURES) await keepPicture(page, `${screen.slice(1)}-${width}-${scheme}.webp`);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  });
}

test("what opens on a screen, and what was made elsewhere", async ({ page, studio }) => {
  test.setTimeout(120_000);
  prepare(studio.folder);
  await page.goto(await studio.restart("decided.yaml"));
  await page.goto(new URL("/columns", studio.address).href);
  await page.getByRole("button", { name: /Hierarchy of zip/ }).click();
  await expect(page.getByRole("treegrid").first()).toBeVisible();
  for (const tab of ["Suggestions", "Build", "File", "Tree"]) {
    await page.getByRole("tab", { name: tab }).click();
    await settle(page);
    expect(await findings(page), `hierarchy: ${tab}`).toEqual([]);
  }
  await page.getByRole("button", { name: "Import hierarchies" }).click();
  expect(await findings(page), "import of hierarchies").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keys" }).click();
  expect(await findings(page), "keys").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Tour" }).click();
  expect(await findings(page), "tour").toEqual([]);
  await page.getByRole("button", { name: "End the tour" }).click();

  await page.goto(new URL("/promises", studio.address).href);
  await page.getByRole("button", { name: "Add a promise" }).click();
  expect(await findings(page), "list of models").toEqual([]);
  await page.getByRole("button", { name: /^l-diversity/ }).click();
  expect(await findings(page), "form of a model").toEqual([]);
  await page.keyboard.press("Escape");

  await page.goto(new URL("/result", studio.address).href);
  await page.getByRole("button", { name: "Explain row 1", exact: true }).click();
  await expect(page.getByText(/Row 1 is one of/)).toBeVisible();
  expect(await findings(page), "a row explained").toEqual([]);

  for (const chapter of ["/docs/", "/docs/studio/", "/docs/models/k_anonymity/", "/docs/none/"]) {
    await page.goto(new URL(chapter, studio.address).href);
    expect(await findings(page), chapter).toEqual([]);
    if (PICTURES) await keepPicture(page, `manual${chapter.replaceAll("/", "-")}1280-light.webp`);
  }

  await page.goto(await studio.restart("release"));
  await expect(page.getByRole("heading", { name: "What is promised holds." })).toBeVisible();
  expect(await findings(page), "a release that was made elsewhere").toEqual([]);
});
