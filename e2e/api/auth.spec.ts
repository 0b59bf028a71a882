import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sealData, unsealData } from "iron-session";
import { ApiClient, PASSWORD, type ApiResponse, signUp, uniqueEmail } from "../support/api";
import { expect, LOW_LIMITS, test } from "../support/fixtures";
import { sendRawRequest } from "../support/raw-request";
import {
  expectInvalid,
  expectPlainText,
  expectProblem,
  TEXTS,
  expectedUser,
} from "../support/expected-responses";

const LIFETIME_S = 2_592_000;
const sessionCookies = (reply: ApiResponse<unknown>) => reply.headers.getSetCookie();
const newCookie = (attributes: string) =>
  expect.stringMatching(
    new RegExp(`^session_token=[^;\\s,"]+; Max-Age=${LIFETIME_S}; ${attributes}$`),
  );
const PLAIN_HTTP = "Path=/; HttpOnly; SameSite=Lax";

test.describe("register", () => {
  test("returns 201 with the user, but not the password, and sets the session cookie", async ({
    server,
  }) => {
    const client = new ApiClient(server.url);
    const email = uniqueEmail();
    const reply = await client.post("/v1/auth/register", {
      email,
      password: PASSWORD,
      name: "Ada",
    });
    expect(reply.status).toBe(201);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.json).toEqual(expectedUser({ email, name: "Ada" }));
    expect(sessionCookies(reply)).toEqual([newCookie(PLAIN_HTTP)]);
    expect((await client.get("/v1/me")).json).toEqual(reply.json);
  });

  test("sets created_at and updated_at to the time of the request", async ({ server }) => {
    const before = Date.now();
    const { user } = await signUp(server.url);
    expect(user!.created_at).toBe(user!.updated_at);
    expect(Date.parse(user!.created_at as string)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(user!.created_at as string)).toBeLessThanOrEqual(Date.now());
  });

  test("trims and lower-cases the email, and trims the name", async ({ server }) => {
    const email = uniqueEmail();
    const reply = await new ApiClient(server.url).post("/v1/auth/register", {
      email: `  ${email.toUpperCase()}\n`,
      password: PASSWORD,
      name: "\t Ada  Byron ",
    });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual(expectedUser({ email, name: "Ada  Byron" }));
  });

  test("does not trim the password", async ({ server }) => {
    const client = new ApiClient(server.url);
    const email = uniqueEmail();
    expect(
      (await client.post("/v1/auth/register", { email, password: `  ${PASSWORD} `, name: "Ada" }))
        .status,
    ).toBe(201);
    expectPlainText(
      await client.post("/v1/auth/login", { email, password: PASSWORD }),
      401,
      TEXTS.badCredentials,
    );
    expect(
      (await client.post("/v1/auth/login", { email, password: `  ${PASSWORD} ` })).status,
    ).toBe(200);
  });

  test("ignores unknown fields", async ({ server }) => {
    const email = uniqueEmail();
    const reply = await new ApiClient(server.url).post("/v1/auth/register", {
      email,
      password: PASSWORD,
      name: "Ada",
      id: "mine",
      role: "owner",
      created_at: "2001-01-01T00:00:00.000Z",
    });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual(expectedUser({ email, name: "Ada" }));
    expect(reply.json.id).not.toBe("mine");
    expect(reply.json.created_at).not.toBe("2001-01-01T00:00:00.000Z");
  });

  for (const [what, change] of [
    ["a taken email", (email: string) => email],
    ["a taken email in a different case", (email: string) => email.toUpperCase()],
    ["a taken email with surrounding spaces", (email: string) => ` ${email} `],
  ] as const) {
    test(`returns 409 in plain text for ${what}, and sets no cookie`, async ({ server, ada }) => {
      const reply = await new ApiClient(server.url).post("/v1/auth/register", {
        email: change(ada.user!.email as string),
        password: PASSWORD,
        name: "Eve",
      });
      expectPlainText(reply, 409, TEXTS.emailTaken);
      expect(sessionCookies(reply)).toEqual([]);
    });
  }

  test("one of many concurrent registrations of an email returns 201, the others 409", async ({
    server,
  }) => {
    const email = uniqueEmail();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        new ApiClient(server.url).post("/v1/auth/register", {
          email: index % 2 ? email : email.toUpperCase(),
          password: PASSWORD,
          name: `Ada ${index}`,
        }),
      ),
    );
    const losers = replies.filter(({ status }) => status !== 201);
    expect(losers).toHaveLength(11);
    for (const reply of losers) expectPlainText(reply, 409, TEXTS.emailTaken);
  });

  test("stores values of maximum length unchanged", async ({ server }) => {
    const domain = `${`${"d".repeat(60)}.`.repeat(3)}example.com`;
    const email = `${uniqueEmail()
      .split("@")[0]!
      .padEnd(253 - domain.length, "a")}@${domain}`;
    expect(email).toHaveLength(254);
    const markup = `<b>"Adä" & 'エイダ'</b>`;
    const name = markup + "😀".repeat(255 - [...markup].length);
    const password = "😀".repeat(18);
    const client = new ApiClient(server.url);
    const reply = await client.post("/v1/auth/register", { email, password, name });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.json).toEqual(expectedUser({ email, name }));
    expect((await client.post("/v1/auth/login", { email, password })).json).toEqual(reply.json);
  });

  test(
    "returns 400 with one entry per invalid field, and creates no account",
    { tag: "@one-engine" },
    async ({ server }) => {
      const client = new ApiClient(server.url);
      const email = uniqueEmail();
      const wrong = { password: "1\0", name: " ", invitation_token: 7, password_policy: "lax" };
      for (const body of [{ email: "ada@", ...wrong }, wrong]) {
        const reply = await client.post("/v1/auth/register", body);
        expectInvalid(reply, "email", ...Object.keys(wrong));
        expect(sessionCookies(reply)).toEqual([]);
      }
      const reply = await client.post("/v1/auth/register", { email, ...wrong });
      expectInvalid(reply, ...Object.keys(wrong));
      expect(sessionCookies(reply)).toEqual([]);
      const valid = { email, password: PASSWORD, name: "Ada" };
      expect((await client.post("/v1/auth/register", valid)).status).toBe(201);
    },
  );
});

test.describe("login", () => {
  test("returns 200 with the user and sets a new session cookie", async ({ server, ada }) => {
    const client = new ApiClient(server.url);
    const reply = await client.post("/v1/auth/login", {
      email: ada.user!.email,
      password: PASSWORD,
    });
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual(ada.user);
    expect(sessionCookies(reply)).toEqual([newCookie(PLAIN_HTTP)]);
    expect(client.cookie).not.toBe(ada.cookie);
    expect((await client.get("/v1/me")).json).toEqual(ada.user);
    expect((await ada.get("/v1/me")).status, "the first session stays valid").toBe(200);
  });

  test("ignores the case of the email and surrounding spaces", async ({ server, ada }) => {
    const email = `  ${(ada.user!.email as string).toUpperCase()} `;
    const reply = await new ApiClient(server.url).post("/v1/auth/login", {
      email,
      password: PASSWORD,
    });
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual(ada.user);
  });

  test("returns the same 401 for an unknown email and a wrong password, and sets no cookie", async ({
    server,
    ada,
  }) => {
    const client = new ApiClient(server.url);
    for (const body of [
      { email: ada.user!.email, password: "wrong password" },
      { email: ada.user!.email, password: PASSWORD.toUpperCase() },
      { email: ada.user!.email, password: `${PASSWORD} ` },
      { email: uniqueEmail(), password: PASSWORD },
      { email: "no address at all", password: "x" },
    ]) {
      const reply = await client.post("/v1/auth/login", body);
      expectPlainText(reply, 401, TEXTS.badCredentials);
      expect(sessionCookies(reply)).toEqual([]);
    }
  });

  test("rejects a 73-byte password whose first 72 bytes are the correct password", async ({
    server,
  }) => {
    const email = uniqueEmail();
    const client = new ApiClient(server.url);
    await client.post("/v1/auth/register", { email, password: "x".repeat(72), name: "Ada" });
    expectPlainText(
      await client.post("/v1/auth/login", { email, password: "x".repeat(73) }),
      401,
      TEXTS.badCredentials,
    );
  });

  test(
    "returns 400 with one entry per invalid field, and sets no cookie",
    { tag: "@one-engine" },
    async ({ server }) => {
      const reply = await new ApiClient(server.url).post("/v1/auth/login", {
        email: "\0",
        password: 12345678,
      });
      expectInvalid(reply, "email", "password");
      expect(sessionCookies(reply)).toEqual([]);
    },
  );

  test("returns 401 ten times, then 429 with Retry-After even for the correct password, for this email only", async ({
    server,
    ada,
    bob,
  }) => {
    const email = ada.user!.email as string;
    const client = new ApiClient(server.url);
    const forgedAddress = (index: number) => ({
      "X-Forwarded-For": `10.0.0.${index}`,
      "X-Candor-Client": `10.0.1.${index}`,
    });
    for (let failure = 1; failure <= 10; failure++) {
      const reply = await client.post(
        "/v1/auth/login",
        { email: failure % 2 ? email : email.toUpperCase(), password: `wrong ${failure}` },
        forgedAddress(failure),
      );
      expectPlainText(reply, 401, TEXTS.badCredentials);
    }
    for (const password of ["wrong again", PASSWORD]) {
      const reply = await client.post("/v1/auth/login", { email, password }, forgedAddress(99));
      expectProblem(reply, 429);
      const seconds = Number(reply.headers.get("retry-after"));
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThan(15 * 60 - 60);
      expect(seconds).toBeLessThanOrEqual(15 * 60);
      expect(sessionCookies(reply)).toEqual([]);
    }
    expect(
      (await client.post("/v1/auth/login", { email: bob.user!.email, password: PASSWORD })).status,
      "other accounts can sign in",
    ).toBe(200);
    expect((await ada.get("/v1/me")).status, "the open session stays valid").toBe(200);
  });

  test("counts failures for an email without an account", async ({ server }) => {
    const email = uniqueEmail();
    const client = new ApiClient(server.url);
    for (let failure = 1; failure <= 10; failure++)
      expect((await client.post("/v1/auth/login", { email, password: "wrong" })).status).toBe(401);
    expectProblem(await client.post("/v1/auth/login", { email, password: "wrong" }), 429);
  });

  test("counts failures per client IP address", { tag: "@one-engine" }, async ({ getServer }) => {
    const server = await getServer({ TRUST_PROXY: "loopback" });
    const { user } = await signUp(server.url);
    const client = new ApiClient(server.url);
    const from = (address: string) => ({ "X-Forwarded-For": address });
    for (let failure = 1; failure <= 10; failure++)
      await client.post(
        "/v1/auth/login",
        { email: user!.email, password: "wrong" },
        from("203.0.113.7"),
      );
    expectProblem(
      await client.post(
        "/v1/auth/login",
        { email: user!.email, password: PASSWORD },
        from("203.0.113.7"),
      ),
      429,
    );
    expect(
      (
        await client.post(
          "/v1/auth/login",
          { email: user!.email, password: PASSWORD },
          from("203.0.113.8"),
        )
      ).status,
    ).toBe(200);
  });

  test("counts concurrent failures", async ({ server, ada }) => {
    const replies = await Promise.all(
      Array.from({ length: 25 }, () =>
        new ApiClient(server.url).post("/v1/auth/login", {
          email: ada.user!.email,
          password: "wrong",
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test("does not count consecutive successful logins toward the limit", async ({ server, ada }) => {
    const client = new ApiClient(server.url);
    for (let round = 0; round < 15; round++)
      expect(
        (await client.post("/v1/auth/login", { email: ada.user!.email, password: PASSWORD }))
          .status,
      ).toBe(200);
  });

  test("does not count concurrent successful logins toward the limit", async ({ server, ada }) => {
    const replies = await Promise.all(
      Array.from({ length: 25 }, () =>
        new ApiClient(server.url).post("/v1/auth/login", {
          email: ada.user!.email,
          password: PASSWORD,
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 200));
  });

  test(
    "allows as many failures as the settings specify",
    { tag: "@one-engine" },
    async ({ getServer }) => {
      const server = await getServer(LOW_LIMITS);
      const client = new ApiClient(server.url);
      const email = uniqueEmail();
      const statuses = [];
      for (let attempt = 0; attempt < 3; attempt++)
        statuses.push((await client.post("/v1/auth/login", { email, password: "wrong" })).status);
      expect(statuses).toEqual([401, 401, 429]);
    },
  );
});

test.describe("logout", () => {
  test("returns 204 with an empty body and clears the cookie", async ({ ada }) => {
    const reply = await ada.post("/v1/auth/logout");
    expect(reply.status).toBe(204);
    expect(reply.text).toBe("");
    expect(sessionCookies(reply)).toEqual([`session_token=; Max-Age=0; ${PLAIN_HTTP}`]);
  });

  test("invalidates copies of the cookie, for reads and writes", async ({ ada, orgID }) => {
    const copy = new ApiClient(ada.url);
    copy.cookie = ada.cookie;
    expect((await copy.get("/v1/me")).status).toBe(200);
    await ada.post("/v1/auth/logout");
    expectPlainText(await copy.get("/v1/me"), 401, TEXTS.noSession);
    expectPlainText(await copy.get(`/v1/organizations/${orgID}/incidents`), 401, TEXTS.noSession);
    expectPlainText(
      await copy.post(`/v1/organizations/${orgID}/components`, { name: "Website" }),
      401,
      TEXTS.noSession,
    );
    expectPlainText(await copy.post("/v1/auth/logout"), 401, TEXTS.noSession);
  });

  test("ends only the current session", async ({ server, ada }) => {
    const other = new ApiClient(server.url);
    await other.post("/v1/auth/login", { email: ada.user!.email, password: PASSWORD });
    await ada.post("/v1/auth/logout");
    expect((await other.get("/v1/me")).json).toEqual(ada.user);
  });

  test("returns 401 without a valid session", async ({ server }) => {
    const client = new ApiClient(server.url);
    expectPlainText(await client.post("/v1/auth/logout"), 401, TEXTS.noSession);
    client.cookie = "session_token=";
    expectPlainText(await client.post("/v1/auth/logout"), 401, TEXTS.noSession);
  });

  test("ignores the body", async ({ ada }) => {
    const reply = await ada.call("POST", "/v1/auth/logout", {
      rawBody: "{",
      headers: { "Content-Type": "text/plain" },
    });
    expect(reply.status).toBe(204);
  });
});

test.describe("sessions and passwords", () => {
  test("a session expires 30 days after login", async ({ ada, database }) => {
    const [row] = await database.query<{ created_at: string; expires_at: string }>(
      "SELECT created_at, expires_at FROM sessions WHERE user_id = ?",
      ada.user!.id as string,
    );
    expect(Date.parse(row!.expires_at) - Date.parse(row!.created_at)).toBe(LIFETIME_S * 1000);
  });

  test("a session is not extended by use, and is rejected once expired", async ({
    ada,
    database,
  }) => {
    const read = () =>
      database.query<{ expires_at: string }>(
        "SELECT expires_at FROM sessions WHERE user_id = ?",
        ada.user!.id as string,
      );
    const before = await read();
    const reply = await ada.get("/v1/me");
    expect(sessionCookies(reply)).toEqual([]);
    expect(await read()).toEqual(before);
    await database.query(
      "UPDATE sessions SET expires_at = created_at WHERE user_id = ?",
      ada.user!.id as string,
    );
    expectPlainText(await ada.get("/v1/me"), 401, TEXTS.noSession);
  });

  test("a session is stored as the SHA-256 of its token, without the token or cookie", async ({
    server,
    ada,
    database,
  }) => {
    const cookie = ada.cookie!.split("=")[1]!;
    const secret = readFileSync(join(server.dataDir, "session-secret"), "utf8").trim();
    const { token } = await unsealData<{ token: string }>(cookie, {
      password: { [cookie.split("*")[1]!]: secret },
    });
    const rows = await database.query(
      "SELECT * FROM sessions WHERE user_id = ?",
      ada.user!.id as string,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.token_hash).toBe(createHash("sha256").update(token).digest("hex"));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(cookie);
  });

  test("passwords are stored as bcrypt hashes", async ({ ada, database }) => {
    const [row] = await database.query<{ password_hash: string }>(
      "SELECT password_hash FROM users WHERE id = ?",
      ada.user!.id as string,
    );
    expect(row!.password_hash).toMatch(/^\$2[aby]\$04\$[./A-Za-z0-9]{53}$/);
  });

  test("the session cookie is found among other cookies", async ({ ada }) => {
    const reply = await new ApiClient(ada.url).get("/v1/me", {
      Cookie: `a=1; xsession_token=2;${ada.cookie}; session_token2=3`,
    });
    expect(reply.status).toBe(200);
  });

  test("a session cookie encrypted with another secret returns 401", async ({ server }) => {
    const client = new ApiClient(server.url);
    const password = "another secret of more than 32 characters";
    const sealed = await sealData({ token: "a".repeat(43) }, { password });
    client.cookie = `session_token=${sealed}`;
    expectPlainText(await client.get("/v1/me"), 401, TEXTS.noSession);
  });
});

test.describe("the Secure attribute", { tag: "@one-engine" }, () => {
  const SECURE = `${PLAIN_HTTP}; Secure`;

  test("is not set over http, even if an untrusted client sends forwarding headers", async ({
    server,
  }) => {
    const client = new ApiClient(server.url);
    const claims = {
      "X-Forwarded-Proto": "https",
      "X-Candor-Protocol": "https",
      Forwarded: "proto=https",
    };
    const reply = await client.post(
      "/v1/auth/register",
      { email: uniqueEmail(), password: PASSWORD, name: "Ada" },
      claims,
    );
    expect(sessionCookies(reply)).toEqual([newCookie(PLAIN_HTTP)]);
    expect(
      sessionCookies(await client.call("POST", "/v1/auth/logout", { headers: claims })),
    ).toEqual([`session_token=; Max-Age=0; ${PLAIN_HTTP}`]);
  });

  test("follows X-Forwarded-Proto of a trusted proxy", async ({ getServer }) => {
    const { url } = await getServer({ TRUST_PROXY: "loopback" });
    const client = new ApiClient(url);
    const email = uniqueEmail();
    const https = { "X-Forwarded-Proto": "https" };
    expect(
      sessionCookies(
        await client.post("/v1/auth/register", { email, password: PASSWORD, name: "Ada" }, https),
      ),
    ).toEqual([newCookie(SECURE)]);
    expect(
      sessionCookies(await client.post("/v1/auth/login", { email, password: PASSWORD }, https)),
    ).toEqual([newCookie(SECURE)]);
    expect(
      sessionCookies(await client.call("POST", "/v1/auth/logout", { headers: https })),
    ).toEqual([`session_token=; Max-Age=0; ${SECURE}`]);
    expect(
      sessionCookies(
        await client.post(
          "/v1/auth/login",
          { email, password: PASSWORD },
          { "X-Forwarded-Proto": "http" },
        ),
      ),
    ).toEqual([newCookie(PLAIN_HTTP)]);
    expect(
      sessionCookies(await client.post("/v1/auth/login", { email, password: PASSWORD })),
    ).toEqual([newCookie(PLAIN_HTTP)]);
  });

  test("is not set if the proxy is not in TRUST_PROXY", async ({ getServer }) => {
    const { url } = await getServer({ TRUST_PROXY: "10.0.0.0/8" });
    const reply = await new ApiClient(url).post(
      "/v1/auth/register",
      { email: uniqueEmail(), password: PASSWORD, name: "Ada" },
      { "X-Forwarded-Proto": "https" },
    );
    expect(sessionCookies(reply)).toEqual([newCookie(PLAIN_HTTP)]);
  });

  test("is combined with SameSite=None if CORS is configured, only over https", async ({
    getServer,
  }) => {
    const { url } = await getServer({
      TRUST_PROXY: "loopback",
      CORS_ORIGINS: "https://app.example.com",
    });
    const client = new ApiClient(url);
    const email = uniqueEmail();
    const none = "Path=/; HttpOnly; SameSite=None; Secure";
    expect(
      sessionCookies(
        await client.post(
          "/v1/auth/register",
          { email, password: PASSWORD, name: "Ada" },
          { "X-Forwarded-Proto": "https" },
        ),
      ),
    ).toEqual([newCookie(none)]);
    expect(
      sessionCookies(
        await client.call("POST", "/v1/auth/logout", { headers: { "X-Forwarded-Proto": "https" } }),
      ),
    ).toEqual([`session_token=; Max-Age=0; ${none}`]);
    expect(
      sessionCookies(await client.post("/v1/auth/login", { email, password: PASSWORD })),
    ).toEqual([newCookie(PLAIN_HTTP)]);
  });
});

test.describe("bodies of register and login", { tag: "@one-engine" }, () => {
  for (const path of ["/v1/auth/register", "/v1/auth/login"]) {
    test(`${path}: a body without a JSON content type returns 415`, async ({ server }) => {
      const rawBody = JSON.stringify({ email: uniqueEmail(), password: PASSWORD, name: "Ada" });
      const client = new ApiClient(server.url);
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "text/json",
        "*/*",
        "",
      ]) {
        expectProblem(
          await sendRawRequest(client.url, "POST", path, {
            body: rawBody,
            headers: { "Content-Type": type },
          }),
          415,
        );
      }
      expectProblem(await sendRawRequest(client.url, "POST", path, { body: rawBody }), 415);
    });

    test(`${path}: accepts JSON with a charset`, async ({ server, ada }) => {
      const body = JSON.stringify({
        email: path.endsWith("login") ? ada.user!.email : uniqueEmail(),
        password: PASSWORD,
        name: "Ada",
      });
      const reply = await sendRawRequest(server.url, "POST", path, {
        body,
        headers: { "Content-Type": "Application/JSON; charset=utf-8" },
      });
      expect([200, 201]).toContain(reply.status);
    });

    for (const [what, body] of [
      ["an empty body", ""],
      ["incomplete JSON", '{"email": "a'],
      ["JSON with a comment", "{} // done"],
      ["JSON with single quotes", "{'email': 'a'}"],
      ["bytes that are not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ] as [string, string | Uint8Array][]) {
      test(`${path}: ${what} returns 400`, async ({ server }) => {
        expectProblem(
          await sendRawRequest(server.url, "POST", path, {
            body,
            headers: { "Content-Type": "application/json" },
          }),
          400,
        );
      });
    }
  }
});

test.describe("closed registration", { tag: "@one-engine" }, () => {
  test("rejects new accounts with 403 in plain text, and lets existing users log in", async ({
    launch,
    createServerStorage,
  }) => {
    const storage = await createServerStorage();
    const open = await launch({}, storage);
    const { user } = await signUp(open.url);
    const closed = new ApiClient((await launch({ REGISTRATION: "closed" }, storage)).url);
    const reply = await closed.post("/v1/auth/register", {
      email: uniqueEmail(),
      password: PASSWORD,
      name: "Eve",
    });
    expectPlainText(
      reply,
      403,
      "Registration is closed. Ask a member of your organization for an invitation.\n",
    );
    expect(sessionCookies(reply)).toEqual([]);
    expect(
      (await closed.post("/v1/auth/login", { email: user!.email, password: PASSWORD })).status,
    ).toBe(200);
  });
});
