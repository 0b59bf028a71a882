import { z } from "zod";
import { cursorField, pageLimit, parseIdCursor } from "@/lib/cursor";
import { dateOrTime, choice, rawText, searchWords } from "@/lib/validation";

export const actorKinds = ["user", "token", "system"] as const;

export const AUDIT_PAGE_SIZE = 100;

export const auditFilter = z.object({
  before: cursorField(parseIdCursor).optional(),
  actor: choice(actorKinds).optional(),
  actor_id: rawText().optional(),
  /** An action such as `incident.updated`, or `incident` for all actions on incidents. */
  action: rawText().optional(),
  subject_id: rawText().optional(),
  q: searchWords("name of the subject or actor"),
  since: dateOrTime().optional(),
  until: dateOrTime().optional(),
  limit: pageLimit(AUDIT_PAGE_SIZE),
});
export type AuditFilter = z.infer<typeof auditFilter>;
