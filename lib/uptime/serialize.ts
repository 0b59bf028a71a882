import { z } from "zod";
import { opaqueId, timestamp } from "@/lib/wire";
import type { Uptime } from "./queries";

const percent = () => z.number().min(0).max(100).nullable().meta({ examples: [99.98] });
const seconds = () => z.int().min(0);

/** Uptime on the wire. */
export const uptimeWire = z
  .object({
    days: z.int(),
    time_zone: z.string().meta({ examples: ["Europe/Berlin"] }),
    from: timestamp(),
    to: timestamp(),
    components: z.array(
      z.object({
        id: opaqueId(),
        uptime: percent(),
        counted_from: z.iso.date().nullable(),
        partial_outage_seconds: seconds(),
        major_outage_seconds: seconds(),
        days: z.array(z.object({ date: z.iso.date(), partial_outage_seconds: seconds(), major_outage_seconds: seconds(), degraded: z.boolean().meta({ description: "Whether its performance was degraded, and nothing worse." }), incident_ids: z.array(opaqueId()) })),
      }),
    ),
    groups: z.array(z.object({ id: opaqueId(), uptime: percent() })),
  })
  .meta({ id: "Uptime", description: "Uptime in percent, cut to two decimals; null where nothing was counted yet. `counted_from` is the first of the days that counts: none before it was recorded. Days without outage, degraded performance and incident are left out." });

export function serializeUptime({ days, timeZone, from, to, components, groups }: Uptime): z.infer<typeof uptimeWire> {
  return {
    days,
    time_zone: timeZone,
    from: from.toISOString(),
    to: to.toISOString(),
    components: components.map((component) => ({
      id: component.id,
      uptime: component.uptime,
      counted_from: component.countedFrom,
      partial_outage_seconds: component.partial,
      major_outage_seconds: component.major,
      days: component.days.map(({ date, partial, major, degraded, incidentIds }) => ({ date, partial_outage_seconds: partial, major_outage_seconds: major, degraded, incident_ids: incidentIds })),
    })),
    groups: groups.map(({ id, uptime }) => ({ id, uptime })),
  };
}
