import { randomUUID } from "node:crypto";
import { addComponent, addIncident, type JsonObject } from "../support/api";
import { expect, test } from "../support/fixtures";
import { expectProblem } from "../support/expected-responses";

const incidents = (orgID: string) => `/v1/organizations/${orgID}/incidents`;
const withKey = (key: string) => ({ "Idempotency-Key": key });
const down = { title: "API is down", impact: "major" };

test(
  "a POST that is retried with its Idempotency-Key returns the same response, " +
    "marked as replayed, and creates nothing",
  async ({ ada, orgID }) => {
    const key = randomUUID();
    const first = await ada.post(incidents(orgID), down, withKey(key));
    const second = await ada.post(
      incidents(orgID),
      { impact: "major", title: "  API is down " },
      withKey(key),
    );
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect([first, second].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([
      null,
      "true",
    ]);
    expect((await ada.get<JsonObject[]>(incidents(orgID))).json).toEqual([first.json]);
  },
);

test("a retry does not create a deleted organization again", async ({ ada, orgID }) => {
  const key = randomUUID();
  const first = await ada.post(incidents(orgID), down, withKey(key));
  expect((await ada.call("DELETE", `/v1/organizations/${orgID}`)).status).toBe(202);
  // The ID is free once the deletion has finished.
  await expect
    .poll(async () => (await ada.post(incidents(orgID), down, withKey(key))).text)
    .toBe(first.text);
  expect((await ada.get(`/v1/organizations/${orgID}`)).status).toBe(404);
});

test(
  "ten concurrent requests with one key create one resource",
  { tag: "@postgresql" },
  async ({ ada, orgID }) => {
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => ada.post(incidents(orgID), down, withKey(key))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await ada.get<JsonObject[]>(incidents(orgID))).json).toHaveLength(1);
  },
);

test("an Idempotency-Key with another body returns 422; other paths and users can use the key", async ({
  ada,
  bob,
  orgID,
}) => {
  const key = randomUUID();
  await ada.post(incidents(orgID), down, withKey(key));
  expectProblem(await ada.post(incidents(orgID), { ...down, impact: "minor" }, withKey(key)), 422);
  expect(
    (await ada.post(`/v1/organizations/${orgID}/components`, { name: "API" }, withKey(key))).status,
  ).toBe(201);
  expect((await bob.post(incidents(`${orgID}-b`), down, withKey(key))).status).toBe(201);
});

test("a webhook secret is returned again only to a request with the same Idempotency-Key", async ({
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const [path, body, key] = [
    `/v1/organizations/${orgID}/subscribers`,
    { channel: "webhook", address: "https://hooks.example.com/a" },
    randomUUID(),
  ];
  const first = await ada.post(path, body, withKey(key));
  expect(first.json.secret).toMatch(/^whsec_/);
  expect((await ada.post(path, body, withKey(key))).json).toEqual(first.json);
  expectProblem(await ada.post(path, body, withKey(randomUUID())), 409);
});

test("an import that is retried with its Idempotency-Key returns the same report, including webhook secrets", async ({
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const send = (file: string, key: string) =>
    ada.call("POST", `/v1/organizations/${orgID}/subscribers/import`, {
      rawBody: file,
      headers: { "Content-Type": "text/csv", ...withKey(key) },
    });
  const [file, key] = ["channel,address\nwebhook,https://hooks.example.com/import\n", randomUUID()];
  const first = await send(file, key);
  expect(first.json).toMatchObject({
    created: 1,
    rows: [{ status: "created", secret: expect.stringMatching(/^whsec_/) as unknown }],
  });
  expect((await send(file, key)).json).toEqual(first.json);
  expectProblem(await send(`${file}email,bob@example.com\n`, key), 422);
  expect((await send(file, randomUUID())).json).toMatchObject({ created: 0, skipped: 1 });
});

for (const key of ["", "x".repeat(256)]) {
  test(`an Idempotency-Key of ${key.length} characters returns 400`, async ({ ada, orgID }) => {
    expectProblem(await ada.post(incidents(orgID), down, withKey(key)), 400);
  });
}

test("lists and single resources have an ETag and return 304 when it matches", async ({
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  await addIncident(ada, orgID);
  for (const path of [
    "components",
    "incidents",
    "subscribers",
    "deliveries",
    "invitations",
    "audit-log",
    "",
  ]
    .map((noun) => `/v1/organizations/${orgID}${noun && `/${noun}`}`)
    .concat("/v1/me", "/v1/organizations")) {
    const etag = (await ada.get(path)).headers.get("etag")!;
    expect(etag, path).toMatch(/^"[\w-]{27}"$/);
    const again = await ada.get(path, { "If-None-Match": etag });
    expect(
      { status: again.status, text: again.text, etag: again.headers.get("etag") },
      path,
    ).toEqual({ status: 304, text: "", etag });
    expect((await ada.get(path, { "If-None-Match": '"other"' })).status, path).toBe(200);
  }
});
