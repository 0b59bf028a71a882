import { z } from "zod";
import { publicStatuses } from "@/lib/components/schema";
import { channels } from "@/lib/notifications/channel";
import { estimatedSeconds, opaqueId } from "@/lib/response-schemas";
import type { Preview } from "./queries";

export const previewWire = z
  .object({
    audience: z.object({
      total: z.int(),
      by_channel: z.object({
        email: z.int(),
        webhook: z.int(),
        slack: z.int(),
        discord: z.int(),
        teams: z.int(),
      }),
    }),
    estimated_seconds: estimatedSeconds(),
    components: z.array(
      z.object({
        id: opaqueId(),
        name: z.string().meta({ examples: ["API"] }),
        status_before: z.enum(publicStatuses),
        status_after: z.enum(publicStatuses),
      }),
    ),
    mail: z.object({
      subject: z.string().meta({ examples: ["[Acme] Investigating: API is slow"] }),
      html: z.string(),
      text: z.string(),
    }),
  })
  .meta({
    id: "Preview",
    description:
      "The effects of a request that is not carried out: how many active subscribers would be " +
      "notified, how component statuses would change, and the email that subscribers would " +
      "receive. The links in the email do not work.",
  });

export function serializePreview({
  audience,
  estimatedSeconds: seconds,
  components,
  email,
}: Preview): z.infer<typeof previewWire> {
  const counts = new Map(audience.map(({ channel, count }) => [channel, count]));
  const byChannel = Object.fromEntries(
    channels.map((channel) => [channel, counts.get(channel) ?? 0]),
  ) as z.infer<typeof previewWire>["audience"]["by_channel"];
  return {
    audience: { total: audience.reduce((sum, { count }) => sum + count, 0), by_channel: byChannel },
    ...(seconds >= 60 && { estimated_seconds: seconds }),
    components: components.map(({ id, name, old_status, new_status }) => ({
      id,
      name,
      status_before: old_status as (typeof publicStatuses)[number],
      status_after: new_status as (typeof publicStatuses)[number],
    })),
    mail: email,
  };
}
