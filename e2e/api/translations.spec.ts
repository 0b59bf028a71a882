import type { JsonObject } from "../support/api";
import { expectStatus, expectInvalid } from "../support/expected-responses";
import { expect, test } from "../support/fixtures";

const SCRIPT = "<script>alert(1)</script>";

test("translations are stored, edited per language, and shown on pages in that language", async ({
  ada,
  orgID,
  server,
}) => {
  const base = `/v1/organizations/${orgID}`;
  expectStatus(await ada.post("/v1/organizations", { id: orgID }), 201);
  expectStatus(await ada.call("PATCH", base, { body: { languages: ["en", "de"] } }));
  const incident = expectStatus(
    await ada.post(`${base}/incidents`, {
      ...{ title: "Outage", impact: "major", body: "We are investigating." },
      translations: { de: { title: `Ausfall ${SCRIPT}`, body: "Wir prüfen das." } },
    }),
    201,
  );
  expect(incident.translations).toEqual({ de: { title: `Ausfall ${SCRIPT}` } });
  const path = `${base}/incidents/${String(incident.id)}`;
  expectStatus(await ada.post(`${path}/updates`, { body: "Found.", notify: false }), 201);
  const changed = expectStatus(
    await ada.call("PATCH", path, { body: { translations: { fr: { title: "Panne" } } } }),
  );
  expect(changed).toMatchObject({
    title: "Outage",
    translations: { de: { title: `Ausfall ${SCRIPT}` }, fr: { title: "Panne" } },
  });
  const [newest, first] = expectStatus(await ada.get<JsonObject[]>(`${path}/updates`));
  expect([newest!.translations, first!.translations]).toEqual([
    {},
    { de: { body: "Wir prüfen das." } },
  ]);

  const page = await (
    await fetch(`${server.url}/status/${orgID}/de/incidents/${String(incident.id)}`)
  ).text();
  expect(page).toContain("<bdi>Ausfall &lt;script&gt;alert(1)&lt;/script&gt;</bdi>");
  expect(page).toContain(">Wir prüfen das.</p>");
  expect(page).toMatch(/<p dir="auto" lang="en" class="[^"]*">Found.<\/p>/);
  expect(page).not.toContain(SCRIPT);

  const removed = { translations: { de: null, fr: { title: "" } } };
  expect(expectStatus(await ada.call("PATCH", path, { body: removed })).translations).toEqual({});
});

test("translations with unknown languages or fields, or with values that are too long, are rejected", async ({
  ada,
  orgID,
}) => {
  const path = `/v1/organizations/${orgID}/components`;
  const post = (translations: unknown) => ada.post(path, { name: "API", translations });
  expectInvalid(await post({ xx: { name: "A" } }), "translations");
  expectInvalid(await post([]), "translations");
  expectInvalid(await post({ de: "A" }), "translations.de");
  expectInvalid(await post({ de: { title: "A" } }), "translations.de");
  expectInvalid(await post({ de: { name: "x".repeat(256) } }), "translations.de.name");
  expectInvalid(
    await post({ de: { description: 1 }, fr: { name: "\0" } }),
    "translations.de.description",
    "translations.fr.name",
  );
  expectStatus(await post({ ja: { name: "東".repeat(255) } }), 201);
});

test("the preview of page settings is in the chosen language", async ({ ada, orgID }) => {
  const base = `/v1/organizations/${orgID}`;
  expectStatus(await ada.post("/v1/organizations", { id: orgID }), 201);
  const body = {
    ...{ languages: ["en", "de"], about: "Engines.", language: "de" },
    translations: { de: { about: "Motoren." } },
  };
  const { html } = expectStatus(
    await ada.post<{ html: string }>(`${base}/public-page/preview`, body),
  );
  expect(html).toContain('<html lang="de"');
  expect(html).toContain("Motoren.");
  const other = { ...body, language: "ja" };
  expect(
    expectStatus(await ada.post<{ html: string }>(`${base}/public-page/preview`, other)).html,
  ).toContain('<html lang="en"');
});
