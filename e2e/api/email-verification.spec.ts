import { createOrganizationId } from "../support/organization-id";
import { addIncident, ApiClient, PASSWORD, signUp, uniqueEmail } from "../support/api";
import { expect, test } from "../support/fixtures";
import { findLink } from "../support/mailbox";
import { expectInvalid } from "../support/expected-responses";
import { type ReceivedEmail, startSmtpServer } from "../support/smtp";

async function waitForEmail(received: ReceivedEmail[], address: string): Promise<ReceivedEmail> {
  await expect
    .poll(() => received.filter(({ to }) => to.includes(address)).length, {
      intervals: [20, 50],
      timeout: 20_000,
    })
    .toBeGreaterThan(0);
  return received.findLast(({ to }) => to.includes(address))!;
}
const getToken = ({ parsed }: ReceivedEmail) =>
  findLink(parsed, "/verify-email").searchParams.get("token")!;

test(
  "emails with a new account's invitations and notifications are held until its email address is confirmed",
  { tag: "@one-engine" },
  async ({ launch }) => {
    const smtp = await startSmtpServer();
    const server = await launch({
      SMTP_URL: smtp.url,
      EMAIL_VERIFICATION: "on",
      WEBHOOK_ALLOW_PRIVATE: "on",
    });
    const ada = new ApiClient(server.url);
    const email = uniqueEmail();
    const registered = await ada.post("/v1/auth/register", {
      email,
      password: PASSWORD,
      name: "Ada",
    });
    expect([registered.status, Object.keys(registered.json).toSorted()]).toEqual([
      201,
      ["created_at", "email", "id", "name", "updated_at"],
    ]);
    expect((await ada.get("/v1/me/email/verification")).json).toEqual({ email, verified: false });

    const organization = createOrganizationId();
    const path = `/v1/organizations/${organization}`;
    const [guest, bob, carol] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    await ada.post("/v1/organizations", {
      id: organization,
      name: "Win at https://evil.example/now",
    });
    expect((await ada.post(`${path}/invitations`, { email: guest, role: "viewer" })).status).toBe(
      201,
    );
    expect(
      (
        await ada.post(`${path}/subscribers`, {
          channel: "email",
          address: bob,
          skip_confirmation: true,
        })
      ).status,
    ).toBe(201);
    const imported = await ada.call("POST", `${path}/subscribers/import`, {
      rawBody: `address,confirmed\n${carol},true\n`,
      headers: { "Content-Type": "text/csv" },
    });
    expect(imported.json.created).toBe(1);
    await addIncident(ada, organization, { title: "Down \u202e www.evil.example" });
    await expect.poll(async () => (await ada.get(`${path}/held-emails`)).json.count).toBe(3);
    expect((await ada.get(`${path}/held-emails`)).json).toEqual({
      verified: false,
      count: 3,
      expires_at: expect.any(String),
    });
    const held = await ada.get<{ address: string; state: string }[]>(
      `${path}/deliveries?state=held`,
    );
    expect(held.json.map(({ address }) => address).toSorted()).toEqual([bob, carol].toSorted());

    const first = await waitForEmail(smtp.received, email);
    expect((await ada.post("/v1/me/email/verification")).status).toBe(202);
    await expect.poll(() => smtp.received.length).toBe(2);
    expect(smtp.received.flatMap(({ to }) => to)).toEqual([email, email]);
    expectInvalid(
      await ada.post("/v1/me/email/verification/confirm", { token: getToken(first) }),
      "token",
    );
    const visitor = new ApiClient(server.url);
    expect(
      (
        await visitor.post("/v1/me/email/verification/confirm", {
          token: getToken(smtp.received[1]!),
        })
      ).status,
    ).toBe(204);
    expect((await ada.get("/v1/me/email/verification")).json).toEqual({ email, verified: true });
    expect((await ada.post("/v1/me/email/verification")).status).toBe(409);

    for (const address of [guest, bob, carol]) {
      const { parsed } = await waitForEmail(smtp.received, address);
      expect(parsed.subject).not.toMatch(/evil\.example|\u202e/);
    }
    expect((await ada.get(`${path}/held-emails`)).json).toEqual({
      verified: true,
      count: 0,
      expires_at: null,
    });
    expect(server.output()).not.toContain(getToken(smtp.received[1]!));
    await smtp.stop();
  },
);

test(
  "with EMAIL_VERIFICATION=off, the email address of a new account counts as confirmed",
  { tag: "@one-engine" },
  async ({ server }) => {
    const ada = await signUp(server.url);
    expect((await ada.get("/v1/me/email/verification")).json).toEqual({
      email: ada.user!.email,
      verified: true,
    });
    expect((await new ApiClient(server.url).get("/v1/me/email/verification")).status).toBe(401);
  },
);
