import { expect, test } from "vitest";
import { later, createMembership } from "@/e2e/support/database-fixtures";
import { changeComponent, createComponent } from "@/lib/components/commands";
import { findComponents, listComponentNames, listComponents } from "@/lib/components/queries";
import { newComponent } from "@/lib/components/schema";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { createMaintenance } from "@/lib/maintenances/commands";
import { newMaintenance } from "@/lib/maintenances/schema";
import { createSubscriber } from "@/lib/subscribers/commands";
import { SUBSCRIBERS_PAGE_SIZE } from "@/lib/subscribers/queries";
import { newSubscriber } from "@/lib/subscribers/schema";
import { createTemplate } from "@/lib/templates/commands";
import { newTemplate } from "@/lib/templates/schema";
import { search } from "./queries";

async function tenant() {
  const { context, scope } = await createMembership();
  return {
    scope,
    component: (name: string) => createComponent(context, scope, newComponent.parse({ name })),
    archive: (id: string) => changeComponent(context, scope, id, { archived: true }),
    report: (title: string) =>
      createIncident(context, scope, newIncident.parse({ title, impact: "none" })),
    plan: (title: string) =>
      createMaintenance(
        context,
        scope,
        newMaintenance.parse({
          title,
          scheduled_for: later(3_600_000).toISOString(),
          scheduled_until: later(7_200_000).toISOString(),
        }),
      ),
    subscribe: (address: string, channel = "email") =>
      createSubscriber(
        context,
        scope,
        newSubscriber.parse({ channel, address, skip_confirmation: true }),
      ),
    template: (name: string) =>
      createTemplate(
        context,
        scope,
        newTemplate.parse({
          kind: "incident",
          name,
          title: "T",
          impact: "minor",
          status: "identified",
        }),
      ),
  };
}

test("a search ignores case, and finds results of each type by part of a word", async () => {
  const acme = await tenant();
  await acme.component("Payments API");
  const { id: archived } = await acme.component("Old payments");
  await acme.archive(archived);
  await acme.report("Card PAYMENTS fail");
  await acme.plan("Payment upgrade");
  await acme.subscribe("payroll@example.com");
  await acme.template("Payments down");
  await acme.component("Website");
  const found = await search(acme.scope, "PAYM");
  expect({
    incidents: found.incidents.map(({ title }) => title),
    maintenances: found.maintenances.map(({ title }) => title),
    components: found.components.map(({ name }) => name),
    templates: found.templates.map(({ name }) => name),
    subscribers: found.subscribers.length,
  }).toEqual({
    incidents: ["Card PAYMENTS fail"],
    maintenances: ["Payment upgrade"],
    components: ["Payments API", "Old payments"],
    templates: ["Payments down"],
    subscribers: 0,
  });
  expect((await search(acme.scope, "payr")).subscribers.map(({ address }) => address)).toEqual([
    "payroll@example.com",
  ]);
});

test("a search reads only the names of components, and only of those archived last", async () => {
  const acme = await tenant();
  const [first, second, third] = [
    await acme.component("API"),
    await acme.component("Website"),
    await acme.component("Database"),
  ];
  for (const { id } of [first, second]) await acme.archive(id);
  expect(await listComponentNames(acme.scope, 1)).toEqual([
    { id: third.id, name: "Database" },
    { id: second.id, name: "Website" },
  ]);
  expect(await findComponents(acme.scope, [first.id, third.id, second.id])).toEqual([
    (await listComponents(acme.scope, { archived: true }))[1],
    third,
    (await listComponents(acme.scope, { archived: true }))[0],
  ]);
});

test("search results that match more words come first, and words without a match are ignored", async () => {
  const acme = await tenant();
  await acme.report("Card payments fail");
  await acme.report("Payments are slow");
  const titles = async (q: string) =>
    (await search(acme.scope, q)).incidents.map((one) => one.title);
  expect(await titles("payments card")).toEqual(["Card payments fail", "Payments are slow"]);
  expect(await titles("resolve card")).toEqual(["Card payments fail"]);
  expect(await titles("resolve")).toEqual([]);
});

test("a search finds at most 20 results of a type, and an old result among many newer ones", async () => {
  const acme = await tenant();
  await acme.report("Certificate expired");
  for (let number = 0; number < 60; number++) await acme.report(`Report ${number}`);
  expect((await search(acme.scope, "report")).incidents).toHaveLength(20);
  expect((await search(acme.scope, "certificate")).incidents).toHaveLength(1);
});

test("a search finds a chat channel by its full URL or by the part that members see", async () => {
  const acme = await tenant();
  const url = "https://hooks.slack.com/services/T0SECRET/B0SECRET/abcdefgh1234";
  await acme.subscribe(url, "slack");
  const findQueries = async (...queries: string[]) => {
    const counts = await Promise.all(
      queries.map(async (q) => (await search(acme.scope, q)).subscribers.length),
    );
    return queries.filter((_, index) => counts[index] === 1);
  };
  const visible = [url, url.toLowerCase(), "slack", "1234"];
  expect(await findQueries(...visible)).toEqual(visible);
  const secret = ["T0", "services/T0SECRET", "gh1234", url.slice(0, -1), `${url}5`];
  expect(await findQueries(...secret)).toEqual([]);
});

test("a search finds an old chat channel by its full URL among many newer subscribers", async () => {
  const acme = await tenant();
  const url = "https://hooks.slack.com/services/T0SECRET/B0SECRET/abcdefgh1234";
  await acme.subscribe(url, "slack");
  for (let number = 0; number < SUBSCRIBERS_PAGE_SIZE; number++)
    await acme.subscribe(`${number}@example.com`);
  expect((await search(acme.scope, url)).subscribers).toMatchObject([{ address: url }]);
});

test("a search finds nothing of another organization", async () => {
  const [mine, others] = [await tenant(), await tenant()];
  await others.report("Payments fail");
  await others.component("Payments");
  await others.subscribe("payments@example.com");
  expect(Object.values(await search(mine.scope, "payments")).flat()).toEqual([]);
});
