import { representations } from "@/app/status/representations";
import { beginPass } from "@/lib/publishing/representation";
import type { Size } from "./large-organization";

const ORIGIN = "https://status.example.com";

/**
 * Public URLs of an organization that {@link growOrganization} has filled, one of each kind, with
 * paths as on a custom domain.
 */
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

/** Renders each URL, and the list of all published URLs. Without content, `bytes` is 0. */
export async function readEverything(
  orgID: string,
  addresses: readonly string[],
  now: Date,
): Promise<{ address: string; bytes: number; text: string }[]> {
  const pass = beginPass(now);
  await representations.others(orgID, pass);
  const read = [];
  for (const address of addresses) {
    const route = representations.routes.find(({ pattern }) => pattern.test(address))!;
    const parts = { ...route.pattern.exec(address)!.groups };
    const draft = await route.render({ orgID, origin: ORIGIN, base: "" }, parts, pass);
    const body = draft === null ? new Uint8Array() : Buffer.from((await draft.write()).body);
    read.push({ address, bytes: body.length, text: Buffer.from(body).toString("utf8") });
  }
  return read;
}
