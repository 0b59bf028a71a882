import { z } from "zod";
import { handle, opaqueId, timestamp } from "@/lib/wire";
import type { CreatedToken } from "./commands";
import type { ApiToken } from "./queries";
import { tokenRoles } from "./schema";

/** API token on the wire; the token itself is told once, when it is made. */
export const tokenWire = z
  .object({
    id: opaqueId(),
    organization_id: handle(),
    name: z.string().meta({ examples: ["Deploy pipeline"] }),
    role: z.enum(tokenRoles),
    hint: z.string().meta({ description: "How the token begins.", examples: ["candor_Zk3Qx"] }),
    created_by: opaqueId().nullable().meta({ description: "Id of the user who made it; null when a token did, or the account is gone." }),
    created_at: timestamp(),
    expires_at: timestamp().nullable(),
    last_used_at: timestamp().nullable().meta({ description: "To the minute." }),
  })
  .meta({ id: "ApiToken", description: "A key of the organization for programs: Authorization: Bearer candor_…" });

export function serializeToken({ id, organizationId, name, role, hint, createdBy, createdAt, expiresAt, lastUsedAt }: ApiToken): z.infer<typeof tokenWire> {
  return {
    id,
    organization_id: organizationId,
    name,
    role,
    hint,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

/** What making a token answers. */
export const createdTokenWire = tokenWire
  .extend({ token: z.string().meta({ examples: ["candor_Zk3QxN0mJ3o7h1mC5yqT2b9w8eVfKdLsA6uRzXgPiYc"] }) })
  .meta({ id: "CreatedApiToken", description: "A token just made. The token itself is shown this once." });

export const serializeCreatedToken = ({ apiToken, token }: CreatedToken): z.infer<typeof createdTokenWire> => ({ ...serializeToken(apiToken), token });
