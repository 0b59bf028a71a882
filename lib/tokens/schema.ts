import { z } from "zod";
import { cursorField, cursorId } from "@/lib/cursor";
import { limits } from "@/lib/limits";
import { roles } from "@/lib/roles";
import { instant, oneOf, text } from "@/lib/validation";

/** Roles that a token can have: what only owners may do takes somebody signed in. */
export const tokenRoles = roles.filter((role) => role !== "owner") as ["viewer", "editor", "admin"];

/** Body of `POST …/tokens`. Without `expires_at` the token holds until it is revoked. */
export const newApiToken = z
  .object({ name: text({ max: () => limits.name }), role: oneOf(tokenRoles), expires_at: instant().nullish() })
  .meta({ id: "NewApiToken", examples: [{ name: "Deploy pipeline", role: "editor", expires_at: "2027-11-20T00:00:00Z" }] });
export type NewApiToken = z.infer<typeof newApiToken>;

/** Query of `GET …/tokens`. */
export const tokenPage = z.object({ before: cursorField(cursorId).optional() });
