import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { later, createMembership, NOW, createActor } from "@/e2e/support/database-fixtures";
import { changeComponent, createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { limits } from "@/lib/limits";
import { getOrganizationScope, type OrganizationScope } from "@/lib/organizations/scope";
import { decrypt } from "@/lib/encryption";
import { createSubscriber } from "./commands";
import { exportSubscribersCsv } from "./exports";
import { importSubscribers, type ImportedRow } from "./imports";
import { newSubscriber } from "./schema";

const HEADER = "channel,address,components,contact_email,confirmed,component_updates,language\n";

async function organization(names: string[] = ["API", "Web"]) {
  const { context, scope } = await createMembership();
  const ids: string[] = [];
  for (const name of names)
    ids.push((await createComponent(context, scope, { name, description: "" })).id);
  const load = (file: string, now = NOW) => importSubscribers({ ...context, now }, scope, file);
  return { context, scope, ids, load };
}

const everything = {
  include: { components: { select: { componentId: true } }, incidents: true },
  orderBy: { id: "asc" },
} as const;
const findRows = (scope: OrganizationScope) =>
  reader().subscriber.findMany({ where: { organizationId: scope.id }, ...everything });
const statuses = (rows: ImportedRow[]) => rows.map(({ status }) => status);
const webhooks = (count: number) => {
  const rows = Array.from({ length: count }, (_, n) => `webhook,https://receiver.example/${n}\n`);
  return `channel,address\n${rows.join("")}`;
};

/** Runs `work` while the batch with the given index fails. */
async function failInBatch<T>(failing: number, work: () => Promise<T>): Promise<T> {
  const limit = limits.subscribers;
  let batch = 0;
  const get = () => {
    if (batch++ === failing) throw new Error("connection lost");
    return limit;
  };
  Object.defineProperty(limits, "subscribers", { get, configurable: true, enumerable: true });
  try {
    return await work();
  } finally {
    Object.defineProperty(limits, "subscribers", { value: limit, writable: true });
  }
}
async function exported(scope: OrganizationScope) {
  let file = "";
  for await (const piece of exportSubscribersCsv(scope, {})) file += piece;
  return file;
}

describe("importSubscribers", () => {
  test("imports each valid row, even if other rows are invalid", async () => {
    const { load, scope, ids } = await organization();
    const mark = newId();
    const lines = [
      `email,a-${mark}@example.com,,,true`,
      `,b-${mark}@example.com,API; ${ids[1]},,`,
      "fax,x,,,",
      `email,c-${mark}@example.com,Nothing,,`,
      `webhook,https://receiver.example/${mark},Web,ops@example.com,`,
      "webhook,http://127.0.0.1/,,,",
      "slack,https://evil.example/,,,",
      `slack,https://hooks.slack.com/${mark},,,`,
      `email,A-${mark}@EXAMPLE.com,,,`,
    ];
    const rows = await load(`${HEADER}${lines.join("\n")}\n`);
    expect(rows).toEqual([
      { line: 2, status: "created" },
      { line: 3, status: "created" },
      { line: 4, status: "failed", message: expect.stringContaining("channel") },
      {
        line: 5,
        status: "failed",
        message: 'component "Nothing" not found. Use the name or ID of an existing component',
      },
      { line: 6, status: "created", secret: expect.stringMatching(/^whsec_/) },
      { line: 7, status: "failed", message: expect.stringContaining("address") },
      { line: 8, status: "failed", message: expect.stringContaining("hooks.slack.com") },
      { line: 9, status: "created" },
      { line: 10, status: "skipped", message: "same address as line 2" },
    ]);
    const made = await findRows(scope);
    expect(
      made.map(({ channel, state, everything: all, components }) => [
        channel,
        state,
        all,
        components.map(({ componentId }) => componentId),
      ]),
    ).toEqual([
      ["email", "active", true, []],
      ["email", "unconfirmed", false, expect.arrayContaining(ids)],
      ["webhook", "active", false, [ids[1]]],
      ["slack", "active", true, []],
    ]);
    expect(decrypt(made[2]!.secrets!)).toEqual([{ secret: rows[4]!.secret, expires_at: null }]);
    const emailJobs = await reader().emailJob.findMany({
      where: { recipient: { contains: mark } },
    });
    expect(emailJobs.map(({ recipient, template }) => [recipient, template])).toEqual([
      [`b-${mark}@example.com`, "subscription_confirmation"],
    ]);
    expect(
      await reader().subscriberConfirmation.count({ where: { subscriberId: made[1]!.id } }),
    ).toBe(1);
  });

  test("reports unchanged rows and sends no email if a file is imported again", async () => {
    const { load, scope } = await organization();
    const mark = newId();
    const lines = [
      `email,a-${mark}@example.com,API,,true,false,`,
      `email,b-${mark}@example.com,,,`,
      `webhook,https://receiver.example/${mark},Web;API,ops@example.com,`,
    ];
    const file = `${HEADER}${lines.join("\n")}\n`;
    await load(file);
    const before = await findRows(scope);
    expect(statuses(await load(file, later(3_600_000)))).toEqual(["skipped", "skipped", "skipped"]);
    expect(await findRows(scope)).toEqual(before);
    expect(await reader().emailJob.count({ where: { recipient: `b-${mark}@example.com` } })).toBe(
      1,
    );
  });

  test("updates an existing subscriber with the cells of the row and keeps the rest", async () => {
    const { load, scope, ids } = await organization();
    const address = `${newId()}@example.com`;
    await load(`${HEADER}email,${address},API,a@example.com,\n`);
    expect(await load(`address,confirmed\n${address},true\n`, later(1))).toEqual([
      { line: 2, status: "updated" },
    ]);
    expect(await findRows(scope)).toMatchObject([
      {
        state: "active",
        confirmedAt: later(1),
        components: [{ componentId: ids[0] }],
        contactEmail: "a@example.com",
      },
    ]);
    expect(await load(`address,components\n${address},Web\n`)).toEqual([
      { line: 2, status: "updated" },
    ]);
    expect(await load(`address,contact_email\n${address},b@example.com\n`)).toEqual([
      { line: 2, status: "updated" },
    ]);
    expect(await load(`address,confirmed\n${address},false\n`)).toEqual([
      { line: 2, status: "skipped" },
    ]);
    expect(await load(`address,component_updates\n${address},yes\n`)).toEqual([
      { line: 2, status: "updated" },
    ]);
    expect(await load(`address,component_updates\n${address},\n`)).toEqual([
      { line: 2, status: "skipped" },
    ]);
    for (const status of ["updated", "skipped"])
      expect(await load(`address,language\n${address},JA\n`)).toEqual([{ line: 2, status }]);
    expect(await load(`address,language\n${address},\n`)).toEqual([{ line: 2, status: "skipped" }]);
    expect(await findRows(scope)).toMatchObject([
      {
        state: "active",
        everything: false,
        componentUpdates: true,
        language: "ja",
        components: [{ componentId: ids[1] }],
        contactEmail: "b@example.com",
      },
    ]);
  });

  test("does not restart an ended subscription, even if its address was added again", async () => {
    const { context, load, scope } = await organization();
    const address = `${newId()}@example.com`;
    const importAgain = () => load(`address,confirmed\n${address},true\n`);
    await importAgain();
    await transaction((tx) =>
      tx.subscriber.updateMany({
        where: { organizationId: scope.id },
        data: { state: "unsubscribed" },
      }),
    );
    expect(await importAgain()).toEqual([
      { line: 2, status: "skipped", message: "has unsubscribed" },
    ]);
    expect(await findRows(scope)).toMatchObject([{ state: "unsubscribed" }]);
    await createSubscriber(context, scope, newSubscriber.parse({ channel: "email", address }));
    const message = "has unsubscribed before, so its owner must confirm it";
    expect(await importAgain()).toEqual([{ line: 2, status: "skipped", message }]);
    expect(await load(`address,confirmed,language\n${address},true,ja\n`)).toEqual([
      { line: 2, status: "updated", message },
    ]);
    expect(await findRows(scope)).toMatchObject([{ state: "unconfirmed", language: "ja" }]);
  });

  test("sends an address at most one confirmation email every 5 minutes, across organizations", async () => {
    const [one, other] = [await organization(), await organization()];
    const address = `${newId()}@example.com`;
    await one.load(`address\n${address}\n`);
    expect(await other.load(`address\n${address}\n`, later(60_000))).toEqual([
      {
        line: 2,
        status: "failed",
        message: "A confirmation email was just sent to this address. Try again later.",
      },
    ]);
    expect(await findRows(other.scope)).toEqual([]);
    expect(statuses(await other.load(`address\n${address}\n`, later(300_000)))).toEqual([
      "created",
    ]);
  });

  test("a row rejected by its recipient's limit doesn't count toward the organization's limit", async () => {
    const [one, other] = [await organization(), await organization()];
    const mark = newId();
    const before = limits.confirmationEmails;
    limits.confirmationEmails = 1;
    try {
      await other.load(`address\na-${mark}@example.com\n`);
      expect(statuses(await one.load(`address\na-${mark}@example.com\n`))).toEqual(["failed"]);
      expect(statuses(await one.load(`address\nb-${mark}@example.com\n`))).toEqual(["created"]);
    } finally {
      limits.confirmationEmails = before;
    }
  });

  test("a row rejected by the organization's limit doesn't count toward its recipient's limit", async () => {
    const [one, other] = [await organization(), await organization()];
    const mark = newId();
    const before = limits.confirmationEmails;
    limits.confirmationEmails = 1;
    try {
      expect(await one.load(`address\na-${mark}@example.com\nb-${mark}@example.com\n`)).toEqual([
        { line: 2, status: "created" },
        {
          line: 3,
          status: "failed",
          message: expect.stringContaining("Too many confirmation emails"),
        },
      ]);
      expect(await other.load(`address\nb-${mark}@example.com\n`)).toEqual([
        { line: 2, status: "created" },
      ]);
    } finally {
      limits.confirmationEmails = before;
    }
  });

  test("imports in batches so that others can write; concurrent imports create each subscriber once", async () => {
    const { load, scope, context } = await organization();
    const mark = newId();
    const lines = Array.from(
      { length: 1_000 },
      (_, index) => `${index}-${mark}@example.com,${index % 2 === 0}\n`,
    );
    const file = `address,confirmed\n${lines.join("")}`;
    const { revision } = await reader().organization.findUniqueOrThrow({ where: { id: scope.id } });
    const both = await Promise.all([
      load(file),
      load(file),
      createSubscriber(
        context,
        scope,
        newSubscriber.parse({ channel: "webhook", address: `https://receiver.example/${mark}` }),
      ),
    ]);
    const reports = [both[0], both[1]].map(statuses);
    for (let index = 0; index < 1_000; index++)
      expect([reports[0]![index], reports[1]![index]].sort()).toEqual(["created", "skipped"]);
    expect(await findRows(scope)).toHaveLength(1_001);
    expect(
      (await reader().organization.findUniqueOrThrow({ where: { id: scope.id } })).revision,
    ).toBe(revision + 21);
    expect(await reader().emailJob.count({ where: { recipient: { contains: mark } } })).toBe(500);
  });

  test("returns the secrets of imported webhooks if a later batch fails", async () => {
    const { load, scope } = await organization();
    const file = webhooks(250);
    await failInBatch(0, () => expect(load(file)).rejects.toThrow("connection lost"));
    await failInBatch(1, async () => {
      const rows = await load(file);
      expect(rows.slice(0, 100).every(({ secret }) => secret?.startsWith("whsec_"))).toBe(true);
      expect(new Set(statuses(rows.slice(100, 200)))).toEqual(new Set(["failed"]));
      expect(new Set(statuses(rows.slice(200)))).toEqual(new Set(["created"]));
    });
    expect(statuses(await load(file)).filter((status) => status === "created")).toHaveLength(100);
    expect(await findRows(scope)).toHaveLength(250);
  });

  test("retries with the same Idempotency-Key import only the failed batches, and return all secrets", async () => {
    const { context, scope } = await organization();
    const load = () => {
      const idempotency = { keyHash: scope.id, requestHash: "file", replayed: false };
      return importSubscribers({ ...context, idempotency }, scope, webhooks(250));
    };
    const first = await failInBatch(1, load);
    expect(statuses(first)).toContain("failed");
    const [second, third] = await Promise.all([load(), load()]);
    expect(second).toEqual(third);
    expect(second.map(({ secret }, index) => secret === first[index]!.secret)).toEqual(
      statuses(first).map((status) => status === "created"),
    );
    const stored = (await findRows(scope)).map(
      ({ secrets }) => decrypt<{ secret: string }[]>(secrets!)[0]!.secret,
    );
    expect(stored.toSorted()).toEqual(second.map(({ secret }) => secret).toSorted());
  });

  test("fails the remaining rows without an attempt after two consecutive failed batches", async () => {
    const { load, scope } = await organization();
    const urls = Array.from({ length: 450 }, (_, n) => `webhook,https://receiver.example/${n}\n`);
    const limit = limits.subscribers;
    let batches = 0;
    const get = () => {
      if (++batches > 1) throw new Error("connection lost");
      return limit;
    };
    Object.defineProperty(limits, "subscribers", { get, configurable: true, enumerable: true });
    try {
      const rows = await load(`channel,address\n${urls.join("")}`);
      expect(statuses(rows)).toEqual(urls.map((_, n) => (n < 100 ? "created" : "failed")));
      expect(batches).toBe(3);
    } finally {
      Object.defineProperty(limits, "subscribers", { value: limit, writable: true });
    }
    expect(await findRows(scope)).toHaveLength(100);
  });

  test("claims an unclaimed organization ID, unless no row is valid", async () => {
    const context = await createActor();
    const scope = await getOrganizationScope(context.actor, `org-${newId()}`, "editor");
    await importSubscribers(context, scope, "address\nno-address\n");
    expect(await reader().organization.count({ where: { id: scope.id } })).toBe(0);
    const many = Array.from(
      { length: 450 },
      (_, index) => `${index}-${scope.id}@example.com,true\n`,
    ).join("");
    expect(
      new Set(statuses(await importSubscribers(context, scope, `address,confirmed\n${many}`))),
    ).toEqual(new Set(["created"]));
    expect(await findRows(scope)).toHaveLength(450);
  });

  test("creates nothing for a file with too many rows", async () => {
    const { load, scope } = await organization();
    const before = limits.importRows;
    limits.importRows = 2;
    try {
      await expect(
        load("address\na@example.com\nb@example.com\nc@example.com\n"),
      ).rejects.toMatchObject({ kind: "too_large", status: 413 });
    } finally {
      limits.importRows = before;
    }
    expect(await findRows(scope)).toEqual([]);
  });

  test("requires the editor role", async () => {
    const { context, scope } = await createMembership("viewer");
    await expect(importSubscribers(context, scope, "address\n")).rejects.toMatchObject({
      kind: "forbidden",
    });
  });

  test("requires the editor role and an enabled user when a batch starts", async () => {
    const { context, load, scope } = await organization();
    const { userId } = context.actor;
    const where = { organizationId_userId: { organizationId: scope.id, userId } };
    for (const [data, kind] of [
      [{ user: { update: { disabledAt: NOW } } }, "unauthenticated"],
      [{ role: "viewer", user: { update: { disabledAt: null } } }, "forbidden"],
    ] as const) {
      await transaction((tx) => tx.membership.update({ where, data }));
      await expect(load(webhooks(1))).rejects.toMatchObject({ kind });
    }
    expect(await findRows(scope)).toEqual([]);
  });
});

async function exportAddresses(...args: Parameters<typeof exportSubscribersCsv>) {
  let file = "";
  for await (const piece of exportSubscribersCsv(...args)) file += piece;
  return file
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[1]);
}

describe("exportSubscribersCsv", () => {
  test("exports only the given subscribers, and none of other organizations", async () => {
    const [own, other] = [await organization(), await organization()];
    await own.load(`${HEADER}email,ada@example.com,,,true\nemail,grace@example.com,,,true\n`);
    await other.load(`${HEADER}email,mary@example.com,,,true\n`);
    const [ada] = await findRows(own.scope);
    const [mary] = await findRows(other.scope);
    expect(await exportAddresses(own.scope, { ids: [ada!.id, mary!.id] })).toEqual([
      "ada@example.com",
    ]);
  });

  test("exports only subscribers that match the filters, including those after the first batch", async () => {
    const { load, scope } = await organization();
    const rows = Array.from({ length: 120 }, (_, n) => `email,a${n}@x${n % 2}.example,,,true\n`);
    await load(HEADER + rows.join(""));
    const addresses = await exportAddresses(scope, { channel: "email", q: "@X1." });
    expect(addresses.toSorted()).toEqual(
      rows.flatMap((_, n) => (n % 2 === 1 ? [`a${n}@x1.example`] : [])).toSorted(),
    );
    expect(await exportAddresses(scope, { channel: "slack" })).toEqual([]);
  });

  test("exports a file whose import changes nothing, with any component names", async () => {
    const name = fc
      .oneof(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
        fc.constantFrom("=1+1", "a;b", "'x", '"', "a\nb", "API"),
      )
      .map((text) => text.trim())
      .filter((text) => text !== "" && !text.includes("\0"));
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.array(fc.subarray([0, 1, 2, 3]), { minLength: 1, maxLength: 5 }),
        async (names, choices) => {
          const { context, scope, ids, load } = await organization(names);
          for (const [index, filterFields] of choices.entries()) {
            const component_ids = filterFields
              .filter((index) => index < ids.length)
              .map((index) => ids[index]!);
            const channel = ["email", "webhook", "slack"][index % 3]!;
            const address = {
              email: `+${newId()}@example.com`,
              webhook: `https://receiver.example/${newId()}?a="b",c`,
              slack: `https://hooks.slack.com/${newId()}`,
            }[channel]!;
            await createSubscriber(
              context,
              scope,
              newSubscriber.parse({
                channel,
                address,
                component_ids,
                contact_email: index % 2 ? "ops@example.com" : null,
              }),
            );
          }
          const before = await findRows(scope);
          expect(new Set(statuses(await load(await exported(scope), later(3_600_000))))).toEqual(
            new Set(["skipped"]),
          );
          expect(await findRows(scope)).toEqual(before);
        },
      ),
      { numRuns: 12 },
    );
  });

  test("omits ended subscriptions and those to incidents only, and contains all others", async () => {
    const { scope, load, ids } = await organization();
    const rows = Array.from(
      { length: 1_200 },
      (_, index) => `${index}-${scope.id}@example.com,true\n`,
    );
    await load(`address,confirmed\n${rows.join("")}`);
    const [left, follows, chose] = await findRows(scope);
    await transaction(async (tx) => {
      await tx.subscriber.update({ where: { id: left!.id }, data: { state: "unsubscribed" } });
      await tx.subscriber.update({ where: { id: follows!.id }, data: { everything: false } });
      await tx.subscriber.update({
        where: { id: chose!.id },
        data: { everything: false, components: { create: { componentId: ids[0]! } } },
      });
    });
    const lines = (await exported(scope)).trimEnd().split("\r\n");
    expect(lines).toHaveLength(1_199);
    expect(lines.slice(0, 3)).toEqual([
      HEADER.trim(),
      `email,2-${scope.id}@example.com,API,,true,false,`,
      `email,3-${scope.id}@example.com,,,true,false,`,
    ]);
  });

  test("omits subscriptions that include only archived components and incidents", async () => {
    const { context, scope, load, ids } = await organization();
    await load(
      `${HEADER}email,a@x.example,API,,true,,\nemail,b@x.example,API;Web,,true,,\nemail,c@x.example,API,,true,,\n`,
    );
    const incident = await createIncident(
      context,
      scope,
      newIncident.parse({ title: "API is down", impact: "major" }),
    );
    const { id } = (await findRows(scope))[2]!;
    await transaction((tx) =>
      tx.subscriberIncident.create({ data: { subscriberId: id, incidentId: incident.id } }),
    );
    await changeComponent(context, scope, ids[0]!, { archived: true });
    expect(await exported(scope)).toBe(
      `${HEADER.trim()}\r\nemail,b@x.example,Web,,true,false,\r\n`,
    );
  });
});
