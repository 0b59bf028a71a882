import { newId } from "@/lib/ids";
import type { EventPayload, NotificationEvent } from "./events";

/** The outbox row of an event (contract §6), to be written in the transaction of the change it tells of. */
export function outboxRow({ payload, ...event }: NotificationEvent) {
  return { id: newId(), ...event, payload: JSON.stringify(payload) };
}

/** An event as it lies in the database. */
export type OutboxRow = ReturnType<typeof outboxRow>;

/** What an event says, with the address of what it tells of below that of the organization's page. */
export function openPayload({ payload, incidentId, maintenanceId }: Pick<OutboxRow, "payload" | "incidentId" | "maintenanceId">, pageUrl: string): EventPayload {
  const told = JSON.parse(payload) as EventPayload;
  const path = maintenanceId !== null ? `/maintenances/${maintenanceId}` : incidentId !== null ? `/incidents/${incidentId}` : null;
  return path === null ? told : { ...told, incident: { ...told.incident, url: pageUrl + path } };
}

/** Updates that one event tells of, at most, and the characters of their bodies together: a receiver takes a message, not an archive. */
export const EVENT_UPDATES = 50;
/** Also of the descriptions of its components together. */
const EVENT_CHARACTERS = 100_000;

/** The newest of the updates (newest first) that an event has room for: the newest of all, and those before it as long as they fit. */
export function fitIntoEvent<Update extends { body: string }>(updates: readonly Update[]): Update[] {
  let characters = 0;
  return updates.slice(0, EVENT_UPDATES).filter(({ body }, index) => (characters += body.length) <= EVENT_CHARACTERS || index === 0);
}

type Changed = { id: string; name: string; description: string; position: number; createdAt: Date; updatedAt: Date; before: string; after: string };

/** The components of an event, all of them, with the descriptions of the first ones as long as they fit. */
export function componentsForEvent(changes: readonly Changed[]): EventPayload["components"] {
  let characters = 0;
  return changes.map(({ id, name, description, position, createdAt, updatedAt, before, after }) => ({
    ...{ id, name, old_status: before, new_status: after, position },
    ...((characters += description.length) <= EVENT_CHARACTERS && { description }),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }));
}
