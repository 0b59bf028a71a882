import { z } from "zod";
import { EVENT_CHARACTERS, type EventPayload } from "@/lib/notifications/notification-event";
import { organizationId, opaqueId, serializeRow, timestamp } from "@/lib/response-schemas";
import { countCharacters } from "@/lib/translations/rules";
import { translationsOutput } from "@/lib/translations/schema";
import type { Component, StatusChange, StatusHistoryEntry } from "./queries";
import { componentStatuses, publicStatuses } from "./schema";

const statusAuthorSchema = z
  .object({
    kind: z.enum(["user", "token", "system"]),
    id: opaqueId().nullable(),
    name: z.string(),
  })
  .meta({
    id: "StatusAuthor",
    description:
      "The user, API token, or server (`system`) that set the status. `name` is its name at the " +
      "time of the change.",
  });

export const componentSchema = z
  .object({
    id: opaqueId(),
    organization_id: organizationId(),
    name: z.string().meta({ examples: ["API"] }),
    description: z.string().meta({ examples: ["api.acme.example"] }),
    status: z.enum(componentStatuses),
    position: z.int(),
    created_at: timestamp(),
    updated_at: timestamp(),
    group_id: opaqueId().nullable(),
    start_date: z.iso.date().nullable(),
    own_status: z.enum(componentStatuses),
    under_maintenance: z.boolean(),
    status_set_at: timestamp().nullable(),
    status_set_by: statusAuthorSchema.nullable(),
    archived_at: timestamp().nullable(),
    translations: translationsOutput("name", "description"),
  })
  .meta({
    id: "Component",
    description:
      "A part of your system. `status` is the effective status: the worst of `own_status`, " +
      "which your team sets, and the statuses that its unresolved incidents give it. " +
      "Uptime counts from `start_date`, if set. An archived component has a negative `position`.",
  });

export const serializeComponent = (component: Component) =>
  serializeRow(componentSchema, {
    ...component,
    underMaintenance: component.isUnderMaintenance,
  });

export const statusHistorySchema = z
  .object({ status: z.enum(publicStatuses), at: timestamp() })
  .meta({
    id: "StatusChange",
    description: "The status that a component changed to. It applies until the next change.",
  });

export const serializeStatusHistoryEntry = (entry: StatusHistoryEntry) =>
  serializeRow(statusHistorySchema, entry);

/**
 * Returns all changed components for an event. Components beyond the size limit have no description
 * and no translations.
 */
export function toEventComponents(changes: readonly StatusChange[]): EventPayload["components"] {
  let characters = 0;
  return changes.map(({ id, name, description, translations, position, ...change }) => {
    characters += description.length + countCharacters(translations);
    return {
      ...{ id, name, old_status: change.before, new_status: change.after, position },
      ...(characters <= EVENT_CHARACTERS ? { description, translations } : { translations: {} }),
      created_at: change.createdAt.toISOString(),
      updated_at: change.updatedAt.toISOString(),
    };
  });
}
