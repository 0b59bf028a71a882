import { ApiClient, PASSWORD, signUp, uniqueEmail, type JsonObject } from "../support/api";
import { expect, test } from "../support/fixtures";
import { waitForEmail } from "../support/mailbox";
import { expectInvalid, expectPlainText } from "../support/expected-responses";

const FIREFOX = {
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
};

test(
  "security events are in the account activity and, without email addresses, in the log; a sign-in " +
    "from a new device sends an email",
  async ({ server }) => {
    const ada = await signUp(server.url);
    const { id, email } = ada.user as { id: string; email: string };
    const other = new ApiClient(server.url);
    await other.post("/v1/auth/login", { email, password: "wrong password" }, FIREFOX);
    await other.post("/v1/auth/login", { email, password: PASSWORD }, FIREFOX);
    await other.post("/v1/auth/logout", undefined, FIREFOX);
    const entry = (event: string, headers: JsonObject) => ({
      id: expect.any(String),
      event,
      ip_address: "127.0.0.1",
      created_at: expect.any(String),
      client: headers["User-Agent"] ?? expect.any(String),
    });
    expect((await ada.get<JsonObject[]>("/v1/me/activity")).json).toEqual([
      entry("signed_out", FIREFOX),
      entry("signed_in", FIREFOX),
      entry("sign_in_failed", FIREFOX),
      entry("registered", {}),
    ]);
    const message = await waitForEmail(server.dataDir, email);
    expect(message.subject).toBe("New sign-in to your account");
    expect(message.text).toContain("Firefox on Linux");

    const unknown = uniqueEmail();
    await other.post("/v1/auth/login", { email: unknown, password: PASSWORD });
    const events = () =>
      server.lines
        .filter(({ msg }) => msg === "account event")
        .map(({ event, user_id }) => ({ event, user_id }));
    await expect.poll(events).toEqual(
      expect.arrayContaining([
        ...["registered", "sign_in_failed", "signed_in", "signed_out"].map((event) => ({
          event,
          user_id: id,
        })),
        { event: "sign_in_failed", user_id: null },
      ]),
    );
    for (const secret of [email, unknown, PASSWORD]) expect(server.output()).not.toContain(secret);
  },
);

test("account activity requires a session and rejects an invalid cursor", async ({
  server,
  ada,
}) => {
  expectPlainText(await new ApiClient(server.url).get("/v1/me/activity"), 401);
  expectInvalid(await ada.get("/v1/me/activity?before=x"), "before");
});

test(
  "registration rejects common passwords if PASSWORD_POLICY or the request sets the policy to strict",
  { tag: "@one-engine" },
  async ({ server, getServer }) => {
    const strict = await getServer({ PASSWORD_POLICY: "strict" });
    const register = (url: string, fields: JsonObject = {}) =>
      new ApiClient(url).post("/v1/auth/register", {
        email: uniqueEmail(),
        password: "password1",
        name: "Ada",
        ...fields,
      });
    expectInvalid(await register(strict.url), "password");
    expectInvalid(await register(server.url, { password_policy: "strict" }), "password");
    expect((await register(server.url)).status).toBe(201);
    expect((await register(strict.url, { password: PASSWORD })).status).toBe(201);
  },
);
