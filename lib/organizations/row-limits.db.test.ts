import { afterAll, beforeAll, expect, test } from "vitest";
import { createMembership } from "@/e2e/support/database-fixtures";
import { createGroup } from "@/lib/component-groups/commands";
import { changeComponent, createComponent, createComponents } from "@/lib/components/commands";
import { limits } from "@/lib/limits";
import { createSubscriber } from "@/lib/subscribers/commands";
import { newSubscriber } from "@/lib/subscribers/schema";
import { importSubscribers } from "@/lib/subscribers/imports";
import { createTemplate } from "@/lib/templates/commands";
import { newTemplate } from "@/lib/templates/schema";
import { createToken } from "@/lib/tokens/commands";
import { newApiToken } from "@/lib/tokens/schema";
import { createInvitation } from "./invitations";

const LIMIT = 3;
const before = { ...limits };
beforeAll(() => {
  const { components, componentGroups, subscribers, templates, tokens, members } = limits;
  const limited = { components, componentGroups, subscribers, templates, tokens, members };
  for (const rows of Object.keys(limited)) limits[rows as keyof typeof limited] = LIMIT;
});
afterAll(() => void Object.assign(limits, before));

type Owner = Awaited<ReturnType<typeof createMembership>>;
const webhook = (index: number) => `https://hooks.example.com/${index}`;
const cases: [setting: string, existing: number, add: (owner: Owner, index: number) => unknown][] =
  [
    [
      "LIMIT_COMPONENTS",
      0,
      ({ context, scope }, index) =>
        createComponent(context, scope, { name: `Component ${index}`, description: "" }),
    ],
    [
      "LIMIT_COMPONENT_GROUPS",
      0,
      ({ context, scope }, index) =>
        createGroup(context, scope, { name: `Group ${index}`, collapsed: false, description: "" }),
    ],
    [
      "LIMIT_SUBSCRIBERS",
      0,
      ({ context, scope }, index) =>
        createSubscriber(
          context,
          scope,
          newSubscriber.parse({ channel: "webhook", address: webhook(index) }),
        ),
    ],
    [
      "LIMIT_TEMPLATES",
      0,
      ({ context, scope }, index) =>
        createTemplate(
          context,
          scope,
          newTemplate.parse({
            kind: "incident",
            name: `${index}`,
            title: "API is down",
            impact: "major",
          }),
        ),
    ],
    [
      "LIMIT_TOKENS",
      0,
      ({ context, scope }, index) =>
        createToken(context, scope, newApiToken.parse({ name: `${index}`, role: "viewer" })),
    ],
    [
      "LIMIT_MEMBERS",
      1,
      ({ context, scope }, index) =>
        createInvitation(context, scope, { email: `${index}@example.com`, role: "viewer" }),
    ],
  ];

test.each(cases)("%s: concurrent writes beyond the limit are rejected", async (...given) => {
  const [setting, existing, add] = given;
  const owner = await createMembership("owner");
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, async (_, index) => add(owner, index)),
  );
  const errors = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  expect(results.length - errors.length).toBe(LIMIT - existing);
  for (const error of errors)
    expect(error).toMatchObject({ status: 409, detail: expect.stringContaining(setting) });
});

test("LIMIT_COMPONENTS: components created in bulk and restored ones count toward the limit", async () => {
  const { context, scope } = await createMembership("owner");
  const components = ["One", "Two", "Three"].map((name) => ({ name, description: "" }));
  await expect(
    createComponents(context, scope, { components: [...components, components[0]!] }),
  ).rejects.toMatchObject({ status: 409 });
  const [first] = await createComponents(context, scope, { components });
  await changeComponent(context, scope, first!.id, { archived: true });
  await createComponent(context, scope, { name: "Four", description: "" });
  await expect(
    changeComponent(context, scope, first!.id, { archived: false }),
  ).rejects.toMatchObject({ status: 409 });
});

test("LIMIT_SUBSCRIBERS: an import adds subscribers up to the limit, and reports the others", async () => {
  const { context, scope } = await createMembership("owner");
  const lines = Array.from({ length: 5 }, (_, index) => `webhook,${webhook(index)}`);
  const rows = await importSubscribers(context, scope, ["channel,address", ...lines].join("\n"));
  expect(rows.map(({ status }) => status)).toEqual([
    ...Array(LIMIT).fill("created"),
    "failed",
    "failed",
  ]);
  expect(rows.at(-1)!.message).toContain("at most 3 subscribers");
});
