import { publicSite } from "@/app/status/public-site";
import type { Content } from "@/lib/publishing/artifact";
import type { Site } from "@/lib/publishing/site";
import { createSnapshot, type Snapshot } from "@/lib/publishing/snapshot";
import type { Size } from "./large-organization";

/** All snapshots have the same version. */
export const snapshotAt = (now: Date): Snapshot => {
  const version = { epoch: "test", number: 1 };
  const basis = {
    version,
    committedAt: now,
    timeZone: "Etc/UTC",
    host: null,
    subdomainHost: null,
    isOngoing: false,
  };
  return { ...createSnapshot(basis, now), now };
};

/** Null if there is none. */
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

const ORIGIN = "https://status.example.com";

/** One URL of each kind, with paths as on a custom domain. */
export const everyAddress = (
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
  ].map((name) => `/api/v2/${name}.json`),
  ...[
    "scheduled-maintenances",
    "scheduled-maintenances/upcoming",
    "scheduled-maintenances/active",
  ].map((name) => `/api/v2/${name}.json`),
  ...[
    "/history.atom",
    "/history.rss",
    "/calendar.ics",
    `/components/${componentId}/history.atom`,
    `/components/${componentId}/history.rss`,
  ],
  ...[
    "/badge.svg",
    "/og.png",
    "/widget.js",
    "/embed/script.js",
    "/oembed.json",
    "/llms.txt",
    "/robots.txt",
    "/sitemap.xml",
  ],
];

/** Without content, `bytes` is 0. */
export async function readEverything(
  orgID: string,
  addresses: readonly string[],
  now: Date,
): Promise<{ address: string; bytes: number; text: string }[]> {
  const snapshot = snapshotAt(now);
  await publicSite.listPublished(orgID, snapshot);
  const read = [];
  for (const address of addresses) {
    const content = await renderPath({ orgID, origin: ORIGIN, base: "" }, address, snapshot);
    const body = content === null ? new Uint8Array() : Buffer.from(content.body);
    read.push({ address, bytes: body.length, text: Buffer.from(body).toString("utf8") });
  }
  return read;
}
