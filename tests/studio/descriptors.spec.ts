// One mechanism: a model that this page has never heard of appears in the list, with its form, from its descriptor alone.
import { expect, test } from "./studio";

const TOY = {
  name: "toy_promise",
  summary: "every class has something of everything",
  guarantees: "nobody is bored",
  not_covered: "serious people",
  docs: "models/toy_promise/",
  parameters: [
    { name: "few", type: "integer", required: true, minimum: 1, maximum: 9, description: "how few" },
    { name: "kind", type: "choice", required: true, enum: ["red", "blue"], description: "which colour" },
    { name: "attribute", type: "attribute", required: true, description: "whose" },
    { name: "share", type: "number", required: true, minimum: 0, maximum: 1, description: "how much" },
    { name: "strict", type: "boolean", required: false, default: false, description: "no jokes" },
    { name: "first", type: "names", required: false, description: "columns that come first" },
    { name: "shape", type: "something_new", required: false, description: "a type that nobody knew" },
  ],
};

test("a toy model has its form", async ({ page, studio }) => {
  await page.route("**/api/catalog", async (route) => {
    // Asked again in the page's name: the studio answers nobody else.
    const headers = { ...(await route.request().allHeaders()), "sec-fetch-site": "same-origin" };
    const answer = await route.fetch({ headers });
    const catalog = (await answer.json()) as { models: object[] };
    await route.fulfill({ response: answer, json: { ...catalog, models: [...catalog.models, TOY] } });
  });
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/policy"));
  await page.goto(new URL("/columns", studio.address).href);
  await page.getByRole("button", { name: /^Accept all/ }).click();
  await sent;
  await page.getByRole("link", { name: "Next: Promises" }).click();
  await page.getByRole("button", { name: "Add a promise" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Toy promise/ }).click();
  await expect(dialog.getByText("Nobody is bored.")).toBeVisible();
  await expect(dialog.getByText("How few.")).toBeVisible();
  await expect(dialog.getByLabel("Attribute")).toHaveValue("diagnosis");
  const add = dialog.getByRole("button", { name: "Add the promise" });
  await expect(add).toBeDisabled();
  await dialog.getByLabel("Few").fill("3");
  await dialog.getByLabel("Kind").selectOption("blue");
  // Key by key: what is on the way to a number is not taken for one.
  await dialog.getByLabel("Share").pressSequentially("0.05");
  await expect(dialog.getByLabel("Share")).toHaveValue("0.05");
  await dialog.getByText(/^More settings/).click();
  await dialog.getByLabel(/^Strict/).check();
  await dialog.getByLabel(/^First/).fill("age, sex");
  await dialog.getByLabel(/^First/).press("Tab");
  await dialog.getByLabel(/^Shape/).fill('{"corners": 4}');
  await dialog.getByLabel(/^Shape/).press("Tab");

  const edit = page.waitForRequest((request) => request.url().endsWith("/api/policy"));
  await add.click();
  const { document, label } = (await edit).postDataJSON() as { document: { protect: object[] }; label: string };
  expect(label).toContain("toy_promise added");
  expect(document.protect.at(-1)).toEqual({
    toy_promise: {
      attribute: "diagnosis",
      few: 3,
      share: 0.05,
      kind: "blue",
      strict: true,
      first: ["age", "sex"],
      shape: { corners: 4 },
    },
  });
});
