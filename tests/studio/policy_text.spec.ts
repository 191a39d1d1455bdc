// The policy beside: written by forms, edited by hand, and every change taken back.
import { expect, test } from "./studio";

test("a mistake in the text is shown at its line", async ({ page, studio }) => {
  void studio;
  const text = page.getByLabel("The policy as text");
  await expect(text).toHaveValue(/role: undecided/);
  await text.fill((await text.inputValue()).replace("name: {role: undecided", "name: {role: identifing"));
  await text.press("Control+s");
  await expect(
    page.getByText("Did you mean “identifying”?").or(page.getByText('Did you mean "identifying"?')),
  ).toBeVisible();
  await expect(page.locator(".line[data-fault=true]")).toContainText("identifing");

  await text.fill("version: [1");
  await text.press("Control+s");
  await expect(page.locator(".policy .fault").first()).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(text).toHaveValue(/identifing/);
});

test("fifty edits, undone and redone across a new page and a new server", async ({ page, studio }) => {
  test.setTimeout(120_000);
  await page.getByRole("link", { name: "Columns" }).first().click();
  const role = page.getByLabel("Role of sex");
  const roles = ["quasi_identifying", "sensitive", "insensitive", "identifying", "entity"];
  const text = page.getByLabel("The policy as text");
  const first = await text.inputValue();
  for (let at = 0; at < 50; ++at) {
    await role.selectOption(roles[at % roles.length] ?? "sensitive");
    await expect(text).toHaveValue(new RegExp(`sex: \\{role: ${roles[at % roles.length] ?? ""}\\b`));
  }
  const last = await text.inputValue();
  await page.goto(await studio.restart("patients.yaml"));
  await page.getByRole("link", { name: "Columns" }).first().click();
  const undo = page.getByRole("button", { name: /^Undo/ });
  for (let at = 0; at < 50; ++at) {
    const before = await text.inputValue();
    await undo.click();
    await expect(text).not.toHaveValue(before);
  }
  expect(await text.inputValue()).toBe(first);
  await expect(undo).toBeDisabled();
  await page.reload();
  const redo = page.getByRole("button", { name: /^Redo/ });
  for (let at = 0; at < 50; ++at) {
    const before = await text.inputValue();
    await redo.click();
    await expect(text).not.toHaveValue(before);
  }
  expect(await text.inputValue()).toBe(last);
});

test("two windows: the second edit is not lost silently", async ({ page, studio, context }) => {
  await page.getByRole("link", { name: "Columns" }).first().click();
  const other = await context.newPage();
  await other.goto(new URL("/columns", studio.address).href);
  await other.getByLabel("Role of age").selectOption("sensitive");
  await expect(other.getByLabel("The policy as text")).toHaveValue(/age: \{role: sensitive/);
  await page.getByLabel("Role of sex").selectOption("sensitive");
  await expect(page.getByText("The policy was changed in another window.")).toBeVisible();
  await expect(page.getByLabel("Role of age")).toHaveValue("sensitive");
});
