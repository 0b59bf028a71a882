import { Agent, request } from "node:http";
import fc from "fast-check";
import { createOrganizationId } from "../support/organization-id";
import {
  addComponent,
  type ApiClient,
  type ApiResponse,
  signUp,
  uniqueEmail,
  type JsonObject,
} from "../support/api";
import { expect, LOW_LIMITS, test } from "../support/fixtures";
import { sendRawRequest } from "../support/raw-request";
import {
  expectPlainText,
  expectProblem,
  expectedIncident,
  TEXTS,
} from "../support/expected-responses";

// When a property fails, fast-check prints the seed and the smallest counterexample.
const RUNS = { numRuns: process.env.TEST_FAULTS === "on" ? 200 : 20 };
const JSON_TYPE = { "Content-Type": "application/json" };
const MIB = 1_048_576;
const POSTS = [
  "/v1/auth/register",
  "/v1/auth/login",
  "/v1/organizations",
  "/v1/organizations/ORG/components",
  "/v1/organizations/ORG/incidents",
  "/v1/organizations/ORG/maintenances",
];

/** Expects no 5xx, and a documented format for each rejection. */
function expectDocumented(reply: ApiResponse<JsonObject>): void {
  const { status, headers } = reply;
  expect(status, reply.text).toBeLessThan(500);
  if (status >= 300 && status < 400) {
    expect(status).toBe(308);
    expect(headers.get("location")).toMatch(/^\/(?![/\\])/);
  }
  if (status < 400) return;
  expect(headers.get("x-request-id")).toMatch(/\S/);
  if (status === 401 || status === 403) expectPlainText(reply, status);
  else if (status === 409 && headers.get("content-type")!.startsWith("text/plain"))
    expectPlainText(reply, status);
  else
    expectProblem(reply, status, {
      errors: reply.json?.errors as { path: string; message: string }[] | undefined,
    });
}

/** Generates UTF-16 text, including unpaired surrogates and NUL. */
const anyText = fc.oneof(
  fc.string({
    unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)),
    maxLength: 40,
  }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "\ud800",
    "__proto__",
    "constructor",
    "toString",
    "null",
    "undefined",
    "NaN",
    "%00",
    "${7*7}",
    "' OR 1=1 --",
    "../../etc/passwd",
  ),
);
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  anyText,
  fc.double(),
  fc.array(anyText, { maxLength: 5 }),
);
const anyTime = fc.date({ noInvalidDate: true }).map((time) => time.toISOString());
/** Generates objects with fields of the API. Many of their values are valid. */
const almostValid = fc.record(
  {
    email: fc.oneof(anyJson, fc.emailAddress()),
    password: fc.oneof(anyJson, fc.string({ minLength: 8, maxLength: 20 })),
    name: fc.oneof(anyJson, fc.string({ minLength: 1 })),
    id: fc.oneof(anyJson, fc.stringMatching(/^[A-Za-z0-9][\w-]{0,63}$/)),
    title: fc.oneof(anyJson, fc.string({ minLength: 1 })),
    impact: fc.oneof(anyJson, fc.constantFrom("none", "minor", "major", "critical")),
    component_ids: fc.oneof(anyJson, fc.array(anyText)),
    description: anyJson,
    status: anyJson,
    body: anyJson,
    notify: anyJson,
    started_at: anyJson,
    scheduled_for: fc.oneof(anyJson, anyTime),
    scheduled_until: fc.oneof(anyJson, anyTime),
    reminder_minutes: fc.oneof(anyJson, fc.integer()),
    template_id: anyJson,
  },
  { requiredKeys: [] },
);
const anyHeader = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 200,
});
const anyTarget = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

test.describe("no input causes a 500, and every rejection has the documented format:", () => {
  let agent: Agent;
  test.beforeAll(() => (agent = new Agent({ keepAlive: true, maxSockets: 2 })));
  test.afterAll(() => agent.destroy());

  for (const path of POSTS) {
    test(`any JSON as the body of ${path}`, async ({ server, ada, orgID }) => {
      await addComponent(ada, orgID);
      const send = (body: string) =>
        sendRawRequest(server.url, "POST", path.replace("ORG", orgID), {
          body,
          agent,
          headers: { ...JSON_TYPE, Cookie: ada.cookie! },
        });
      await fc.assert(
        fc.asyncProperty(fc.oneof(anyJson, almostValid), async (value) => {
          expectDocumented(await send(JSON.stringify(value) ?? "null"));
        }),
        RUNS,
      );
    });

    test(`any bytes as the body of ${path}`, async ({ server, ada, orgID }) => {
      const bytes = fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        anyText.map((text) => new TextEncoder().encode(`{"name":"${text}"}`)),
        anyText.map((text) => new TextEncoder().encode(text)),
      );
      await fc.assert(
        fc.asyncProperty(bytes, async (body) => {
          const reply = await sendRawRequest(server.url, "POST", path.replace("ORG", orgID), {
            body,
            agent,
            headers: { ...JSON_TYPE, Cookie: ada.cookie! },
          });
          expectDocumented(reply);
        }),
        RUNS,
      );
    });
  }

  test("any content type", { tag: "@one-engine" }, async ({ server, ada, orgID }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          anyHeader,
          fc.constantFrom(
            "application/json;",
            "application/json; charset=utf-16",
            "application/json, text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
          ),
        ),
        async (type) => {
          const reply = await sendRawRequest(
            server.url,
            "POST",
            `/v1/organizations/${orgID}/components`,
            {
              body: '{"name":"Website"}',
              agent,
              headers: { "Content-Type": type, Cookie: ada.cookie! },
            },
          );
          expectDocumented(reply);
        },
      ),
      RUNS,
    );
  });

  test("any query", async ({ server, ada, orgID }) => {
    const names = fc.oneof(
      fc.constantFrom(
        "before",
        "status",
        "component_id",
        "orgID",
        "nxtPorgID",
        "_rsc",
        "__proto__",
        "constructor",
      ),
      anyText,
    );
    const pairs = fc
      .array(fc.tuple(names, anyText), { maxLength: 4 })
      .map((list) => list.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&"));
    const cursor = fc
      .tuple(
        fc.integer().map((n) => n.toString(36)),
        fc.uuid(),
      )
      .map(([time, id]) => `before=${time}.${id}`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(pairs, cursor, anyTarget), async (query) => {
        const reply = await sendRawRequest(
          server.url,
          "GET",
          `/v1/organizations/${orgID}/incidents?${query}`,
          { agent, headers: { Cookie: ada.cookie! } },
        );
        expectDocumented(reply);
        if (reply.status === 200) expect(reply.json).toEqual([]);
      }),
      RUNS,
    );
  });

  test("any organization ID, correctly encoded", async ({ server, ada }) => {
    await fc.assert(
      fc.asyncProperty(
        anyText.filter((text) => !/^\.*$/.test(text)),
        fc.constantFrom("components", "incidents"),
        async (id, list) => {
          for (const method of ["GET", "POST"]) {
            const reply = await sendRawRequest(
              server.url,
              method,
              `/v1/organizations/${encode(id)}/${list}`,
              {
                agent,
                headers: { ...JSON_TYPE, Cookie: ada.cookie! },
                ...(method === "POST" && { body: "{}" }),
              },
            );
            expectDocumented(reply);
          }
        },
      ),
      RUNS,
    );
  });

  test("any path under /v1, encoded or not", { tag: "@one-engine" }, async ({ server, ada }) => {
    // "?" and "#" end the path; a path that leaves /v1 does not belong to the API.
    const paths = fc
      .oneof(
        anyTarget,
        anyTarget.map((segment) => `organizations/${segment}/incidents`),
      )
      .filter((path) => !/[?#]|\.\.|%2e/i.test(path));
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        expectDocumented(
          await sendRawRequest(server.url, "GET", `/v1/${path}`, {
            agent,
            headers: { Cookie: ada.cookie! },
          }),
        );
      }),
      RUNS,
    );
  });

  test("any invalid cookie, which returns 401 in plain text", async ({ server, ada }) => {
    const original = ada.cookie!.slice("session_token=".length);
    // The seal ends before "~" and the format version. Text after the version's number is ignored.
    const sealLength = original.lastIndexOf("~");
    const tampered = fc
      .tuple(fc.nat({ max: sealLength - 1 }), fc.stringMatching(/^[\w-]{1,3}$/))
      .map(
        ([position, text]) =>
          original.slice(0, position) + text + original.slice(position + text.length + 1),
      );
    const values = fc.oneof(
      anyHeader,
      anyHeader.map((text) => `session_token=${text}`),
      tampered.map((text) => `session_token=${text}`),
      anyHeader.map((text) => `session_token=Fe26.2*1*${text}*~2`),
    );
    await fc.assert(
      fc.asyncProperty(values, async (Cookie) => {
        expectPlainText(
          await sendRawRequest(server.url, "GET", "/v1/me", { agent, headers: { Cookie } }),
          401,
          TEXTS.noSession,
        );
      }),
      RUNS,
    );
  });

  test(
    "any value of the headers that the server reads",
    { tag: "@one-engine" },
    async ({ server, ada, orgID }) => {
      const names = [
        "Origin",
        "Sec-Fetch-Site",
        "If-None-Match",
        "User-Agent",
        "X-Request-Id",
        "X-Forwarded-For",
        "X-Forwarded-Proto",
        "X-Forwarded-Host",
        "X-Candor-Client",
        "Accept",
        "Content-Encoding",
        "Next-Action",
        "RSC",
        "X-Matched-Path",
        "X-Invoke-Path",
        "X-Middleware-Subrequest",
      ];
      const body = JSON.stringify({ email: uniqueEmail(), password: "wrong password" });
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names), anyHeader, async (name, value) => {
          expectDocumented(
            await sendRawRequest(server.url, "POST", "/v1/auth/login", {
              agent,
              body: body.replace("@", `${createOrganizationId()}@`),
              headers: { ...JSON_TYPE, [name]: value },
            }),
          );
          expectDocumented(
            await sendRawRequest(server.url, "POST", `/v1/organizations/${orgID}/components`, {
              agent,
              body: '{"name":"Website"}',
              headers: { ...JSON_TYPE, Cookie: ada.cookie!, [name]: value },
            }),
          );
          const read = await sendRawRequest(
            server.url,
            "GET",
            `/v1/organizations/${orgID}/incidents`,
            {
              agent,
              headers: { Cookie: ada.cookie!, [name]: value },
            },
          );
          if (read.status !== 304) expectDocumented(read);
        }),
        RUNS,
      );
    },
  );
});

test.describe("hostile bodies", { tag: "@one-engine" }, () => {
  const send = (
    client: ApiClient,
    organization: string,
    body: string | Uint8Array | Uint8Array[],
    headers = {},
  ) =>
    sendRawRequest(client.url, "POST", `/v1/organizations/${organization}/incidents`, {
      body,
      headers: { ...JSON_TYPE, Cookie: client.cookie!, ...headers },
    });

  const deep = MIB / 2 - 100;
  for (const [what, body] of [
    ["arrays nested half a million times", "[".repeat(deep) + "]".repeat(deep)],
    ["a million open brackets", "[".repeat(MIB - 1)],
    [
      "objects nested a hundred thousand times",
      '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000),
    ],
    [
      "a title of deeply nested arrays",
      `{"impact":"none","title":${"[".repeat(400_000)}${"]".repeat(400_000)}}`,
    ],
    [
      "component IDs of deeply nested arrays",
      `{"title":"Slow responses","impact":"none","component_ids":[${"[".repeat(400_000)}${"]".repeat(400_000)}]}`,
    ],
    ["a million digits", "9".repeat(MIB - 1)],
    ["a title of a million digits", `{"title":${"9".repeat(MIB - 100)},"impact":"none"}`],
    ["a million commas", `[${",".repeat(MIB - 3)}]`],
    [
      "a title of a million letters",
      JSON.stringify({ title: "x".repeat(MIB - 100), impact: "none" }),
    ],
    [
      "hundreds of thousands of component IDs",
      JSON.stringify({
        title: "Slow responses",
        impact: "none",
        component_ids: Array.from({ length: 300_000 }, () => ""),
      }),
    ],
    [
      "a component ID of a million letters",
      JSON.stringify({
        title: "Slow responses",
        impact: "none",
        component_ids: ["x".repeat(MIB - 200)],
      }),
    ],
    [
      "hundreds of thousands of invalid component IDs",
      JSON.stringify({
        title: "Slow responses",
        impact: "none",
        component_ids: Array.from({ length: 300_000 }, () => 1),
      }),
    ],
  ] as const) {
    test(`${what}: returns 400 in less than 5 s, and the server keeps running`, async ({
      ada,
      orgID,
    }) => {
      // Uses the minimum of up to three attempts, because load on the machine only adds time.
      let shortest = Infinity;
      for (let round = 0; round < 3 && shortest >= 5_000; round++) {
        const startedAt = performance.now();
        const reply = await send(ada, orgID, body);
        shortest = Math.min(shortest, performance.now() - startedAt);
        expectDocumented(reply);
        expect(reply.status).toBe(400);
        expect(reply.text.length).toBeLessThan(2 * MIB);
      }
      expect(shortest).toBeLessThan(5_000);
      expect((await ada.get("/v1/me")).status).toBe(200);
    });
  }

  test("keys such as __proto__ are ignored like other unknown fields", async ({ ada, orgID }) => {
    const reply = await send(
      ada,
      orgID,
      '{"__proto__":{"title":"Planted","polluted":true},"constructor":' +
        '{"prototype":{"polluted":true}},"toString":1,"title":"Slow responses","impact":"none"}',
    );
    expect(reply.json).toEqual(
      expectedIncident(orgID, { title: "Slow responses", impact: "none" }),
    );
    const onlyInherited = await send(
      ada,
      orgID,
      '{"__proto__":{"title":"Planted","impact":"none"}}',
    );
    expectProblem(onlyInherited, 400, {
      errors: [
        { path: "title", message: "is required" },
        { path: "impact", message: "is required" },
      ],
    });
  });

  test("if a key occurs twice, its last value is used", async ({ ada, orgID }) => {
    const reply = await send(
      ada,
      orgID,
      '{"title":"First","impact":"critical","title":"Last","impact":"none"}',
    );
    expect(reply.json).toEqual(expectedIncident(orgID, { title: "Last", impact: "none" }));
  });

  test("a byte order mark before the JSON is ignored", async ({ ada, orgID }) => {
    const body = '\ufeff{"title":"Slow responses","impact":"none"}';
    expect((await send(ada, orgID, body)).status).toBe(201);
  });

  test("a compressed body returns 415", async ({ ada, orgID }) => {
    expectProblem(
      await send(ada, orgID, '{"title":"Slow responses","impact":"none"}', {
        "Content-Encoding": "gzip",
      }),
      415,
    );
  });

  test.describe("a request body", () => {
    const padded = (size: number) =>
      JSON.stringify({ title: "Slow responses", impact: "none" }).padEnd(size, " ");
    const splitIntoChunks = (text: string) =>
      Array.from({ length: Math.ceil(text.length / 65_536) }, (_, index) =>
        Buffer.from(text.slice(index * 65_536, (index + 1) * 65_536)),
      );

    test("may be up to 1 MiB long, with Content-Length or in chunks", async ({ ada, orgID }) => {
      for (const body of [padded(MIB), splitIntoChunks(padded(MIB))])
        expect((await send(ada, orgID, body)).status).toBe(201);
    });

    test("of more than 1 MiB returns 413, with Content-Length or in chunks, and creates nothing", async ({
      ada,
      orgID,
    }) => {
      for (const body of [
        padded(MIB + 1),
        splitIntoChunks(padded(MIB + 1)),
        padded(5 * MIB),
        splitIntoChunks(padded(5 * MIB)),
      ])
        expectProblem(await send(ada, orgID, body), 413);
      expect((await ada.get(`/v1/organizations/${orgID}/incidents`)).json).toEqual([]);
    });

    test("is rejected because of its Content-Length before it is sent", async ({ ada, orgID }) => {
      const reply = await send(ada, orgID, [], {
        "Content-Length": String(10 * 1024 * MIB),
        Expect: "100-continue",
      }).catch((error: Error) => error);
      if (reply instanceof Error) throw reply;
      expectProblem(reply, 413);
    });

    test("has a configurable maximum size", async ({ getServer }) => {
      const { url } = await getServer(LOW_LIMITS);
      const client = await signUp(url);
      const organization = createOrganizationId();
      expect((await send(client, organization, padded(1000))).status).toBe(201);
      expectProblem(await send(client, organization, padded(1001)), 413);
    });
  });

  test("a client that disconnects while sending its body changes nothing", async ({
    ada,
    orgID,
    server,
  }) => {
    const { hostname, port } = new URL(server.url);
    await new Promise<void>((resolve) => {
      const outgoing = request({
        hostname,
        port,
        method: "POST",
        path: `/v1/organizations/${orgID}/incidents`,
        headers: { ...JSON_TYPE, Cookie: ada.cookie!, "Content-Length": "1000" },
      });
      outgoing.on("error", () => resolve());
      outgoing.write('{"title":"Slow responses","impact":"none"}', () =>
        outgoing.destroy(new Error("gone")),
      );
    });
    expect((await ada.get<JsonObject[]>(`/v1/organizations/${orgID}/incidents`)).json).toEqual([]);
  });
});
