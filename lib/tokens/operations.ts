import { z } from "zod";
import { idPage } from "@/lib/cursor";
import { defineOperations } from "@/lib/operation";
import { type NewApiToken, newApiToken } from "./schema";
import { createdTokenSchema, tokenSchema } from "./serialize";

export const tokenOperations = defineOperations("Tokens", {
  listTokens: {
    endpoint: "GET /v1/organizations/{orgID}/tokens",
    summary: "List tokens, newest first",
    description: "Includes expired tokens until they are revoked.",
    access: "admin",
    query: idPage,
    isPaged: true,
    response: { status: 200, schema: z.array(tokenSchema) },
  },
  createToken: {
    endpoint: "POST /v1/organizations/{orgID}/tokens",
    summary: "Create an API token",
    description:
      "The response contains the `token`, which is shown only once. Send it " +
      "as `Authorization: Bearer candor_…`. A token can do what its role allows " +
      "in this organization; accounts, sessions, and the list of organizations " +
      "require a session. `expires_at` must be within the next 5 years; without it, " +
      "the token is valid until revoked. A token created with another token expires no later " +
      "than that one. A token never exceeds its creator's " +
      "current role and is revoked when its creator leaves the organization. " +
      "To invite members and change their roles, a token needs the grant `members`; " +
      "to create tokens above editor, the grant `tokens`. A token can " +
      "only pass on its own grants.",
    access: "admin",
    recentPassword: {
      when: "for a token with the role admin",
      test: ({ role }: NewApiToken) => role === "admin",
    },
    body: newApiToken,
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 201, schema: createdTokenSchema },
  },
  revokeToken: {
    endpoint: "DELETE /v1/organizations/{orgID}/tokens/{tokenID}",
    summary: "Revoke a token",
    description: "Tokens that were created with this token stay valid.",
    access: "admin",
    response: { status: 204 },
  },
});
