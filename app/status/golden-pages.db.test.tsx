import { toPlainText } from "@react-email/render";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Confirmed, ConfirmSubscription } from "@/components/subscription/confirm-subscription";
import { EndSubscription } from "@/components/subscription/end-subscription";
import { ResendConfirmation } from "@/components/subscription/resend-confirmation";
import { SubscriptionPage } from "@/components/subscription/subscription-page";
import { Unsubscribed } from "@/components/subscription/unsubscribed";
import { later } from "@/e2e/support/database-fixtures";
import { createSnapshotAt, createPublicOrganization } from "@/e2e/support/public-reads";
import { createGroup } from "@/lib/component-groups/commands";
import { newGroup } from "@/lib/component-groups/schema";
import { postIncidentUpdate, resolveIncident, savePostmortem } from "@/lib/incidents/commands";
import { newIncidentUpdate } from "@/lib/incidents/schema";
import { postMaintenanceUpdate, transitionMaintenance } from "@/lib/maintenances/commands";
import { newMaintenanceUpdate } from "@/lib/maintenances/schema";
import { languages } from "@/lib/organizations/values";
import { getSubscriptionTexts } from "@/lib/public/page/subscription-texts";
import { markDocument } from "@/lib/public/page/unconfirmed";
import { getSubscribePage } from "@/lib/public/readers/status-page";
import { renderNotFound, renderUnconfirmedNotices } from "./notices";
import { renderSigningSecret, renderSubscribeErrors } from "./subscribe-response";

// Compares public pages in common states with golden files, so that code reviews show each change.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
type Tenant = Awaited<ReturnType<typeof createPublicOrganization>>;
type Settings = Record<string, unknown> & { collapsed?: boolean };
type Created = { tenant: Tenant; components: { id: string }[] };

/** Creates an organization with two components, one of them in a group. */
async function createPage({ collapsed = false, ...settings }: Settings = {}): Promise<Created> {
  const tenant = await createPublicOrganization({ name: "Acme", ...settings });
  const group = await createGroup(
    tenant.context,
    tenant.scope,
    newGroup.parse({ name: "Europe", description: "Three regions", collapsed }),
  );
  const components = [
    await tenant.component({
      name: "API",
      group_id: group.id,
      description: "For partners",
      translations: translate("name", "API"),
    }),
    await tenant.component({ name: "Website" }),
  ];
  return { tenant, components };
}

/** Returns translations that end with their language, so that golden files show which is used. */
const translate = (field: string, text: string) =>
  Object.fromEntries(
    languages.slice(1).map((language) => [language, { [field]: `${text} (${language})` }]),
  );

const report = ({ tenant, components }: Created, impact: string, more: object = {}) =>
  tenant.report({
    title: "Payments fail",
    impact,
    component_ids: [components[0]!.id],
    translations: translate("title", "Payments fail"),
    ...more,
  });

/** Returns the text of a document's body, with accessible names, languages, and link targets. */
function toGolden(html: string, orgID: string): string {
  const body = html
    .slice(html.indexOf("<body"))
    .replaceAll(/<(script|style|svg)\b.*?<\/\1>/gs, "")
    // Without the page's styles, the texts of adjacent elements need a space between them.
    .replaceAll("><", "> <")
    .replaceAll(/<input[^>]*(?:value|name)="([^"]*)"[^>]*>/g, "<span>($1)</span>")
    .replaceAll(/(<[a-z]+[^>]* aria-label="([^"]*)"[^>]*>)/g, "$1<span>{$2} </span>")
    .replaceAll(/(<[a-z]+[^>]* lang="([^"]*)"[^>]*>)/g, "$1<span>[$2] </span>")
    .replaceAll(/<details[^>]*>/g, (tag) =>
      tag.includes(" open=") ? `${tag}<p>[open]</p>` : `${tag}<p>[closed]</p>`,
    );
  const ids = new Map<string, string>();
  const getNumber = (id: string) => {
    if (!ids.has(id)) ids.set(id, `id-${ids.size + 1}`);
    return ids.get(id)!;
  };
  const text = toPlainText(body)
    .replaceAll(orgID, "acme")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, getNumber);
  return `${text.trim()}\n`;
}

type State = {
  name: string;
  path?: string;
  at?: number;
  create: () => Promise<Tenant & { path?: string }>;
};

const page = async (
  prepare: (created: Created) => Promise<unknown> = async () => {},
  settings: Settings = {},
) => {
  const created = await createPage(settings);
  await prepare(created);
  return created.tenant;
};

/** Creates an incident with updates. The newest is formatted with Markdown. */
async function incidentWithUpdates(count: number, suffix = ""): Promise<Tenant & { path: string }> {
  const created = await createPage();
  const { context, scope } = created.tenant;
  const { id } = await report(created, "major");
  for (let update = 1; update <= count; update++) {
    const body = update === count ? MARKDOWN : `Update ${update}.`;
    await postIncidentUpdate(
      { ...context, now: later(update * MINUTE) },
      scope,
      id,
      newIncidentUpdate.parse({ status: "identified", body, format: "markdown" }),
    );
  }
  return { ...created.tenant, path: `/incidents/${id}${suffix}` };
}

const MARKDOWN =
  "A **bad** _release_ of `api`:\n\n1. [Report](https://acme.example/r)\n2. Wait\n\n```\n503\n```";

async function incidentWithPostmortem(): Promise<Tenant & { path: string }> {
  const created = await createPage();
  const { context, scope } = created.tenant;
  const { id } = await report(created, "critical");
  const at = (minutes: number) => ({ ...context, now: later(minutes * MINUTE) });
  const monitoring = { status: "monitoring", body: "A fix is **live**.", format: "markdown" };
  await postIncidentUpdate(at(5), scope, id, newIncidentUpdate.parse(monitoring));
  await resolveIncident(at(20), scope, id, { body: "", notify: false });
  const postmortem = { body: "A certificate expired.", published: true, notify: false };
  await savePostmortem(at(30), scope, id, postmortem);
  return { ...created.tenant, path: `/incidents/${id}` };
}

async function tenantWithMaintenance(
  end: "complete" | "cancel",
): Promise<Tenant & { path: string }> {
  const { tenant, components } = await createPage();
  const { id } = await tenant.plan({ component_ids: [components[1]!.id], body: "New disks." });
  const { context, scope } = tenant;
  if (end === "complete") await startMaintenance(tenant, id);
  await transitionMaintenance({ ...context, now: later(HOUR) }, scope, id, end);
  return { ...tenant, path: `/maintenances/${id}` };
}

const startMaintenance = ({ context, scope }: Tenant, id: string) =>
  postMaintenanceUpdate(context, scope, id, newMaintenanceUpdate.parse({ status: "in_progress" }));

const branding = {
  about: "Payments for **shops**. [Contact us](https://acme.example/contact)",
  about_format: "markdown",
  website_url: "https://acme.example",
  support_url: "https://acme.example/help",
  header_links: [{ label: "Docs", url: "https://acme.example/docs" }],
  footer_links: [{ label: "Imprint", url: "https://acme.example/imprint" }],
  footer_text: "© Acme",
  powered_by: false,
};

const states: State[] = [
  { name: "nothing-reported", create: () => createPublicOrganization({ name: "Acme" }) },
  { name: "operational", create: () => page() },
  { name: "degraded", create: () => page((created) => report(created, "minor")) },
  {
    name: "partial-outage",
    create: () => page((created) => report(created, "major", { status: "identified" })),
  },
  {
    name: "major-outage",
    create: () => page((created) => report(created, "critical", { status: "monitoring" })),
  },
  {
    name: "maintenance-scheduled",
    create: () =>
      page(({ tenant, components }) => tenant.plan({ component_ids: [components[1]!.id] })),
  },
  {
    name: "maintenance-in-progress",
    create: () =>
      page(async ({ tenant, components }) =>
        startMaintenance(tenant, (await tenant.plan({ component_ids: [components[1]!.id] })).id),
      ),
  },
  { name: "incident-unresolved", at: HOUR, create: () => incidentWithUpdates(2) },
  { name: "incident-subscribe", at: HOUR, create: () => incidentWithUpdates(0, "/subscribe") },
  // The page shows 3 updates, collapses 7, and links to the incident for the others.
  { name: "many-updates", path: "", at: HOUR, create: () => incidentWithUpdates(12) },
  {
    name: "several-incidents",
    create: () =>
      page(async (created) => {
        const start = (minutes: number) => ({ started_at: later(-minutes * MINUTE).toISOString() });
        await report(created, "minor", { title: "Slow exports", ...start(3) });
        await report(created, "critical", start(2));
        await report(created, "none", { title: "Wrong prices in an email", ...start(1) });
      }),
  },
  { name: "group-collapsed", create: () => page(undefined, { collapsed: true }) },
  {
    name: "group-collapsed-degraded",
    create: () => page((created) => report(created, "minor"), { collapsed: true }),
  },
  { name: "measured", path: "", at: 20 * DAY, create: incidentWithPostmortem },
  { name: "measured-uptime", path: "/uptime", at: 20 * DAY, create: incidentWithPostmortem },
  { name: "branded", create: () => page(undefined, branding) },
  { name: "incident-resolved", at: HOUR, create: incidentWithPostmortem },
  {
    name: "maintenance-page",
    create: () =>
      page().then(async (tenant) => {
        const { id } = await tenant.plan({ body: "New **disks**.", format: "markdown" });
        return { ...tenant, path: `/maintenances/${id}` };
      }),
  },
  { name: "maintenance-completed", at: 2 * HOUR, create: () => tenantWithMaintenance("complete") },
  { name: "maintenance-canceled", at: 2 * HOUR, create: () => tenantWithMaintenance("cancel") },
  { name: "history", path: "/history", at: HOUR, create: incidentWithPostmortem },
  { name: "uptime", path: "/uptime", at: HOUR, create: incidentWithPostmortem },
  { name: "embed", path: "/embed", create: () => page((created) => report(created, "major")) },
  { name: "subscribe", path: "/subscribe", create: () => page() },
  ...["sent", "posted", "done"].map((outcome) => ({
    name: `subscribe-${outcome}`,
    path: `/subscribe/${outcome}`,
    create: () => page(),
  })),
  // Titles and one component's name are translated; other user text stays in English.
  ...languages.slice(1).map((language) => ({
    name: `language-${language}`,
    path: `/${language}`,
    at: 36 * HOUR,
    create: () =>
      page(
        async (created) => {
          await report(created, "major");
          await created.tenant.plan({ translations: translate("title", "Disk replacement") });
        },
        { languages: [...languages], about: "Payments for shops." },
      ),
  })),
];

test.each(states)(
  "$name: the page matches the golden file",
  async ({ name, path, at = MINUTE, create }) => {
    const tenant = await create();
    const { html } = await tenant.write(path ?? tenant.path ?? "", later(at));
    await expect(toGolden(html, tenant.scope.id)).toMatchFileSnapshot(`golden/${name}.txt`);
  },
);

test("pages that are not published match the golden files", async () => {
  const { write, scope, site } = await page((created) => report(created, "major"));
  const now = later(MINUTE);
  const form = { site, page: (await getSubscribePage(scope.id))!, language: "en" as const };
  const values = { channel: "email", email: "ada", url: "", scope: "some", events: "default" };
  const errors = { email: "Enter an email address.", components: "Select a component." };
  const pages = {
    unconfirmed: markDocument((await write("", now)).html, renderUnconfirmedNotices(), now),
    "not-found": (await renderNotFound(site, "/incidents/x", createSnapshotAt(now))).body,
    "subscribe-secret": renderSigningSecret(form, "whsec_dGVzdA==").body,
    "subscribe-rejected": renderSubscribeErrors(form, { ...values, componentIds: [] }, errors).body,
  };
  for (const [name, html] of Object.entries(pages))
    await expect(toGolden(String(html), scope.id)).toMatchFileSnapshot(`golden/${name}.txt`);
});

test("the pages that emails link to match the golden files", async () => {
  const organization = { name: "Acme", url: "https://status.example", logoUrl: null };
  for (const language of ["en", "ja"] as const) {
    const texts = getSubscriptionTexts(language);
    const props = { texts, organization, token: "token" };
    const subscription = {
      address: "ada@acme.example",
      organization: { id: "acme", name: "Acme" },
    };
    const pages = {
      confirm: <ConfirmSubscription {...props} />,
      confirmed: <Confirmed {...props} subscription={subscription} />,
      expired: <ResendConfirmation {...props} />,
      unsubscribe: <EndSubscription {...props} />,
      unsubscribed: <Unsubscribed {...props} />,
    };
    const shown = Object.entries(pages).map(([name, content]) => {
      const html = renderToStaticMarkup(
        <SubscriptionPage texts={texts} organization={organization}>
          {content}
        </SubscriptionPage>,
      );
      return `--- ${name}\n${toGolden(`<body>${html}</body>`, "acme")}`;
    });
    await expect(shown.join("\n")).toMatchFileSnapshot(`golden/email-links-${language}.txt`);
  }
});
