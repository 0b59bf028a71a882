import { z } from "zod";
import { cursorField, cursorId } from "@/lib/cursor";
import { facets, oneOf, rawText } from "@/lib/validation";

export const actorKinds = ["user", "token", "system"] as const;

/** A time in a query: a date, or ISO 8601 with its offset. */
const moment = () =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: "must be a date or an ISO 8601 time with its offset" })
    .transform((text) => new Date(text))
    .refine((time) => time.getUTCFullYear() >= 0 && time.getUTCFullYear() <= 9999, "must be a time of our era")
    .register(facets, { json: () => ({ examples: ["2026-11-20"] }) });

/** Query of `GET …/audit-log`. */
export const auditFilter = z.object({
  before: cursorField(cursorId).optional(),
  actor: oneOf(actorKinds).optional(),
  /** Id of a user or token. */
  actor_id: rawText().optional(),
  /** As in `incident.updated`, or `incident` for all that was done to incidents. */
  action: rawText().optional(),
  subject_id: rawText().optional(),
  since: moment().optional(),
  until: moment().optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;
