import { type ApiClient, type JsonObject } from "../support/api";
import { addMember } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import {
  fillPathParameters,
  type Ids,
  resourceFactories,
  listParameters,
} from "../support/resource-factories";
import { allOperations } from "../support/routes";
import { expectProblem } from "../support/expected-responses";

const ifMatchOperations = allOperations.filter((call) => call.supportsIfMatch);

// Request bodies by operation, for two concurrent writers. The bodies of the writers differ.
const bodies: Record<string, (writer: number, ids: { listed: string[] }) => JsonObject> = {
  changeMe: (writer) => ({ name: `Ada ${writer}` }),
  changeOrganization: (writer) => ({ name: `Acme ${writer}` }),
  saveDomain: (writer) => ({ host: `status-${writer}.acme.invalid` }),
  changeMember: (writer) => ({ role: ["editor", "admin"][writer] }),
  changeComponent: (writer) => ({ name: `API ${writer}` }),
  orderComponents: (writer, { listed }) => ({ component_ids: rotated(listed, writer + 1) }),
  changeComponentGroup: (writer) => ({ name: `Apps ${writer}` }),
  orderComponentGroups: (writer, { listed }) => ({ group_ids: rotated(listed, writer + 1) }),
  changeIncident: (writer) => ({ title: `Slow responses ${writer}` }),
  changeIncidentUpdate: (writer) => ({ body: `Still investigating ${writer}.` }),
  savePostmortem: (writer) => ({ body: `Logs filled disk ${writer}.` }),
  changeMaintenance: (writer) => ({ title: `Disk replacement ${writer}` }),
  changeMaintenanceUpdate: (writer) => ({ body: `Step ${writer} of the upgrade is complete.` }),
  changeTemplate: (writer) => ({ title: `API is down ${writer}` }),
  changeSubscriber: (writer) => ({ contact_email: `on-call-${writer}@example.com` }),
};
const rotated = (list: string[], by: number) => [...list.slice(by), ...list.slice(0, by)];

test("the If-Match tests cover every operation that accepts If-Match and a body", () => {
  expect(Object.keys(bodies).toSorted()).toEqual(
    ifMatchOperations
      .filter(({ body }) => body !== undefined)
      .map(({ id }) => id)
      .toSorted(),
  );
});

for (const call of ifMatchOperations) {
  test(`${call.id}: a stale ETag returns 412, and one of two concurrent writes with the current one succeeds`, async ({
    ada,
    bob,
    orgID,
    database,
  }) => {
    const ids: Ids = { orgID };
    for (let count = 0; count < 3; count++) {
      await resourceFactories.componentID!(ada, orgID, ids);
      await resourceFactories.groupID!(ada, orgID, ids);
    }
    for (const noun of Object.keys(resourceFactories).filter((name) =>
      listParameters(call.path).includes(name),
    ))
      ids[noun] = await resourceFactories[noun]!(ada, orgID, ids);
    // Adds a member, because the role of the only owner can't be changed.
    if ("userID" in ids)
      await addMember(database, orgID, (ids.userID = bob.user!.id as string), "viewer");

    const path = fillPathParameters(call.path, ids);
    const isDomain = path.endsWith("/domain");
    if (isDomain) await ada.call("PUT", path, { body: { host: "status.acme.invalid" } });
    const record = path.replace(/\/order$/, "");
    const read = async () => ada.get<JsonObject & JsonObject[]>(record);
    const change = (client: ApiClient, tag: string, writer: number, listed: string[]) =>
      client.call(call.method, path, {
        body: bodies[call.id]?.(writer, { listed }),
        headers: { "If-Match": tag },
      });

    const before = await read();
    const tag = before.headers.get("etag")!;
    const listed = Array.isArray(before.json) ? before.json.map(({ id }) => id as string) : [];
    for (const stale of ['"stale"', `W/${tag}`, ""])
      expectProblem(await change(ada, stale, 0, listed), 412);
    expect((await read()).text, "the rejected request changed nothing").toBe(before.text);

    const replies = await Promise.all([0, 1].map((writer) => change(ada, tag, writer, listed)));
    const [[winner], [loser]] = [
      replies.filter(({ status }) => status < 300),
      replies.filter(({ status }) => status >= 300),
    ];
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      call.response.status,
      call.method === "DELETE" ? 404 : 412,
    ]);
    expectProblem(loser!, call.method === "DELETE" ? 404 : 412);
    const after = await read();
    if (isDomain && call.method === "DELETE")
      return expect(after.json).toMatchObject({ state: "none", host: null });
    if (call.method === "DELETE") return expectProblem(after, 404);
    expect(after.text).toBe(winner!.text);
    expect(winner!.headers.get("etag"), "the response has the current ETag").toBe(
      after.headers.get("etag"),
    );
    expect(
      (await change(ada, winner!.headers.get("etag")!, replies.indexOf(loser!), listed)).status,
    ).toBe(call.response.status);
  });
}
