import { publicSite } from "@/app/status/public-site";
import { createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { createMaintenance } from "@/lib/maintenances/commands";
import { newMaintenance } from "@/lib/maintenances/schema";
import { changeOrganization } from "@/lib/organizations/commands";
import { organizationChange } from "@/lib/organizations/schema";
import type { Content } from "@/lib/publishing/artifact";
import type { Site } from "@/lib/publishing/site";
import { createSnapshot, type Snapshot } from "@/lib/publishing/snapshot";
import { later, createMembership, NOW } from "./database-fixtures";
import type { Size } from "./large-organization";

export function createSnapshotAt(now: Date): Snapshot {
  const basis = {
    version: { epoch: "test", number: 1 },
    committedAt: now,
    timeZone: "Etc/UTC",
    host: null,
    subdomainHost: null,
    isOngoing: false,
  };
  return { ...createSnapshot(basis, now), now };
}

export async function renderPath(
  site: Site,
  path: string,
  snapshot: Snapshot,
): Promise<Content | null> {
  const found = publicSite.routes.flatMap(({ pattern, render }) => {
    const match = pattern.exec(path);
    return match === null ? [] : [{ render, parts: { ...match.groups } }];
  });
  if (found.length > 1) throw new Error(`${path} has ${found.length} routes`);
  return found[0]?.render(site, found[0].parts, snapshot) ?? null;
}

/** Creates an organization. `render` and `write` render its public paths as of a given time. */
export async function createPublicOrganization(settings: Record<string, unknown> = {}) {
  const { context, scope } = await createMembership();
  if (Object.keys(settings).length > 0)
    await changeOrganization(context, scope, organizationChange.parse(settings));
  const site: Site = {
    orgID: scope.id,
    origin: "https://status.example",
    base: `/status/${scope.id}`,
  };
  const render = (path: string, now = NOW, at = site) =>
    renderPath(at, path, createSnapshotAt(now));
  const write = async (path: string, now = NOW, at = site) => {
    const content = (await render(path, now, at))!;
    return { ...content, html: content.body as string };
  };
  return {
    context,
    scope,
    site,
    render,
    write,
    component: (input: Record<string, unknown>) =>
      createComponent(context, scope, newComponent.parse(input)),
    report: (input: Record<string, unknown>) =>
      createIncident(
        context,
        scope,
        newIncident.parse({ title: "API is down", impact: "major", ...input }),
      ),
    plan: (input: Record<string, unknown>) =>
      createMaintenance(
        context,
        scope,
        newMaintenance.parse({
          title: "Disk replacement",
          scheduled_for: later(24 * HOUR).toISOString(),
          scheduled_until: later(48 * HOUR).toISOString(),
          ...input,
        }),
      ),
  };
}

const HOUR = 3_600_000;
const ORIGIN = "https://status.example.com";

/** Returns one public path of each kind, without a prefix such as `/status/acme`. */
export const listPublicPaths = (
  orgID: string,
  componentId: string,
  { incidents, maintenances = 0 }: Size,
): string[] => [
  ...["", "/history", "/history/2026-11", "/uptime", "/embed", "/subscribe"],
  ...(incidents > 0 ? [`/incidents/${orgID}-incident-000000`] : []),
  ...(maintenances > 0 ? [`/maintenances/${orgID}-maintenance-000000`] : []),
  ...[
    "summary",
    "status",
    "components",
    "incidents",
    "incidents/unresolved",
    "incidents/resolved",
    "scheduled-maintenances",
    "scheduled-maintenances/upcoming",
    "scheduled-maintenances/active",
  ].map((name) => `/api/v2/${name}.json`),
  "/history.atom",
  "/history.rss",
  "/calendar.ics",
  `/components/${componentId}/history.atom`,
  `/components/${componentId}/history.rss`,
  "/badge.svg",
  "/og.png",
  "/widget.js",
  "/embed/script.js",
  "/oembed.json",
  "/llms.txt",
  "/robots.txt",
  "/sitemap.xml",
];

export async function renderPaths(
  orgID: string,
  paths: readonly string[],
  now: Date,
): Promise<{ path: string; bytes: number; text: string }[]> {
  const snapshot = createSnapshotAt(now);
  await publicSite.listPublished(orgID, snapshot);
  const read = [];
  for (const path of paths) {
    const content = await renderPath({ orgID, origin: ORIGIN, base: "" }, path, snapshot);
    const body = content === null ? new Uint8Array() : Buffer.from(content.body);
    read.push({ path, bytes: body.length, text: Buffer.from(body).toString("utf8") });
  }
  return read;
}
