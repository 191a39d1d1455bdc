// The clinic's table from CSV to a release, a report and a signed bundle, without a line of YAML.
import { expect, expectSameByCommand, gauze, test } from "./studio";

test("clinic by mouse", async ({ page, studio }) => {
  await expect(page.getByRole("heading", { name: "Columns that tell most rows apart" })).toBeVisible();
  await expect(page.getByText("200 rows and 7 columns")).toBeVisible();
  await expect(page.getByRole("cell", { name: "Ada Abel" })).toBeVisible();

  await page.getByRole("link", { name: "Next: Columns" }).click();
  await page.getByRole("button", { name: "Accept all 7 suggestions" }).click();
  await expect(page.getByText("Every column has a role.")).toBeVisible();
  await page.getByLabel("Role of ward").selectOption("insensitive");
  await page.getByRole("button", { name: "Hierarchy of zip" }).click();
  await page.getByRole("button", { name: "Use it: ZIP codes" }).click();
  await expect(page.getByText("covers every value")).toBeVisible();
  await expect(page.getByLabel("The policy as text")).toHaveValue(/us_zip/);

  await page.getByRole("link", { name: "Next: Promises" }).click();
  await expect(page.locator(".price .value").first()).toHaveText(/%/);
  await page.getByRole("button", { name: "Add a promise" }).click();
  await page.getByRole("button", { name: /^l-diversity/ }).click();
  await page.getByRole("dialog").getByLabel("Kind").selectOption("distinct");
  await page.getByRole("dialog").getByLabel("l", { exact: true }).fill("3");
  await page.getByRole("button", { name: "Add the promise" }).click();
  await expect(page.getByRole("heading", { name: "l-diversity" })).toBeVisible();

  const k = page.getByLabel("k", { exact: true });
  const before = await page.locator(".price .value").first().textContent();
  await k.fill("12");
  await expect(page.locator(".price .value").first()).not.toHaveText(before ?? "");
  await k.press("Enter");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveText(/k 5 → 12/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(k).toHaveValue("5");

  await page.getByRole("link", { name: "Trade-off" }).click();
  await page.getByRole("button", { name: /^Try all/ }).click();
  await page.getByRole("button", { name: /k=8.*Adopt it/ }).click();
  await expect(page.getByLabel("The policy as text")).toHaveValue(/k: 8/);

  await page.getByRole("link", { name: "Run" }).first().click();
  await expect(page.getByText("The largest k that this table allows")).toBeVisible();
  await page.getByRole("button", { name: "Make the release" }).click();
  await expect(page.getByText("2 promises verified in the written file")).toBeVisible();

  await page.getByRole("link", { name: "Next: Result" }).click();
  await expect(page.getByRole("heading", { name: "How likely is it that somebody is found?" })).toBeVisible();
  await page.getByRole("button", { name: "Explain row 3" }).click();
  await expect(page.getByText(/Row 3 is one of/)).toBeVisible();
  await expect(page.locator(".originals").first()).toContainText("×");
  await page.getByRole("button", { name: /^Run it on everybody.*linkage/ }).click();
  await expect(page.getByText(/^200 people were looked for/)).toBeVisible();
  await expect(page.frameLocator("iframe").getByText("The worst risk that remains")).toBeVisible();

  await page.getByRole("link", { name: "Next: Sign off" }).click();
  await page.getByLabel("Your name").fill("A. Officer");
  for (let done = 1; done <= 6; ++done) {
    await page
      .getByRole("button", { name: /^Approve/ })
      .first()
      .click();
    await expect(page.locator(".item[data-done=true]")).toHaveCount(done);
  }
  await expect(page.getByText("Everything has been looked at.")).toBeVisible();
  await page.getByText("I have no key yet").click();
  await page.getByRole("button", { name: "Make a pair" }).click();
  await expect(page.getByLabel("Secret signing key")).toHaveValue("signing.key");
  await page.getByRole("button", { name: "Sign the release" }).click();
  await expect(page.getByText(/✓ Signed/)).toBeVisible();

  gauze(studio.folder, "bundle", "verify", "release.bundle.tar", "--key", "signing.pub");
  expectSameByCommand(studio.folder, "patients.yaml");
});
