import { z } from "zod";
import { cursorField, parseIdCursor } from "@/lib/cursor";
import { limits } from "@/lib/limits";
import { handlePattern } from "@/lib/organizations/schema";
import { choice, text } from "@/lib/validation";
import { organizationStates, userStates } from "./values";

const searchWords = (field: string) =>
  text({ max: () => limits.name, min: 0 })
    .optional()
    .meta({ description: `Words that the name or ${field} must contain.` });

export const userFilter = z.object({
  before: cursorField(parseIdCursor).optional(),
  q: searchWords("email address"),
  state: choice(userStates).optional(),
});
export type UserFilter = z.infer<typeof userFilter>;

const parseHandleCursor = (cursor: string): string | null =>
  handlePattern.test(cursor) ? cursor : null;

export const organizationFilter = z.object({
  before: cursorField(parseHandleCursor).optional(),
  q: searchWords("ID"),
  state: choice(organizationStates).optional(),
});
export type OrganizationFilter = z.infer<typeof organizationFilter>;

export const userAccess = z
  .object({ disabled: z.boolean("must be true or false") })
  .meta({ id: "UserAccess", examples: [{ disabled: true }] });

export const suspension = z
  .object({ suspended: z.boolean("must be true or false") })
  .meta({ id: "Suspension", examples: [{ suspended: true }] });
