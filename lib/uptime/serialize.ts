import { z } from "zod";
import { opaqueId, timestamp } from "@/lib/response-schemas";

const percent = () =>
  z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .meta({ examples: [99.98] });
const seconds = () => z.int().min(0);

export const uptimeSchema = z
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
        days: z.array(
          z.object({
            date: z.iso.date(),
            partial_outage_seconds: seconds(),
            major_outage_seconds: seconds(),
            degraded: z.boolean().meta({
              description:
                "Whether the component had degraded performance and no outage on this day.",
            }),
            incident_ids: z.array(opaqueId()),
          }),
        ),
      }),
    ),
    groups: z.array(z.object({ id: opaqueId(), uptime: percent() })),
  })
  .meta({
    id: "Uptime",
    description:
      "`uptime` is a percentage, truncated to two decimal places, and null until a component has " +
      "been measured for 24 hours. " +
      "`counted_from` is the first measured day. Days without an outage, degraded " +
      "performance, or an incident are not listed.",
  });

export type UptimeReport = z.infer<typeof uptimeSchema>;
