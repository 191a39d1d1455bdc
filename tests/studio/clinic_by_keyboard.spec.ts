// The same without a mouse: letters for roles, Tab and Enter for the rest.
import { expectVisibleFocus, tabTo } from "./keys";
import { expect, expectSameByCommand, gauze, test } from "./studio";

test("clinic by keyboard", async ({ page, studio }) => {
  await expect(page.getByText("200 rows and 7 columns")).toBeVisible();

  await page.keyboard.press("Alt+2");
  await expect(page.getByRole("heading", { name: "Columns", level: 1 })).toBeFocused();
  await tabTo(page, "tr[data-at]");
  for (const letter of ["i", "q", "q", "q", "q", "s", "n"]) {
    await page.keyboard.press(letter);
    await expectVisibleFocus(page);
    await page.keyboard.press("ArrowDown");
  }
  await expect(page.getByText("Every column has a role.")).toBeVisible();
  await expect(page.getByLabel("Role of diagnosis")).toHaveValue("sensitive");

  // Back, and again: the label says what.
  await page.keyboard.press("Control+z");
  await expect(page.getByLabel("Role of ward")).toHaveValue("undecided");
  await page.keyboard.press("Control+Shift+z");
  await expect(page.getByLabel("Role of ward")).toHaveValue("insensitive");

  // The hierarchy of the fourth column; the first, which is dropped, has none.
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Hierarchy of name" })).toHaveCount(0);
  for (let down = 0; down < 3; ++down) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Hierarchy of zip" })).toBeVisible();
  await expect(page.getByRole("treegrid").first()).toBeVisible();
  await tabTo(page, "[aria-label^='Use it: ZIP']");
  await page.keyboard.press("Enter");
  await expect(page.getByText("covers every value")).toBeVisible();

  await page.keyboard.press("Alt+3");
  await expect(page.getByRole("heading", { name: "Promises", level: 1 })).toBeFocused();
  await tabTo(page, "main section > button");
  await page.keyboard.press("Enter");
  await tabTo(page, "dialog .choices li:nth-child(2) button");
  await page.keyboard.press("Enter");
  await tabTo(page, "dialog .field:nth-of-type(2) select");
  await page.keyboard.type("distinct");
  await tabTo(page, "dialog input[type=number]");
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "l-diversity" })).toBeVisible();

  await page.keyboard.press("Alt+4");
  await tabTo(page, "button[type=submit]");
  await page.keyboard.press("Enter");
  await expect(page.locator("g.point").first()).toBeVisible();
  await tabTo(page, "g.point");
  // The second point has the k that the policy has.
  for (let right = 0; right < 2; ++right) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Undo adopted/ })).toBeVisible();

  await page.keyboard.press("Alt+5");
  await expect(page.getByText("The largest k that this table allows")).toBeVisible();
  await tabTo(page, "main .buttons .primary");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 promises verified in the written file")).toBeVisible();

  await page.keyboard.press("Alt+6");
  await expect(page.getByRole("heading", { name: "What did adversaries achieve?" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Explain row 1", exact: true })).toBeVisible();
  await tabTo(page, "[aria-label='Explain row 1']");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Row 1 is one of/)).toBeVisible();

  await page.keyboard.press("Alt+7");
  await tabTo(page, "#signer");
  await page.keyboard.type("A. Officer");
  await tabTo(page, ".approve input");
  for (let point = 0; point < 6; ++point) {
    await page.keyboard.press("Enter");
    await expect(page.locator(".item[data-done=true]")).toHaveCount(point + 1);
    await expect(page.locator(".approve input, #key").first()).toBeFocused();
  }
  await expect(page.getByText("Everything has been looked at.")).toBeVisible();
  await expect(page.locator("#key")).toBeFocused();
  await tabTo(page, "summary:has(+ .buttons)");
  await page.keyboard.press("Enter");
  await tabTo(page, "#key-name + button");
  await page.keyboard.press("Enter");
  await expect(page.locator("#key")).toHaveValue("signing.key");
  await tabTo(page, "main button[type=submit]");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/✓ Signed/)).toBeVisible();

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  gauze(studio.folder, "bundle", "verify", "release.bundle.tar", "--key", "signing.pub");
  expectSameByCommand(studio.folder, "patients.yaml");
});
