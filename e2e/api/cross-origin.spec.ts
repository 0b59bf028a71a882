import {
  addComponent,
  ApiClient,
  PASSWORD,
  signUp,
  uniqueEmail,
  type JsonObject,
} from "../support/api";
import { expect, test } from "../support/fixtures";
import { sendRawRequest } from "../support/raw-request";
import { expectPlainText, expectProblem, TEXTS } from "../support/expected-responses";

const LISTED = ["https://app.example.com", "http://localhost:5173"];
const FOREIGN = [
  "https://evil.example",
  "https://app.example.com.evil.example",
  "https://evil-app.example.com",
  "http://app.example.com",
  "https://app.example.com:8443",
  "https://example.com",
  "http://localhost:5174",
  "null",
  "file://",
  "",
];
const lists = { CORS_ORIGINS: LISTED.join(" , ") };
const getCorsHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));
const varies = (headers: Headers) =>
  (headers.get("vary") ?? "").toLowerCase().split(/,\s*/).includes("origin");

test(
  "a sign-in or registration from another site is rejected and sets no cookie",
  { tag: "@one-engine" },
  async ({ server, ada }) => {
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    const client = new ApiClient(server.url);
    for (const [path, body] of [
      ["/v1/auth/login", { email: ada.user!.email, password: PASSWORD }],
      ["/v1/auth/register", { email: uniqueEmail(), password: PASSWORD, name: "Eve" }],
    ] as const) {
      const reply = await client.post(path, body, headers);
      expectPlainText(reply, 403, TEXTS.foreignSite);
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  },
);

test.describe("a write with a cookie", { tag: "@one-engine" }, () => {
  const allowed: [string, (url: string) => Record<string, string>][] = [
    ["neither Origin nor Sec-Fetch-Site", () => ({})],
    ["the server's Origin", (url) => ({ Origin: url })],
    [
      "Sec-Fetch-Site same-origin and the server's Origin",
      (url) => ({ "Sec-Fetch-Site": "same-origin", Origin: url }),
    ],
    ["Sec-Fetch-Site same-origin only", () => ({ "Sec-Fetch-Site": "same-origin" })],
    ["Sec-Fetch-Site none", () => ({ "Sec-Fetch-Site": "none" })],
  ];
  for (const [what, headers] of allowed) {
    test(`with ${what} is allowed`, async ({ ada, orgID }) => {
      const reply = await sendRawRequest(ada.url, "POST", `/v1/organizations/${orgID}/components`, {
        body: '{"name":"Website"}',
        headers: { "Content-Type": "application/json", Cookie: ada.cookie!, ...headers(ada.url) },
      });
      expect(reply.status, reply.text).toBe(201);
    });
  }

  const rejected: [string, (url: string) => Record<string, string>][] = [
    ...FOREIGN.map((origin): [string, () => Record<string, string>] => [
      `Origin ${JSON.stringify(origin)}`,
      () => ({ Origin: origin }),
    ]),
    ["the server's Origin with another port", (url) => ({ Origin: url.replace(/\d+$/, "1") })],
    ["the server's Origin with https", (url) => ({ Origin: url.replace("http:", "https:") })],
    ["an Origin that starts with the server's", (url) => ({ Origin: `${url}.evil.example` })],
    ["Sec-Fetch-Site cross-site", () => ({ "Sec-Fetch-Site": "cross-site" })],
    [
      "Sec-Fetch-Site cross-site and a foreign Origin",
      () => ({ "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }),
    ],
    [
      "Sec-Fetch-Site cross-site and Origin null",
      () => ({ "Sec-Fetch-Site": "cross-site", Origin: "null" }),
    ],
    [
      "Sec-Fetch-Site same-site",
      () => ({ "Sec-Fetch-Site": "same-site", Origin: "https://blog.example.com" }),
    ],
    ["an unknown Sec-Fetch-Site", () => ({ "Sec-Fetch-Site": "sideways" })],
  ];
  for (const [what, headers] of rejected) {
    test(`with ${what} returns 403 in plain text, and changes nothing`, async ({ ada, orgID }) => {
      await addComponent(ada, orgID);
      const post = (path: string, body: string) =>
        sendRawRequest(ada.url, "POST", path, {
          body,
          headers: { "Content-Type": "application/json", Cookie: ada.cookie!, ...headers(ada.url) },
        });
      const reply = await post(`/v1/organizations/${orgID}/components`, '{"name":"Planted"}');
      expectPlainText(reply, 403, TEXTS.foreignSite);
      expect(getCorsHeaders(reply.headers)).toEqual({});
      expectPlainText(await post("/v1/auth/logout", ""), 403, TEXTS.foreignSite);
      expect(
        (await ada.get<JsonObject[]>(`/v1/organizations/${orgID}/components`)).json.map(
          ({ name }) => name,
        ),
      ).toEqual(["Website"]);
    });
  }

  test("sent by a form is rejected because of its content type, even without Origin headers", async ({
    ada,
    orgID,
  }) => {
    for (const type of [
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=b",
      "text/plain",
    ]) {
      expectProblem(
        await ada.call("POST", `/v1/organizations/${orgID}/components`, {
          rawBody: '{"name":"Planted"}',
          headers: { "Content-Type": type },
        }),
        415,
      );
    }
    expect((await ada.get(`/v1/organizations/${orgID}/components`)).json).toEqual([]);
  });

  test("from a trusted proxy's https origin is allowed, but not from its http origin", async ({
    getServer,
    orgID,
  }) => {
    const { url } = await getServer({ TRUST_PROXY: "loopback" });
    const ada = await signUp(url);
    const send = (headers: Record<string, string>) =>
      sendRawRequest(url, "POST", `/v1/organizations/${orgID}/components`, {
        body: '{"name":"Website"}',
        headers: {
          "Content-Type": "application/json",
          Cookie: ada.cookie!,
          Host: "status.example.com",
          ...headers,
        },
      });
    expect(
      (await send({ Origin: "https://status.example.com", "X-Forwarded-Proto": "https" })).status,
    ).toBe(201);
    expectPlainText(
      await send({ Origin: "http://status.example.com", "X-Forwarded-Proto": "https" }),
      403,
      TEXTS.foreignSite,
    );
  });

  test("from the origin of BASE_URL or of the requested host is allowed", async ({
    getServer,
    orgID,
  }) => {
    const { url } = await getServer({ BASE_URL: "https://status.example.com" });
    const ada = await signUp(url);
    const send = (Origin: string) =>
      ada.post(`/v1/organizations/${orgID}/components`, { name: "Website" }, { Origin });
    expect((await send("https://status.example.com")).status).toBe(201);
    expectPlainText(await send("https://evil.example"), 403, TEXTS.foreignSite);
    expect((await send(url)).status, "the origin of the requested host is allowed").toBe(201);
  });
});

test.describe("without CORS_ORIGINS", { tag: "@one-engine" }, () => {
  test("no response can be read by another origin", async ({ ada, orgID }) => {
    for (const Origin of [...LISTED, ...FOREIGN, ada.url]) {
      for (const [method, path] of [
        ["GET", "/v1/me"],
        ["GET", `/v1/organizations/${orgID}/incidents`],
        ["GET", "/v1/nothing"],
        ["OPTIONS", "/v1/me"],
        ["OPTIONS", `/v1/organizations/${orgID}/incidents`],
      ] as const) {
        const reply = await sendRawRequest(ada.url, method, path, {
          headers: { Origin, Cookie: ada.cookie!, "Access-Control-Request-Method": "POST" },
        });
        expect(getCorsHeaders(reply.headers), `${method} ${path} from ${Origin}`).toEqual({});
      }
    }
  });

  test("GET requests from another site are not rejected", async ({ ada }) => {
    expect(
      (await ada.get("/v1/me", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }))
        .status,
    ).toBe(200);
  });
});

test.describe("with CORS_ORIGINS", { tag: "@one-engine" }, () => {
  const readable = (origin: string) => ({
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": expect.stringMatching(/\bLink\b/),
  });

  test("a listed origin can read every response with credentials, errors included", async ({
    getServer,
    orgID,
  }) => {
    const { url } = await getServer(lists);
    const ada = await signUp(url);
    await addComponent(ada, orgID);
    const nonMember = await signUp(url);
    const path = `/v1/organizations/${orgID}/incidents`;
    for (const Origin of LISTED) {
      const headers = { Origin, "Sec-Fetch-Site": "cross-site" };
      const replies = [
        [200, await ada.get("/v1/me", headers)],
        [200, await ada.get(path, headers)],
        [
          304,
          await ada.get(path, {
            ...headers,
            "If-None-Match": (await ada.get(path)).headers.get("etag")!,
          }),
        ],
        [400, await ada.post(path, {}, headers)],
        [401, await new ApiClient(url).get("/v1/me", headers)],
        [
          401,
          await new ApiClient(url).post(
            "/v1/auth/login",
            { email: uniqueEmail(), password: "wrong" },
            headers,
          ),
        ],
        [403, await nonMember.get(path, headers)],
        [404, await ada.get("/v1/nothing", headers)],
        [405, await ada.post("/v1/me", {}, headers)],
        [
          415,
          await ada.call("POST", path, {
            rawBody: "{}",
            headers: { ...headers, "Content-Type": "text/plain" },
          }),
        ],
      ] as const;
      for (const [status, reply] of replies) {
        expect(reply.status).toBe(status);
        expect(getCorsHeaders(reply.headers), `${status} to ${Origin}`).toEqual(readable(Origin));
        expect(varies(reply.headers), `${status} to ${Origin}`).toBe(true);
      }
    }
  });

  test("a listed origin can write, sign in, and sign out", async ({ getServer, orgID }) => {
    const { url } = await getServer(lists);
    for (const Origin of LISTED) {
      const headers = { Origin, "Sec-Fetch-Site": "cross-site" };
      const client = new ApiClient(url);
      const email = uniqueEmail();
      expect(
        (
          await client.post(
            "/v1/auth/register",
            { email, password: PASSWORD, name: "Ada" },
            headers,
          )
        ).status,
      ).toBe(201);
      expect(
        (
          await client.post(
            `/v1/organizations/${orgID}-${new URL(Origin).protocol.slice(0, -1)}/components`,
            { name: "Website" },
            headers,
          )
        ).status,
      ).toBe(201);
      expect(
        (await client.post("/v1/auth/login", { email, password: PASSWORD }, headers)).status,
      ).toBe(200);
      expect((await client.call("POST", "/v1/auth/logout", { headers })).status).toBe(204);
    }
  });

  test("an origin that is not listed can neither read nor write", async ({ getServer, orgID }) => {
    const { url } = await getServer(lists);
    const ada = await signUp(url);
    for (const Origin of FOREIGN) {
      const headers = { Origin, Cookie: ada.cookie!, "Content-Type": "application/json" };
      const read = await sendRawRequest(url, "GET", "/v1/me", { headers });
      expect(getCorsHeaders(read.headers), Origin).toEqual({});
      expect(varies(read.headers)).toBe(true);
      const write = await sendRawRequest(url, "POST", `/v1/organizations/${orgID}/components`, {
        headers,
        body: '{"name":"Planted"}',
      });
      expectPlainText(write, 403, TEXTS.foreignSite);
      expect(getCorsHeaders(write.headers), Origin).toEqual({});
    }
    expect((await ada.get(`/v1/organizations/${orgID}/components`)).json).toEqual([]);
  });

  test("the same origin and non-browser clients are not affected", async ({ getServer, orgID }) => {
    const { url } = await getServer(lists);
    const ada = await signUp(url);
    for (const headers of [
      {},
      { Origin: url },
      { "Sec-Fetch-Site": "same-origin", Origin: url },
    ] as Record<string, string>[]) {
      const reply = await ada.post(
        `/v1/organizations/${orgID}/components`,
        { name: "Website" },
        headers,
      );
      expect(reply.status).toBe(201);
      expect(getCorsHeaders(reply.headers)).toEqual({});
    }
  });

  test(
    "a preflight needs no session and allows the methods of the path and " +
      "Content-Type, for listed origins only",
    async ({ getServer, orgID }) => {
      const { url } = await getServer(lists);
      const ask = (path: string, Origin: string) =>
        sendRawRequest(url, "OPTIONS", path, {
          headers: {
            Origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
          },
        });
      for (const [path, methods] of [
        ["/v1/auth/login", ["POST"]],
        ["/v1/auth/logout", ["POST"]],
        ["/v1/me", ["GET"]],
        [`/v1/organizations/${orgID}/incidents`, ["GET", "POST"]],
        [`/v1/organizations/${orgID}/components`, ["GET", "POST"]],
      ] as const) {
        for (const origin of LISTED) {
          const { status, headers, text } = await ask(path, origin);
          expect([status, text]).toEqual([204, ""]);
          expect(headers.get("access-control-allow-origin")).toBe(origin);
          expect(headers.get("access-control-allow-credentials")).toBe("true");
          expect(headers.get("access-control-allow-methods")!.split(", ")).toEqual(
            expect.arrayContaining([...methods]),
          );
          expect(headers.get("access-control-allow-headers")!.toLowerCase().split(", ")).toContain(
            "content-type",
          );
          expect(varies(headers)).toBe(true);
          expect(JSON.stringify(getCorsHeaders(headers))).not.toContain("*");
        }
        for (const origin of FOREIGN)
          expect(
            getCorsHeaders((await ask(path, origin)).headers),
            `${path} from ${origin}`,
          ).toEqual({});
      }
    },
  );
});
