import { z } from "zod";
import { limits } from "@/lib/limits";
import { type Grant, grants, roles } from "@/lib/roles";
import { jsonSchemaProperties, instant, choice, text } from "@/lib/validation";

/** An API token can't be an owner, because owner operations require a signed-in user. */
export const tokenRoles = roles.filter((role) => role !== "owner") as ["viewer", "editor", "admin"];

export const newApiToken = z
  .object({
    name: text({ max: () => limits.name }),
    role: choice(tokenRoles),
    grants: z
      .array(choice(grants), { error: "must be an array of grants" })
      // The limit is a refinement, because zod's `max` would add a second error for strings.
      .refine((given) => given.length <= grants.length, {
        error: `must include at most ${grants.length} grants`,
      })
      .register(jsonSchemaProperties, { json: () => ({ maxItems: grants.length }) })
      .default([])
      .meta({
        description:
          "Extra permissions of an admin token: `members` allows inviting members " +
          "and changing their roles; `tokens` allows creating tokens above editor.",
      }),
    expires_at: instant().nullish(),
  })
  .refine(({ role, grants: given }) => given.length === 0 || role === "admin", {
    path: ["grants"],
    message: "requires the admin role",
  })
  .meta({
    id: "NewApiToken",
    examples: [{ name: "Deploy pipeline", role: "editor", expires_at: "2027-11-20T00:00:00Z" }],
  });
export type NewApiToken = Omit<z.infer<typeof newApiToken>, "grants"> & { grants?: Grant[] };
