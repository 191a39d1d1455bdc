// A run that somebody stops, a table that cannot be read, and another tool's file.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectSameByCommand, gauze, test } from "./studio";

test("a run is cancelled, and leaves nothing", async ({ page, studio }) => {
  test.setTimeout(120_000);
  const lines = ["age,zip,city,illness"];
  for (let row = 0; row < 400_000; ++row)
    lines.push(`${row % 90},${10_000 + ((row * 7919) % 20_000)},c${row % 500},i${row % 40}`);
  writeFileSync(join(studio.folder, "large.csv"), lines.join("\n"));
  gauze(studio.folder, "init", "large.csv", "--accept", "--out", "large.yaml");
  await page.goto(await studio.restart("large.yaml"));
  await page.getByRole("link", { name: "Run" }).first().click();
  await page.getByRole("button", { name: "Make the release" }).click();
  await page.getByRole("button", { name: "Cancel" }).last().click();
  await expect(page.getByText(/^Cancelled after/).last()).toBeVisible();
  expect(existsSync(join(studio.folder, "release"))).toBe(false);
  // The plan, which nobody has cancelled, has a private folder for as long as it takes.
  const hidden = (): string[] =>
    readdirSync(studio.folder).filter((name) => name.startsWith(".") && name !== ".gauze-studio");
  await expect.poll(hidden).toEqual([]);
});

test("a wrong CSV is told as the program tells it", async ({ page, studio }) => {
  writeFileSync(join(studio.folder, "wrong.csv"), "a,b\n1,2\n3,4,5,6\n");
  await page.getByRole("banner").getByRole("link", { name: "Open another file" }).click();
  await page.getByRole("button", { name: /^wrong.csv/ }).click();
  await expect(page.getByRole("alert")).toContainText("more or fewer fields than the header");
});

test("another tool's file is verified", async ({ page, studio }) => {
  writeFileSync(join(studio.folder, "theirs.csv"), "age,illness\n[20-30),flu\n[20-30),cold\n[30-40),flu\n");
  await page.getByRole("banner").getByRole("link", { name: "Open another file" }).click();
  await page.getByRole("button", { name: "Verify theirs.csv" }).click();
  await page.getByLabel(/^Quasi-identifying columns/).fill("age");
  await page.getByLabel("Promise to check").fill("k_anonymity(k=2)");
  await page.getByRole("button", { name: "Verify it" }).click();
  await expect(page.getByRole("heading", { name: /does not hold/ })).toBeVisible();
});

test("a release is said to be older than its policy", async ({ page, studio }) => {
  gauze(studio.folder, "init", "patients.csv", "--accept", "--out", "decided.yaml");
  await page.goto(await studio.restart("decided.yaml"));
  await page.getByRole("link", { name: "Run" }).first().click();
  await page.getByRole("button", { name: "Make the release" }).click();
  await expect(page.getByText("verified in the written file")).toBeVisible();
  await page.getByRole("link", { name: "Next: Result" }).click();
  await page.getByRole("link", { name: "Next: Sign off" }).click();
  await page.getByLabel("Your name").fill("A. Officer");
  await page.getByRole("button", { name: /^Approve.*Roles/ }).click();
  await expect(page.getByText("5 of 6 points are open.")).toBeVisible();

  await page.getByRole("link", { name: "Promises" }).first().click();
  await page.getByLabel("k", { exact: true }).fill("9");
  await page.getByLabel("k", { exact: true }).press("Enter");
  await page.getByRole("link", { name: "Result" }).first().click();
  await expect(page.getByText("The policy was changed after this release was made.")).toBeVisible();

  // Another release: what was approved of the one before is not approved of this one.
  await page.getByRole("link", { name: "Run" }).first().click();
  await page.getByRole("button", { name: "Release again" }).click();
  await expect(page.getByText("verified in the written file")).toBeVisible();
  await page.getByRole("link", { name: "Next: Result" }).click();
  await expect(page.getByRole("heading", { name: "Compared with the release before" })).toBeVisible();
  await page.getByRole("link", { name: "Next: Sign off" }).click();
  await expect(page.getByText("6 of 6 points are open.")).toBeVisible();
  expectSameByCommand(studio.folder, "decided.yaml");
});
