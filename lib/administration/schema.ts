import { z } from "zod";
import { cursorField, parseIdCursor } from "@/lib/cursor";
import { organizationIdPattern } from "@/lib/organizations/schema";
import { choice, searchWords } from "@/lib/validation";
import { organizationStates, userStates } from "./values";

export const userFilter = z.object({
  before: cursorField(parseIdCursor).optional(),
  q: searchWords("name or email address"),
  state: choice(userStates).optional(),
});
export type UserFilter = z.infer<typeof userFilter>;

const parseOrganizationIdCursor = (cursor: string): string | null =>
  organizationIdPattern.test(cursor) ? cursor : null;

export const organizationFilter = z.object({
  before: cursorField(parseOrganizationIdCursor).optional(),
  q: searchWords("name or ID"),
  state: choice(organizationStates).optional(),
});
export type OrganizationFilter = z.infer<typeof organizationFilter>;

export const userAccess = z
  .object({ disabled: z.boolean("must be true or false") })
  .meta({ id: "UserAccess", examples: [{ disabled: true }] });

export const suspension = z
  .object({ suspended: z.boolean("must be true or false") })
  .meta({ id: "Suspension", examples: [{ suspended: true }] });
