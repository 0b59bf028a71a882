import { z } from "zod";
import { grants } from "@/lib/roles";
import { organizationId, opaqueId, serializeRow, timestamp } from "@/lib/response-schemas";
import type { CreatedToken } from "./commands";
import type { ApiToken } from "./queries";
import { tokenRoles } from "./schema";

export const tokenSchema = z
  .object({
    id: opaqueId(),
    organization_id: organizationId(),
    name: z.string().meta({ examples: ["Deploy pipeline"] }),
    role: z.enum(tokenRoles),
    grants: z.array(z.enum(grants)).meta({
      description:
        "Extra permissions: `members` allows inviting members and changing their " +
        "roles; `tokens` allows creating tokens above editor.",
    }),
    hint: z
      .string()
      .meta({ description: "The first characters of the token.", examples: ["candor_Zk3Qx"] }),
    created_by: opaqueId()
      .nullable()
      .meta({
        description:
          "The user who created the token, directly or through another token. The " +
          "token never exceeds this user's role and is revoked when the user leaves. " +
          "Null for tokens created before creators were recorded.",
      }),
    created_at: timestamp(),
    expires_at: timestamp().nullable(),
    last_used_at: timestamp().nullable().meta({ description: "Accurate to the minute." }),
  })
  .meta({
    id: "ApiToken",
    description: "An API token of the organization, sent as `Authorization: Bearer candor_…`.",
  });

export const serializeToken = (token: ApiToken) => serializeRow(tokenSchema, token);

export const createdTokenSchema = tokenSchema
  .extend({
    token: z.string().meta({ examples: ["candor_Zk3QxN0mJ3o7h1mC5yqT2b9w8eVfKdLsA6uRzXgPiYc"] }),
  })
  .meta({
    id: "CreatedApiToken",
    description: "A newly created token. Its value is shown only once.",
  });

export const serializeCreatedToken = ({
  apiToken,
  token,
}: CreatedToken): z.infer<typeof createdTokenSchema> => ({ ...serializeToken(apiToken), token });
