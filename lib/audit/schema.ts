import { z } from "zod";
import { cursorField, parseIdCursor } from "@/lib/cursor";
import { dateOrTime, choice, rawText } from "@/lib/validation";

export const actorKinds = ["user", "token", "system"] as const;

export const AUDIT_PAGE_SIZE = 100;

export const auditFilter = z.object({
  before: cursorField(parseIdCursor).optional(),
  actor: choice(actorKinds).optional(),
  actor_id: rawText().optional(),
  /** An action such as `incident.updated`, or `incident` for all actions on incidents. */
  action: rawText().optional(),
  subject_id: rawText().optional(),
  since: dateOrTime().optional(),
  until: dateOrTime().optional(),
  limit: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= AUDIT_PAGE_SIZE, {
      error: `must be a whole number from 1 to ${AUDIT_PAGE_SIZE}`,
    })
    .transform(Number)
    .optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;
