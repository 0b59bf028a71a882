import { type ApiClient, uniqueEmail, type JsonObject } from "../support/api";
import { addSubscriber } from "../support/deliveries";
import { expect, test } from "../support/fixtures";
import { waitForEmail } from "../support/mailbox";
import { expectInvalid, expectStatus } from "../support/expected-responses";

const MARKDOWN = "We **fixed** it, see [the report](https://a.example/r).";
const AS_HTML =
  'We <strong>fixed</strong> it, see <a href="https://a.example/r" rel="nofollow noopener">the report</a>.';

const readPage = async (api: ApiClient, path: string) =>
  (await api.get(path)).text.replaceAll(/ (class|dir)="[^"]*"/g, "");

test("a message without a format is plain, and the status page shows it as written", async ({
  ada,
  orgID,
}) => {
  const path = `/v1/organizations/${orgID}/incidents`;
  const fields = { title: "API is down", impact: "major", body: MARKDOWN };
  const { id } = expectStatus(await ada.post(path, fields), 201);
  expect(
    expectStatus(await ada.get<JsonObject[]>(`${path}/${id as string}/updates`)),
  ).toMatchObject([{ body: MARKDOWN, format: "plain" }]);
  const page = await readPage(ada, `/status/${orgID}/incidents/${id as string}`);
  expect(page).toContain("We **fixed** it, see [the report](");
  expect(page).not.toContain("<strong>fixed</strong>");
});

test("a Markdown message is formatted on the page, in the feed, and in emails, and unchanged in API v2", async ({
  server,
  ada,
  orgID,
}) => {
  const address = uniqueEmail();
  await addSubscriber(ada, orgID, { channel: "email", address });
  const path = `/v1/organizations/${orgID}/incidents`;
  const format = "markdown";
  const { id } = expectStatus(
    await ada.post(path, { title: "API is down", impact: "major", body: MARKDOWN, format }),
    201,
  );
  expect(await readPage(ada, `/status/${orgID}/incidents/${id as string}`)).toContain(AS_HTML);
  const { text: feed } = await ada.get(`/status/${orgID}/history.atom`);
  expect(feed).toContain("We &lt;strong&gt;fixed&lt;/strong&gt; it");
  const { json } = await ada.get<{ incidents: { incident_updates: { body: string }[] }[] }>(
    `/status/${orgID}/api/v2/incidents.json`,
  );
  expect(json.incidents[0]!.incident_updates[0]!.body).toBe(MARKDOWN);
  const mail = await waitForEmail(server.dataDir, address);
  expect(String(mail.html)).toContain("We <strong>fixed</strong> it");
  expect(mail.text).toContain("We fixed it, see the report https://a.example/r.");
});

test("editing a message keeps its format unless the edit sets one, and earlier versions keep theirs", async ({
  ada,
  orgID,
}) => {
  const path = `/v1/organizations/${orgID}/incidents`;
  const fields = { title: "Login failures", impact: "none", status: "resolved", body: "*One*" };
  const { id } = expectStatus(await ada.post(path, { ...fields, format: "markdown" }), 201);
  const one = `${path}/${id as string}`;
  const [update] = expectStatus(await ada.get<JsonObject[]>(`${one}/updates`));
  const updatePath = `${one}/updates/${update!.id as string}`;
  const edit = async (body: JsonObject) =>
    expectStatus(await ada.call<JsonObject>("PATCH", updatePath, { body }));
  expect(await edit({ body: "*Two*" })).toMatchObject({ body: "*Two*", format: "markdown" });
  expect(await edit({ body: "*Two*", format: "plain" })).toMatchObject({
    format: "plain",
    earlier: [
      { body: "*Two*", format: "markdown" },
      { body: "*One*", format: "markdown" },
    ],
  });
  const savePostmortem = async (body: JsonObject) =>
    expectStatus(await ada.call<JsonObject>("PUT", `${one}/postmortem`, { body }));
  expect(await savePostmortem({ body: "*Why*" })).toMatchObject({ format: "plain" });
  expect(await savePostmortem({ body: "*Why*", format: "markdown" })).toMatchObject({
    format: "markdown",
  });
  expect(await savePostmortem({ body: "*Why?*", published: true })).toMatchObject({
    body: "*Why?*",
    format: "markdown",
  });
  expect(await readPage(ada, `/status/${orgID}/incidents/${id as string}`)).toContain(
    "<em>Why?</em>",
  );
});

test("an incident uses the format of its template only if it uses the template's message", async ({
  ada,
  orgID,
}) => {
  const at = (path: string) => `/v1/organizations/${orgID}${path}`;
  const template = {
    kind: "incident",
    name: "A",
    title: "API is down",
    impact: "minor",
    body: "*A*",
  };
  const { id } = expectStatus(
    await ada.post(at("/templates"), { ...template, format: "markdown" }),
    201,
  );
  const formatOf = async (body: JsonObject) => {
    const incident = expectStatus(
      await ada.post(at("/incidents"), { template_id: id, ...body }),
      201,
    );
    const path = at(`/incidents/${incident.id as string}/updates`);
    return expectStatus(await ada.get<JsonObject[]>(path))[0]!.format;
  };
  expect(await formatOf({})).toBe("markdown");
  expect(await formatOf({ format: "plain" })).toBe("markdown");
  expect(await formatOf({ body: "*B*" })).toBe("plain");
  const changed = await ada.call<JsonObject>("PATCH", at(`/templates/${id as string}`), {
    body: { body: "*C*" },
  });
  expect(expectStatus(changed)).toMatchObject({ body: "*C*", format: "markdown" });
});

test("maintenance messages have a format, and unknown formats are rejected", async ({
  ada,
  orgID,
}) => {
  const at = (path: string) => `/v1/organizations/${orgID}${path}`;
  const [scheduled_for, scheduled_until] = ["2031-01-01T00:00:00Z", "2031-01-01T01:00:00Z"];
  const fields = { title: "Disk replacement", scheduled_for, scheduled_until, body: "*Disks*" };
  const { id } = expectStatus(
    await ada.post(at("/maintenances"), { ...fields, format: "markdown" }),
    201,
  );
  const one = at(`/maintenances/${id as string}`);
  expect(expectStatus(await ada.post(`${one}/updates`, { body: "*Soon*" }), 201)).toMatchObject({
    format: "plain",
  });
  expectStatus(await ada.post(`${one}/cancel`, { body: "*Never*", format: "markdown" }));
  expect(
    expectStatus(await ada.get<JsonObject[]>(`${one}/updates`)).map(({ format }) => format),
  ).toEqual(["markdown", "plain", "markdown"]);
  const page = await readPage(ada, `/status/${orgID}/maintenances/${id as string}`);
  expect(page).toContain("<em>Never</em>");
  expect(page).toContain("*Soon*");
  expectInvalid(await ada.post(at("/maintenances"), { ...fields, format: "html" }), "format");
});
