import { addComponent, addIncident, ApiClient, type JsonObject } from "../support/api";
import {
  withSession,
  expectStates,
  readDeliveries,
  registerOwner,
  addSubscriber,
} from "../support/deliveries";
import { expect, test } from "../support/fixtures";
import { expectInvalid, expectProblem } from "../support/expected-responses";

const publicText = async (url: string, path: string) => (await fetch(`${url}${path}`)).text();

test(
  "deleting an incident update corrects the page, the API, the feeds, and the " +
    "calendar, and cancels queued deliveries",
  async ({ server, ada, orgID }) => {
    const component = await addComponent(ada, orgID, "API");
    await addSubscriber(ada, orgID, { channel: "email", address: `reader@${orgID}.example` });
    const incident = await addIncident(ada, orgID, {
      title: "API is slow",
      impact: "major",
      component_ids: [component],
    });
    const path = `/v1/organizations/${orgID}/incidents/${incident.id as string}`;
    await expectStates(ada, orgID, incident, { delivered: 1 });
    const posted = await ada.post(`${path}/updates`, {
      status: "resolved",
      body: "Wrong incident.",
      notify_after_seconds: 300,
    });
    expect(posted.status).toBe(201);
    const report = await ada.get<{ sending_at: string }>(`${path}/deliveries`);
    expect(Date.parse(report.json.sending_at) - Date.parse(posted.json.created_at as string)).toBe(
      300_000,
    );

    const shown = [
      `/status/${orgID}/incidents/${incident.id as string}`,
      `/status/${orgID}/api/v2/incidents.json`,
      `/status/${orgID}/history.atom`,
      `/status/${orgID}/history.rss`,
    ];
    for (const url of shown)
      await expect
        .poll(() => publicText(server.url, url), { message: url })
        .toContain("Wrong incident.");
    const removed = await ada.call("DELETE", `${path}/updates/${posted.json.id as string}`);
    expect([removed.status, removed.text]).toEqual([204, ""]);
    for (const url of shown)
      await expect
        .poll(() => publicText(server.url, url), { message: url })
        .not.toContain("Wrong incident.");

    expect((await ada.get(path)).json).toMatchObject({
      status: "investigating",
      resolved_at: null,
      components: [{ id: component, status: "partial_outage" }],
    });
    expect(
      (await ada.get<JsonObject[]>(`/v1/organizations/${orgID}/components`)).json,
    ).toMatchObject([{ status: "partial_outage" }]);
    // On a busy machine, requests get the stale page until the new one is rendered.
    const unresolved = async () =>
      (
        JSON.parse(
          await publicText(server.url, `/status/${orgID}/api/v2/incidents/unresolved.json`),
        ) as { incidents: JsonObject[] }
      ).incidents;
    await expect
      .poll(unresolved)
      .toMatchObject([{ id: incident.id, status: "investigating", resolved_at: null }]);
    expect(await publicText(server.url, `/status/${orgID}/calendar.ics`)).not.toContain("Resolved");
    expect((await ada.get(`${path}/deliveries`)).json).toEqual({
      total: 1,
      states: { delivered: { total: 1, channels: { email: 1 } } },
    });
    expect((await readDeliveries(ada, orgID)).map(({ event }) => event)).toEqual([
      "incident.created",
    ]);

    const [only] = (await ada.get<JsonObject[]>(`${path}/updates`)).json;
    expectProblem(await ada.call("DELETE", `${path}/updates/${only!.id as string}`), 409);
    expectProblem(await ada.call("DELETE", `${path}/updates/${posted.json.id as string}`), 404);
  },
);

test("a notification delayed by notify_after_seconds is sent even if the server is killed and restarted", async ({
  launch,
  createServerStorage,
}) => {
  const storage = await createServerStorage();
  const first = await launch({}, storage);
  const { ada, organization } = await registerOwner(first.url);
  await addSubscriber(ada, organization, {
    channel: "email",
    address: `reader@${organization}.example`,
  });
  const incident = await addIncident(ada, organization, {
    title: "API is slow",
    impact: "minor",
    notify_after_seconds: 5,
  });
  await first.stop("SIGKILL");
  const second = withSession(ada, new ApiClient((await launch({}, storage)).url));
  await expectStates(second, organization, incident, { delivered: 1 });
  const [delivery] = await readDeliveries(second, organization);
  expect(
    Date.parse(delivery!.created_at as string) - Date.parse(incident.created_at as string),
  ).toBeGreaterThanOrEqual(5_000);
});

test("notify_after_seconds must be an integer from 0 to 300", async ({ ada, orgID }) => {
  for (const value of [-1, 301, 1.5, "10", null]) {
    expectInvalid(
      await ada.post(`/v1/organizations/${orgID}/incidents`, {
        title: "API is slow",
        impact: "minor",
        notify_after_seconds: value,
      }),
      "notify_after_seconds",
    );
  }
});
