import { z } from "zod";
import type { StatusChange } from "@/lib/components/queries";
import { type PublicStatus, publicStatuses } from "@/lib/components/schema";
import { toEventComponents } from "@/lib/components/serialize";
import { type TextFormat, textFormats } from "@/lib/markdown/values";
import { channels } from "@/lib/notifications/channel";
import {
  EVENT_CHARACTERS,
  type EventIncident,
  type EventPayload,
} from "@/lib/notifications/notification-event";
import { languages } from "@/lib/organizations/values";
import { estimatedSeconds, opaqueId, serializeRow, timestamp } from "@/lib/response-schemas";
import { countCharacters } from "@/lib/translations/rules";
import { translationsOutput } from "@/lib/translations/schema";
import type { Translations } from "@/lib/translations/values";
import type { Preview, Update } from "./queries";

const earlierTextSchema = z.object({
  body: z.string(),
  format: z.enum(textFormats),
  translations: translationsOutput("body"),
  replaced_at: timestamp(),
  replaced_by: opaqueId().nullable(),
});

type Values = readonly [string, ...string[]];

export const createUpdateSchema = <const Statuses extends Values, const Given extends Values>(
  statuses: Statuses,
  componentStatuses: Given,
  example: string,
) => ({
  id: opaqueId(),
  status: z.enum(statuses),
  body: z.string().meta({ examples: [example] }),
  format: z.enum(textFormats),
  translations: translationsOutput("body"),
  components: z.array(
    z.object({
      id: opaqueId(),
      name: z.string(),
      status: z.enum(componentStatuses),
      old_status: z.enum(publicStatuses),
      new_status: z.enum(publicStatuses),
    }),
  ),
  notified: z.boolean(),
  author_id: opaqueId().nullable(),
  edited_at: timestamp().nullable(),
  earlier: z.array(earlierTextSchema),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const toUpdateRow = <Status extends string, Given extends PublicStatus>(
  update: Update<Status, Given>,
) => ({
  ...update,
  editedAt: update.earlier[0]?.replacedAt ?? null,
  earlier: update.earlier.map((text) => serializeRow(earlierTextSchema, text)),
});

export const UPDATE_FIELDS =
  "`format` is the format of `body`: `plain` text, or `markdown` (a subset of CommonMark). " +
  "`earlier` lists up to 20 previous messages, newest first. " +
  "`author_id` and `replaced_by` identify a user or API token. Automatic updates have no author.";

export type EventDetails = {
  incident: EventIncident;
  updates: readonly Update[];
  changes: readonly StatusChange[];
  postmortem?: {
    body: string;
    format: TextFormat;
    translations: Translations<"body">;
    publishedAt: Date;
  };
};

export const EVENT_UPDATES = 50;

/** Returns the newest updates that fit into an event, and always the newest one. */
export function selectNewestUpdates<Fitted extends { body: string; translations: Translations }>(
  updates: readonly Fitted[],
): Fitted[] {
  let characters = 0;
  return updates.slice(0, EVENT_UPDATES).filter(({ body, translations }, index) => {
    characters += body.length + countCharacters(translations);
    return characters <= EVENT_CHARACTERS || index === 0;
  });
}

/**
 * Returns the payload of an event. Lists each field explicitly, so that private fields are never
 * sent.
 */
export const serializeForEvent = (content: EventDetails): EventPayload => ({
  incident: content.incident,
  updates: selectNewestUpdates(content.updates).map((update) => ({
    id: update.id,
    status: update.status,
    body: update.body,
    format: update.format,
    translations: update.translations,
    notified: update.notified,
    ...(update.displayAt.getTime() !== update.createdAt.getTime() && {
      display_at: update.displayAt.toISOString(),
    }),
    created_at: update.createdAt.toISOString(),
    updated_at: update.updatedAt.toISOString(),
  })),
  components: toEventComponents(content.changes),
  ...(content.postmortem && {
    postmortem: {
      body: content.postmortem.body,
      format: content.postmortem.format,
      translations: content.postmortem.translations,
      published_at: content.postmortem.publishedAt.toISOString(),
    },
  }),
});

const previewEmailSchema = z.object({
  subject: z.string().meta({ examples: ["[Acme] API is slow"] }),
  html: z.string(),
  text: z.string(),
});

export const previewSchema = z
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
    mail: previewEmailSchema.extend({
      translations: z
        .partialRecord(z.enum(languages), previewEmailSchema)
        .optional()
        .meta({ description: "The email in other languages of the status page." }),
    }),
  })
  .meta({
    id: "Preview",
    description:
      "The effects that the request would have: how many active subscribers would be " +
      "notified, how component statuses would change, and the email that subscribers would " +
      "receive. Its links to the subscription, and to an incident or maintenance that does not " +
      "exist yet, do not work.",
  });

export function serializePreview({
  audience,
  estimatedSeconds: seconds,
  components,
  email: { translations, ...mail },
}: Preview): z.infer<typeof previewSchema> {
  const counts = new Map(audience.map(({ channel, count }) => [channel, count]));
  const byChannel = Object.fromEntries(
    channels.map((channel) => [channel, counts.get(channel) ?? 0]),
  ) as z.infer<typeof previewSchema>["audience"]["by_channel"];
  return {
    audience: { total: audience.reduce((sum, { count }) => sum + count, 0), by_channel: byChannel },
    ...(seconds >= 60 && { estimated_seconds: seconds }),
    components: components.map(({ id, name, old_status, new_status }) => ({
      id,
      name,
      status_before: old_status as (typeof publicStatuses)[number],
      status_after: new_status as (typeof publicStatuses)[number],
    })),
    mail: { ...mail, ...(Object.keys(translations).length > 0 && { translations }) },
  };
}
