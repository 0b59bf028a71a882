import { expect, test } from "../support/fixtures";

test("the landing page describes the product and links to sign-in, registration, and docs", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Candor/);
  await expect(page.getByText("Candor is a self-hosted status page")).toBeVisible();
  for (const part of ["Components", "Incidents", "Reliable notifications"]) {
    await expect(page.getByRole("heading", { name: part })).toBeVisible();
  }

  await page
    .getByRole("navigation", { name: "Site" })
    .getByRole("link", { name: "Sign in" })
    .click();
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/register");
  await page.goBack();
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Docs" }).click();
  await expect(page).toHaveURL("/docs");
});

test("every link on the landing, docs, registration, and sign-in pages works", async ({
  page,
  request,
}) => {
  const seen = new Set(["/"]);
  for (const path of seen) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    await page.goto(path);
    for (const link of await page.locator("a[href]").all()) {
      const href = (await link.getAttribute("href")) ?? "";
      const [target, fragment] = href.split("#");
      if (fragment)
        await expect(page.locator(`[id="${fragment}"]`), `${path} ${href}`).toHaveCount(1);
      if (target && !URL.canParse(target)) seen.add(target);
    }
  }
  expect([...seen].toSorted()).toEqual([
    "/",
    "/docs",
    "/forgot-password",
    "/login",
    "/register",
    "/v1/openapi.json",
  ]);
});

test("an unknown URL shows an error and a link back", async ({ page }) => {
  const response = await page.goto("/nowhere");
  expect(response?.status()).toBe(404);
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/");
});
