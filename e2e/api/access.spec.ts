import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sealData } from "iron-session";
import { createOrganizationId } from "../support/organization-id";
import { addComponent, ApiClient, signUp, uniqueEmail } from "../support/api";
import { addMember } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import { sendRawRequest } from "../support/raw-request";
import { findOperations, routesOnDisk } from "../support/routes";
import { expectPlainText, expectProblem, TEXTS } from "../support/expected-responses";

// The routes come from the files and declarations, so that new routes are tested too.
const PUBLIC = routesOnDisk.filter((route) =>
  findOperations(route).some(({ access }) => access === "public"),
);
const READS = ["GET", "HEAD"];
const WRITES = ["POST", "PUT", "PATCH", "DELETE"];
const ALL_METHODS = [...READS, ...WRITES];
const guarded = routesOnDisk.filter((route) =>
  findOperations(route).every(({ access }) => access !== "public"),
);
const organizationRoutes = guarded.filter((route) => route.includes("[orgID]"));
const fill = (route: string, organization: string) =>
  route
    .replace("[orgID]", organization)
    .replace(/\[\w+\]/g, () => randomUUID())
    .replace(/\/search$/, "/search?q=api");

const findOperation = (method: string, route: string) =>
  findOperations(route).find((call) => call.method === (method === "HEAD" ? "GET" : method))!;

async function readMethods(url: string, path: string): Promise<string[]> {
  const reply = await sendRawRequest(url, "OPTIONS", path);
  expect(reply.status).toBe(204);
  return reply.headers
    .get("allow")!
    .split(", ")
    .filter((method) => method !== "OPTIONS");
}

test("the route files include the main paths and methods of the API", async ({ server }) => {
  const found: string[] = [];
  for (const route of routesOnDisk)
    for (const method of await readMethods(server.url, fill(route, "acme")))
      found.push(`${method} ${route}`);
  expect(found).toEqual(
    expect.arrayContaining([
      "POST /v1/auth/register",
      "POST /v1/auth/login",
      "POST /v1/auth/logout",
      "GET /v1/me",
      "GET /v1/organizations/[orgID]/incidents",
      "POST /v1/organizations/[orgID]/incidents",
      "GET /v1/organizations/[orgID]/components",
      "POST /v1/organizations/[orgID]/components",
      "GET /v1/organizations",
      "POST /v1/organizations",
      "GET /v1/organizations/[orgID]",
    ]),
  );
});

for (const route of routesOnDisk) {
  test(
    `${route}: an unsupported method returns 405 with an Allow header`,
    { tag: "@one-engine" },
    async ({ server }) => {
      const path = fill(route, "acme");
      const methods = await readMethods(server.url, path);
      const client = await signUp(server.url);
      for (const method of ALL_METHODS.filter((name) => !methods.includes(name))) {
        const reply = await sendRawRequest(server.url, method, path, {
          headers: { Cookie: client.cookie! },
        });
        expect(reply.status, `${method} ${path}`).toBe(405);
        expect(reply.headers.get("allow")).toBe([...methods, "OPTIONS"].join(", "));
        if (method === "HEAD") expect(reply.text).toBe("");
        else expectProblem(reply, 405);
      }
    },
  );
}

for (const method of ["PROPFIND", "REPORT", "LINK", "SEARCH", "TRACE"]) {
  test(
    `${method} /v1/me returns 405 as problem+json with an Allow header`,
    { tag: "@one-engine" },
    async ({ server, ada }) => {
      const reply = await sendRawRequest(server.url, method, "/v1/me", {
        headers: { Cookie: ada.cookie! },
      });
      expectProblem(reply, 405);
      expect(reply.headers.get("allow")).toBe("GET, HEAD, PATCH, DELETE, OPTIONS");
    },
  );
}

for (const route of PUBLIC) {
  test(`${route}: requires no session`, { tag: "@one-engine" }, async ({ server }) => {
    const path = fill(route, createOrganizationId());
    for (const method of await readMethods(server.url, path)) {
      const { access, body, query } = findOperation(method, route);
      expect(access, "all methods of a route have the same access").toBe("public");
      const reply = await new ApiClient(server.url).call(
        method,
        path,
        WRITES.includes(method) ? { body: {} } : {},
      );
      expect(reply.status, `${method} ${path}`).toBe(body || query ? 400 : 200);
    }
  });
}

for (const [routeIndex, route] of guarded.entries()) {
  test(
    `${route}: returns 401 in plain text without a valid session`,
    { tag: "@one-engine" },
    async ({ server, ada, orgID, database }) => {
      await addComponent(ada, orgID);
      const token = "t".repeat(43);
      const secret = readFileSync(join(server.dataDir, "session-secret"), "utf8").trim();
      const expired = await signUp(server.url);
      await database.query(
        "UPDATE sessions SET expires_at = created_at WHERE user_id = ?",
        expired.user!.id as string,
      );
      const original = ada.cookie!;
      const cookies: Record<string, string | null> = {
        none: null,
        empty: "session_token=",
        another: original.replace("session_token", "session"),
        garbage: "session_token=garbage",
        nul: "session_token=%00%ff; session_token",
        truncated: original.slice(0, -4),
        "one character changed": original.replace(/.$/, (last) => (last === "a" ? "b" : "a")),
        "the id of the user": `session_token=${ada.user!.id as string}`,
        "encrypted with another secret": `session_token=${await sealData({ token }, { password: "x".repeat(64) })}`,
        "encrypted, of an unknown session": `session_token=${await sealData({ token }, { password: secret })}`,
        expired: expired.cookie,
      };
      // The response must not reveal whether the organization ID is used, unused, or invalid.
      const paths = new Set(
        [orgID, createOrganizationId(), "not.an.id"].map((organization) =>
          fill(route, organization),
        ),
      );
      const methods = await readMethods(server.url, fill(route, orgID));
      for (const [index, path] of [...paths].entries()) {
        for (const method of methods) {
          // All routes read the cookie with the same code, so one route gets all kinds.
          const isComplete = routeIndex === 0 && index === 0;
          for (const [what, cookie] of Object.entries(cookies).slice(
            0,
            isComplete ? undefined : 2,
          )) {
            // The invalid body would return 400 if it were validated before the session.
            const reply = await sendRawRequest(server.url, method, path, {
              headers: { ...(cookie !== null && { Cookie: cookie }) },
              ...(WRITES.includes(method) && { body: "{" }),
            });
            expect(reply.status, `${method} ${path} with cookie ${what}`).toBe(401);
            expect(reply.headers.getSetCookie()).toEqual([]);
            if (method !== "HEAD") expectPlainText(reply, 401, TEXTS.noSession);
          }
        }
      }
      expect((await ada.get("/v1/me")).status, "the original cookie is valid").toBe(200);
    },
  );
}

const getTimeInHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
/**
 * Valid bodies by the last segment of the route, so that the role is the only reason for a
 * rejection. `member` is the ID of the new owner in a transfer.
 */
const bodies: Record<
  string,
  (member: string) => { body: unknown } | { rawBody: string; headers: Record<string, string> }
> = {
  components: () => ({ body: { name: "Planted" } }),
  "component-groups": () => ({ body: { name: "Planted" } }),
  incidents: () => ({ body: { title: "Planted", impact: "none" } }),
  subscribers: () => ({
    body: { channel: "webhook", address: `https://receiver.example/${randomUUID()}` },
  }),
  delete: () => ({ body: { ids: [] } }),
  restore: () => ({ body: { ids: [] } }),
  redeliver: () => ({ body: { ids: [] } }),
  import: () => ({ rawBody: "address\nnobody\n", headers: { "Content-Type": "text/csv" } }),
  maintenances: () => ({
    body: {
      title: "Planted",
      scheduled_for: getTimeInHours(1),
      scheduled_until: getTimeInHours(2),
    },
  }),
  invitations: () => ({ body: { email: uniqueEmail(), role: "viewer" } }),
  "[userID]": () => ({ body: { role: "viewer" } }),
  transfer: (member) => ({ body: { user_id: member } }),
  tokens: () => ({ body: { name: "CI", role: "viewer" } }),
  reactivate: () => ({ body: { replay: true } }),
  templates: () => ({
    body: { kind: "incident", name: randomUUID(), title: "Planted", impact: "none" },
  }),
  "[updateID]": () => ({ body: { body: "Planted" } }),
  bulk: () => ({ body: { components: [{ name: "Planted" }] } }),
  preview: () => ({
    body: {
      title: "Planted",
      impact: "none",
      scheduled_for: getTimeInHours(1),
      scheduled_until: getTimeInHours(2),
    },
  }),
  logo: () => ({
    rawBody: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    headers: { "Content-Type": "image/svg+xml" },
  }),
  "[imageKind]": () => ({
    rawBody: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    headers: { "Content-Type": "image/svg+xml" },
  }),
  domain: () => ({ body: { host: "status.acme.invalid" } }),
  postmortem: () => ({ body: { body: "Planted" } }),
};
const createBody = (route: string, member: string) =>
  (bodies[route.split("/").at(-1)!] ?? (() => ({ body: {} })))(member);
const ROLES = ["viewer", "editor", "admin", "owner"] as const;
type Role = (typeof ROLES)[number];
/** Members may leave; removing others requires a higher role. */
const getRequiredRole = (method: string, route: string) =>
  findOperation(method, route).id === "removeMember"
    ? "admin"
    : (findOperation(method, route).access as Role);
const mayCall = (role: Role, route: string, method: string) =>
  ROLES.indexOf(role) >= ROLES.indexOf(getRequiredRole(method, route));
const namesResource = (route: string) => route.replace("[orgID]", "").includes("[");

for (const [index, route] of organizationRoutes.entries()) {
  test(`${route}: a user who is not a member gets 403 in plain text and changes nothing`, async ({
    server,
    ada,
    bob,
    orgID,
    database,
  }) => {
    const component = await addComponent(ada, orgID);
    await addComponent(bob, createOrganizationId());
    const revision = () => database.query("SELECT * FROM organizations WHERE id = ?", orgID);
    const before = await revision();
    const path = fill(route, orgID);
    for (const method of await readMethods(server.url, path)) {
      const query = [
        "",
        ...(index === 0
          ? [`?component_id=${component}`, "?nxtPorgID=acme", `?orgID=${createOrganizationId()}`]
          : []),
      ];
      for (const suffix of query) {
        const reply = await bob.call(
          method,
          `${path}${suffix}`,
          WRITES.includes(method) ? createBody(route, bob.user!.id as string) : {},
        );
        expect(reply.status, `${method} ${path}${suffix}`).toBe(403);
        if (method !== "HEAD") expectPlainText(reply, 403, TEXTS.notMember);
        expect(reply.text).not.toContain(component);
      }
    }
    expect(await revision()).toEqual(before);
  });

  test(
    `${route}: manipulated paths, queries, and headers do not reach another organization`,
    { tag: index === 0 ? "@one-engine" : "@matrix" },
    async ({ server, ada, bob, orgID }) => {
      const component = await addComponent(ada, orgID, "Secret");
      const own = createOrganizationId();
      await addComponent(bob, own, "Mine");
      const path = fill(route, own);
      const theirs = fill(route, orgID);
      const tricks: [string, Record<string, string>][] = [
        [`${path}?nxtPorgID=${orgID}`, {}],
        [`${path}?orgID=${orgID}`, {}],
        [`${path}?organization_id=${orgID}`, {}],
        [path.replace(own, `${own}/../${orgID}`), {}],
        [path.replace(own, `${own}%2F..%2F${orgID}`), {}],
        [path, { "X-Original-URL": theirs, "X-Rewrite-URL": theirs }],
        [path, { "X-Matched-Path": theirs, "X-Now-Route-Matches": `nxtPorgID=${orgID}` }],
        [
          path,
          {
            "X-Middleware-Subrequest": "middleware:middleware:middleware:middleware:middleware",
            "X-Middleware-Rewrite": theirs,
          },
        ],
        [
          path,
          {
            "X-Invoke-Path": theirs,
            "X-Invoke-Query": encodeURIComponent(JSON.stringify({ orgID })),
            "X-Next-Url": theirs,
            "Next-Url": theirs,
          },
        ],
        [
          path,
          {
            "X-HTTP-Method-Override": "DELETE",
            RSC: "1",
            "Next-Action": "x",
            "X-Nextjs-Data": "1",
          },
        ],
      ];
      for (const [trick, headers] of tricks) {
        const reply = await sendRawRequest(server.url, "GET", trick, {
          headers: { ...headers, Cookie: bob.cookie! },
          checked: !("RSC" in headers),
        });
        expect(reply.status, trick).toBeLessThan(500);
        expect(reply.text).not.toContain(component);
        expect(reply.text).not.toContain("Secret");
      }
    },
  );

  const title = `${route}: each role has exactly its permissions`;
  // roles.spec.ts calls every operation with every role. This test also sends every method.
  test(title, { tag: index === 0 ? [] : "@matrix" }, async ({ server, ada, orgID, database }) => {
    await addComponent(ada, orgID);
    const path = fill(route, orgID);
    const methods = await readMethods(server.url, path);
    for (const role of ROLES) {
      const member = await signUp(server.url, role);
      await addMember(database, orgID, member.user!.id as string, role);
      // The member with the previous role may have deleted the logo.
      if (route.endsWith("/logo")) await ada.call("PUT", path, createBody(route, ""));
      if (route.includes("/domain"))
        await ada.call("PUT", path.replace("/verify", ""), {
          body: { host: "status.acme.invalid" },
        });
      for (const method of methods) {
        const reply = await member.call(
          method,
          path,
          WRITES.includes(method) ? createBody(route, ada.user!.id as string) : {},
        );
        const isRead = READS.includes(method);
        if (!mayCall(role, route, method)) expect(reply.status, `${role}: ${method}`).toBe(403);
        else if (namesResource(route)) expect(reply.status, `${role}: ${method}`).toBe(404);
        else if (isRead) expect(reply.status, `${role}: ${method}`).toBe(200);
        else if (method === "POST")
          expect([200, 201], `${role}: ${method} returned ${reply.text}`).toContain(reply.status);
      }
    }
  });
}

test("a role change applies from the next request on", async ({ ada, bob, orgID, database }) => {
  await addComponent(ada, orgID);
  const path = `/v1/organizations/${orgID}/components`;
  const id = bob.user!.id as string;
  expectPlainText(await bob.get(path), 403, TEXTS.notMember);
  await addMember(database, orgID, id, "editor");
  expect((await bob.post(path, { name: "By Bob" })).status).toBe(201);
  expect((await bob.get("/v1/organizations")).json).toEqual([
    expect.objectContaining({ id: orgID, role: "editor" }),
  ]);
  await database.query("UPDATE memberships SET role = 'viewer' WHERE user_id = ?", id);
  expect((await bob.get<unknown[]>(path)).json).toHaveLength(2);
  expectPlainText(await bob.post(path, { name: "Again" }), 403);
  await database.query("DELETE FROM memberships WHERE user_id = ?", id);
  expectPlainText(await bob.get(path), 403, TEXTS.notMember);
  expect((await ada.get<unknown[]>(path)).json).toHaveLength(2);
});

test.describe("unknown paths", { tag: "@one-engine" }, () => {
  for (const path of [
    "/v1",
    "/v1/nothing",
    "/v1/organizations/acme/nothing",
    "/v1/auth",
    "/v1/organizations/acme/incidents/1/2/3",
    "/v1/ME",
    "/v1/me.json",
    "/v1/%E0%A4%A",
    "/v1/organizations/%E0%A4%A/incidents",
    "/v1/organizations/%/components",
  ]) {
    test(`${path} returns 404 as problem+json for every method`, async ({ server, ada }) => {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        expectProblem(
          await sendRawRequest(server.url, method, path, { headers: { Cookie: ada.cookie! } }),
          404,
        );
      }
    });
  }

  for (const [path, normalizedPath] of [
    ["/v1/me/", "/v1/me"],
    ["/v1//me", "/v1/me"],
    ["/v1/organizations//incidents", "/v1/organizations/incidents"],
  ] as const) {
    test(`${path} returns 404, or redirects to ${normalizedPath} only`, async ({ server, ada }) => {
      const reply = await sendRawRequest(server.url, "GET", path, {
        headers: { Cookie: ada.cookie! },
      });
      if (reply.status === 308) expect(reply.headers.get("location")).toBe(normalizedPath);
      else expectProblem(reply, 404);
    });
  }
});

test("every response has its own request ID, no public caching, and no X-Powered-By header", async ({
  server,
  ada,
  orgID,
}) => {
  const ids = new Set<string>();
  const replies = [
    await ada.get("/v1/me"),
    await ada.get(`/v1/organizations/${orgID}/components`),
    await ada.post(`/v1/organizations/${orgID}/components`, { name: "Website" }),
    await ada.post(`/v1/organizations/${orgID}/components`, {}),
    await ada.get("/v1/nothing"),
    await new ApiClient(server.url).get("/v1/me"),
  ];
  for (const { headers } of replies) {
    ids.add(headers.get("x-request-id")!);
    expect(headers.get("cache-control")).toMatch(/no-store|private, no-cache/);
    expect(headers.get("x-powered-by")).toBeNull();
  }
  expect(ids.size).toBe(replies.length);
});
