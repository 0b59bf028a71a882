import { createOrganizationId } from "../support/organization-id";
import { expect, test } from "../support/fixtures";
import { findLink } from "../support/mailbox";
import { startSmtpServer } from "../support/smtp";
import { findViolations } from "./axe";

test("the dashboard asks users to confirm their email address, and emails on hold are sent after they do", async ({
  browser,
  launch,
}) => {
  const smtp = await startSmtpServer();
  const server = await launch({ SMTP_URL: smtp.url, EMAIL_VERIFICATION: "on" });
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const person = {
    email: `${createOrganizationId()}@example.com`,
    password: "correct horse battery",
    name: "Ada",
  };
  const organization = createOrganizationId();
  expect((await page.request.post("/v1/auth/register", { data: person })).status()).toBe(201);
  expect(
    (await page.request.post("/v1/organizations", { data: { id: organization } })).status(),
  ).toBe(201);
  for (const index of [1, 2])
    await page.request.post(`/v1/organizations/${organization}/invitations`, {
      data: { email: `${index}.${person.email}`, role: "viewer" },
    });
  await page.goto(`/dashboard/${organization}`);
  const notice = page.getByRole("region", { name: "Email confirmation" });
  await expect(notice).toContainText("Confirm your email address to send the 2 emails on hold");
  expect(await findViolations(page)).toEqual([]);
  await notice.getByRole("button", { name: "Resend link" }).click();
  await expect(page.getByText("Link sent. Check your email.")).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText("Not confirmed")).toBeVisible();

  const api = `/v1/organizations/${organization}`;
  const subscriber = { channel: "email", address: `3.${person.email}`, skip_confirmation: true };
  await page.request.post(`${api}/subscribers`, { data: subscriber });
  await page.request.post(`${api}/incidents`, { data: { title: "API errors", impact: "minor" } });
  await page.goto(`/dashboard/${organization}/deliveries`);
  const reason = page.getByText("Waiting for an owner or admin to confirm their email address");
  await expect(reason).toBeVisible({ timeout: 15_000 });

  await expect
    .poll(() => smtp.received.filter(({ to }) => to.includes(person.email)).length)
    .toBe(2);
  const link = findLink(
    smtp.received.findLast(({ to }) => to.includes(person.email))!.parsed,
    "/verify-email",
  );
  await page.goto(link.pathname + link.search);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect(
    page.getByRole("heading", { name: "Your email address is confirmed" }),
  ).toBeFocused();
  await expect.poll(() => smtp.received.length).toBe(5);
  await page.goto(link.pathname + link.search);
  await expect(page.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
  await page.goto(`/dashboard/${organization}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.goto(`/dashboard/${organization}/deliveries`);
  await expect(page.getByRole("listitem").getByText("Delivered")).toBeVisible();
  await expect(reason).toHaveCount(0);
  await context.close();
  await smtp.stop();
});
