import { createOrganizationId } from "../support/organization-id";
import { addComponent, type ApiClient, signUp } from "../support/api";
import { createExampleBody } from "../support/conformance";
import { expect, test } from "../support/fixtures";
import {
  fillPathParameters,
  type Ids,
  resourceFactories,
  listParameters,
} from "../support/resource-factories";
import { organizationOperations } from "../support/routes";
import { expectProblem } from "../support/expected-responses";

const withIds = organizationOperations.filter(({ path }) => listParameters(path).length > 0);
const nouns = [...new Set(withIds.flatMap(({ path }) => listParameters(path)))].toSorted(
  (a, b) => Object.keys(resourceFactories).indexOf(a) - Object.keys(resourceFactories).indexOf(b),
);

test("the cross-tenant tests create every kind of resource whose ID is in a path", () => {
  expect(nouns.filter((noun) => !(noun in resourceFactories))).toEqual([]);
});

test.describe("an ID of another organization", () => {
  test.describe.configure({ mode: "default" });
  const [mine, theirs] = [createOrganizationId(), createOrganizationId()];
  let [bob, ada] = [] as unknown as [ApiClient, ApiClient];
  const [own, foreign]: [Ids, Ids] = [{}, {}];

  test.beforeAll(async ({ server }) => {
    [bob, ada] = [await signUp(server.url, "Bob Bell"), await signUp(server.url, "Ada Lovelace")];
    for (const [owner, organization, ids] of [
      [bob, mine, own],
      [ada, theirs, foreign],
    ] as const) {
      await addComponent(owner, organization);
      for (const noun of Object.keys(resourceFactories).filter((name) => nouns.includes(name)))
        ids[noun] = await resourceFactories[noun]!(owner, organization, ids);
    }
  });

  for (const call of withIds) {
    test(`${call.id}: returns 404, and nothing changes`, async ({ database }) => {
      const state = () =>
        database.query(
          "SELECT revision FROM organizations WHERE id IN (?, ?) ORDER BY id",
          mine,
          theirs,
        );
      const before = await state();
      const body = createExampleBody(call);
      const parameters = listParameters(call.path);
      // Tries paths in which all resource IDs belong to the other organization, and paths in which
      // one does.
      for (const foreignNames of [
        parameters,
        ...(parameters.length > 1 ? parameters.map((one) => [one]) : []),
      ]) {
        const values = {
          ...own,
          ...Object.fromEntries(foreignNames.map((name) => [name, foreign[name]!])),
          orgID: mine,
        };
        const reply = await bob.call(call.method, fillPathParameters(call.path, values), { body });
        expectProblem(reply, 404);
      }
      expect(await state()).toEqual(before);
      if (call.method === "GET") {
        const reply = await ada.get(fillPathParameters(call.path, { ...foreign, orgID: theirs }));
        expect(reply.status, "its own organization can read it").toBe(200);
      }
    });
  }
});
