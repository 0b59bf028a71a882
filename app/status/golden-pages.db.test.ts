import { toPlainText } from "@react-email/render";
import { expect, test } from "vitest";
import { later } from "@/e2e/support/database-fixtures";
import { createTenant } from "@/e2e/support/public-reads";
import { createGroup } from "@/lib/component-groups/commands";
import { newGroup } from "@/lib/component-groups/schema";
import { postIncidentUpdate, resolveIncident, savePostmortem } from "@/lib/incidents/commands";
import { newIncidentUpdate } from "@/lib/incidents/schema";
import { postMaintenanceUpdate, transitionMaintenance } from "@/lib/maintenances/commands";
import { newMaintenanceUpdate } from "@/lib/maintenances/schema";
import { markDocument } from "@/lib/public/page/unconfirmed";
import { writeStaleNotices } from "./notices";

// Compares public pages in common states with golden files, so that code reviews show each change.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
type Tenant = Awaited<ReturnType<typeof createTenant>>;
type Created = { tenant: Tenant; components: { id: string }[] };

/** Creates an organization with two components, one of them in a group. */
async function createPage(settings: Record<string, unknown> = {}): Promise<Created> {
  const tenant = await createTenant({ name: "Acme", ...settings });
  const group = await createGroup(tenant.context, tenant.scope, newGroup.parse({ name: "Europe" }));
  const components = [
    await tenant.component({ name: "API", group_id: group.id, description: "For partners" }),
    await tenant.component({ name: "Website" }),
  ];
  return { tenant, components };
}

const report = ({ tenant, components }: Created, impact: string, status = "investigating") =>
  tenant.report({ title: "Payments fail", impact, status, component_ids: [components[0]!.id] });

/** Returns the text of a document's body, with accessible names and link targets. */
function toGolden(html: string, orgID: string): string {
  const body = html
    .slice(html.indexOf("<body"))
    .replaceAll(/<(script|style|svg)\b.*?<\/\1>/gs, "")
    // Without the page's styles, the texts of adjacent elements need a space between them.
    .replaceAll("><", "> <")
    .replaceAll(/<input[^>]*(?:value|name)="([^"]*)"[^>]*>/g, "<span>($1)</span>")
    .replaceAll(/(<[a-z]+[^>]* aria-label="([^"]*)"[^>]*>)/g, "$1<span>{$2} </span>");
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

const page = async (prepare: (created: Created) => Promise<unknown> = async () => {}) => {
  const created = await createPage();
  await prepare(created);
  return created.tenant;
};

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

const states: State[] = [
  { name: "nothing-reported", create: () => createTenant({ name: "Acme" }) },
  { name: "operational", create: () => page() },
  { name: "degraded", create: () => page((created) => report(created, "minor")) },
  {
    name: "partial-outage",
    create: () => page((created) => report(created, "major", "identified")),
  },
  {
    name: "major-outage",
    create: () => page((created) => report(created, "critical", "monitoring")),
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
  { name: "incident-resolved", at: HOUR, create: incidentWithPostmortem },
  { name: "maintenance-completed", at: 2 * HOUR, create: () => tenantWithMaintenance("complete") },
  { name: "maintenance-canceled", at: 2 * HOUR, create: () => tenantWithMaintenance("cancel") },
  { name: "history", path: "/history", at: HOUR, create: incidentWithPostmortem },
  { name: "uptime", path: "/uptime", at: HOUR, create: incidentWithPostmortem },
  { name: "embed", path: "/embed", create: () => page((created) => report(created, "major")) },
  { name: "subscribe", path: "/subscribe", create: () => page() },
  {
    name: "german",
    path: "/de",
    create: async () => {
      const created = await createPage({ languages: ["en", "de"] });
      await report(created, "major");
      return created.tenant;
    },
  },
];

test.each(states)(
  "$name: the page matches the golden file",
  async ({ name, path, at = MINUTE, create }) => {
    const tenant = await create();
    const { html } = await tenant.write(path ?? tenant.path ?? "", later(at));
    await expect(toGolden(html, tenant.scope.id)).toMatchFileSnapshot(`golden/${name}.txt`);
  },
);

test("unconfirmed: the page matches the golden file", async () => {
  const { write, scope } = await page((created) => report(created, "major"));
  const { html } = await write("", later(MINUTE));
  const marked = markDocument(html, writeStaleNotices(), later(MINUTE));
  await expect(toGolden(marked, scope.id)).toMatchFileSnapshot("golden/unconfirmed.txt");
});
