import { ApiClient, PASSWORD, signUp, uniqueEmail } from "../support/api";
import { expect, test } from "../support/fixtures";
import { findLink, waitForEmail } from "../support/mailbox";

const REQUEST = "/v1/auth/password-reset";
const CONFIRM = "/v1/auth/password-reset/confirm";
const NEW_PASSWORD = "a completely new password";

test("the response to a password reset request does not reveal whether an account exists", async ({
  server,
  ada,
}) => {
  const replies = [];
  for (const email of [
    ada.user!.email as string,
    ` ${(ada.user!.email as string).toUpperCase()} `,
    uniqueEmail(),
  ]) {
    replies.push(await new ApiClient(server.url).post(REQUEST, { email }));
  }
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(
    replies.every(
      ({ headers }) =>
        headers.get("set-cookie") === null && headers.get("cache-control") === "no-store",
    ),
  ).toBe(true);
});

test("the sixth password reset request for an email address returns 429, even without an account", async ({
  server,
  ada,
}) => {
  for (const email of [ada.user!.email as string, uniqueEmail()]) {
    const client = new ApiClient(server.url);
    for (let i = 0; i < 5; i++) expect((await client.post(REQUEST, { email })).status).toBe(202);
    const refused = await client.post(REQUEST, { email });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(refused.json).toMatchObject({
      title: "Too many requests",
      detail: "Too many password resets for this email address. Try again later.",
    });
  }
  expect((await new ApiClient(server.url).post(REQUEST, { email: uniqueEmail() })).status).toBe(
    202,
  );
});

const badRequests: [path: string, body: unknown, status: number, paths: string[]][] = [
  [REQUEST, {}, 400, ["email"]],
  [REQUEST, { email: "no address" }, 400, ["email"]],
  [REQUEST, { email: "a@example.com\r\nBcc: b@example.com" }, 400, ["email"]],
  [REQUEST, { email: ["a@example.com"] }, 400, ["email"]],
  [CONFIRM, {}, 400, ["token", "password"]],
  [CONFIRM, { token: "", password: "short" }, 400, ["token", "password"]],
  [CONFIRM, { token: "x".repeat(8), password: NEW_PASSWORD }, 400, ["token"]],
  [CONFIRM, { token: "\0", password: NEW_PASSWORD }, 400, ["token"]],
  [CONFIRM, { token: "x".repeat(8), password: "é".repeat(37) }, 400, ["password"]],
];
for (const [path, body, status, paths] of badRequests) {
  test(`${path} rejects ${JSON.stringify(body)}`, { tag: "@one-engine" }, async ({ server }) => {
    const reply = await new ApiClient(server.url).post<{ errors: { path: string }[] }>(path, body);
    expect(reply.status).toBe(status);
    expect(reply.headers.get("content-type")).toBe("application/problem+json");
    expect(reply.json.errors.map((error) => error.path)).toEqual(paths);
  });
}

test("another site cannot request or confirm a password reset, and only POST is supported", async ({
  server,
  ada,
}) => {
  const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  for (const path of [REQUEST, CONFIRM]) {
    expect(
      (await new ApiClient(server.url).post(path, { email: ada.user!.email }, foreign)).status,
    ).toBe(403);
    expect((await new ApiClient(server.url).get(path)).status).toBe(405);
  }
});

test("the link of a password reset email sets a new password once and ends all sessions", async ({
  server,
}) => {
  const ada = await signUp(server.url);
  const email = ada.user!.email as string;
  const laptop = new ApiClient(server.url);
  expect((await laptop.post("/v1/auth/login", { email, password: PASSWORD })).status).toBe(200);

  const visitor = new ApiClient(server.url);
  await visitor.post(REQUEST, { email });
  const message = await waitForEmail(server.dataDir, email);
  expect(message.subject).toBe("Set a new password");
  expect(message.html).toContain("Set a new password");
  const token = findLink(message, "/reset-password").searchParams.get("token");
  expect(token).toMatch(/^[\w-]{43}$/);

  expect((await visitor.post(CONFIRM, { token, password: "short" })).status).toBe(400);
  const reply = await visitor.post(CONFIRM, { token, password: NEW_PASSWORD });
  expect([reply.status, reply.text]).toEqual([204, ""]);
  expect([(await ada.get("/v1/me")).status, (await laptop.get("/v1/me")).status]).toEqual([
    401, 401,
  ]);
  expect((await visitor.post("/v1/auth/login", { email, password: PASSWORD })).status).toBe(401);
  expect((await visitor.post("/v1/auth/login", { email, password: NEW_PASSWORD })).status).toBe(
    200,
  );
  expect((await visitor.post(CONFIRM, { token, password: NEW_PASSWORD })).status).toBe(400);
});

test("without a mail server, the log states at startup where emails are written", async ({
  server,
}) => {
  expect(server.lines.map(({ msg }) => msg)).toContain(
    `Emails are written to ${server.dataDir}/mail, because SMTP_URL is not set.`,
  );
});
