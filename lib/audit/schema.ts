import { z } from "zod";
import { cursorField, cursorId } from "@/lib/cursor";
import { moment, oneOf, rawText } from "@/lib/validation";

export const actorKinds = ["user", "token", "system"] as const;

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
