import { addComponent, type ApiClient, signUp } from "../support/api";
import { expect, LOW_LIMITS, test } from "../support/fixtures";
import { aTimestamp, expectInvalid, expectProblem } from "../support/expected-responses";
import { createOrganizationId } from "../support/organization-id";

const path = (organization: string) => `/v1/organizations/${organization}/domain`;
const put = (client: ApiClient, organization: string, host: unknown) =>
  client.call("PUT", path(organization), { body: { host } });
const NONE = {
  host: null,
  state: "none",
  url: null,
  page_url: null,
  proof_record: null,
  proof_file: null,
  address_record: null,
  problem: null,
  created_at: null,
  updated_at: null,
  verified_at: null,
  checked_at: null,
  served_until: null,
};

test("a custom domain is set, shows its DNS records, fails a check, is changed, and is removed", async ({
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  expect((await ada.get(path(orgID))).json).toEqual(NONE);
  expectProblem(await ada.call("DELETE", path(orgID)), 404);
  expectProblem(await ada.post(`${path(orgID)}/verify`), 404);

  const chosen = await put(ada, orgID, " Status.Bücher.invalid. ");
  const name = "status.xn--bcher-kva.invalid";
  const value = (chosen.json.proof_record as { value: string }).value;
  expect([chosen.status, chosen.json]).toEqual([
    200,
    {
      ...NONE,
      host: name,
      state: "unverified",
      proof_record: {
        type: "TXT",
        name: `_candor-challenge.${name}`,
        value: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      },
      proof_file: { url: `https://${name}/.well-known/candor-challenge.txt`, content: value },
      created_at: aTimestamp,
      updated_at: aTimestamp,
    },
  ]);
  const read = await ada.get(path(orgID));
  expect([read.json, read.headers.get("etag")]).toEqual([chosen.json, chosen.headers.get("etag")]);
  expect((await put(ada, orgID, name)).text, "saving the same host changes nothing").toBe(
    chosen.text,
  );

  // Subdomains of .invalid never exist, so every name server responds that there is no record.
  const checked = await ada.post(`${path(orgID)}/verify`);
  expect([checked.status, checked.json]).toEqual([
    200,
    {
      ...chosen.json,
      checked_at: aTimestamp,
      problem: expect.stringContaining(`TXT record at _candor-challenge.${name}`) as unknown,
    },
  ]);

  const other = await put(ada, orgID, "status.acme.invalid");
  expect(other.json).toMatchObject({
    host: "status.acme.invalid",
    state: "unverified",
    problem: null,
    checked_at: null,
  });
  expect((other.json.proof_record as { value: string }).value).not.toBe(value);
  expect((await ada.call("DELETE", path(orgID))).status).toBe(204);
  expect((await ada.get(path(orgID))).json).toEqual(NONE);
  expectProblem(await put(ada, createOrganizationId(), "status.acme.invalid"), 404);
});

test("an invalid host is rejected, and the domain stays unchanged", async ({ ada, orgID }) => {
  await addComponent(ada, orgID);
  const { text: before } = await put(ada, orgID, "status.acme.invalid");
  expectInvalid(await put(ada, orgID, "https://status.acme.example"), "host");
  expect((await ada.get(path(orgID))).text).toBe(before);
});

test(
  "the installation's own host cannot be used as a custom domain",
  { tag: "@one-engine" },
  async ({ getServer }) => {
    const server = await getServer({ BASE_URL: "https://status.example.com" });
    const [ada, orgID] = [await signUp(server.url), createOrganizationId()];
    await addComponent(ada, orgID);
    expectInvalid(await put(ada, orgID, "Status.Example.com"), "host");
    expect((await put(ada, orgID, "status.acme.example")).json).toMatchObject({
      address_record: { type: "CNAME", name: "status.acme.example", value: "status.example.com" },
    });
  },
);

test(
  "domain checks are rate limited per organization",
  { tag: "@one-engine" },
  async ({ getServer }) => {
    const server = await getServer(LOW_LIMITS);
    const [ada, one, two] = [
      await signUp(server.url),
      createOrganizationId(),
      createOrganizationId(),
    ];
    for (const orgID of [one, two]) {
      await addComponent(ada, orgID);
      await put(ada, orgID, "status.acme.invalid");
      expect((await ada.post(`${path(orgID)}/verify`)).status).toBe(200);
    }
    const refused = await ada.post(`${path(one)}/verify`);
    expectProblem(refused, 429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  },
);
