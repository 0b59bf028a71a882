import { z } from "zod";
import { operation } from "@/lib/operation";
import { newApiToken, tokenPage } from "./schema";
import { createdTokenWire, tokenWire } from "./serialize";

/** Calls about the tokens of an organization. */
export const tokenOperations = {
  listTokens: operation({
    id: "listTokens",
    method: "GET",
    path: "/v1/organizations/{orgID}/tokens",
    tag: "Tokens",
    summary: "Tokens, newest first",
    description: "Those that have expired are listed too, until they are revoked.",
    access: "admin",
    query: tokenPage,
    paged: true,
    answer: { status: 200, schema: z.array(tokenWire) },
  }),
  createToken: operation({
    id: "createToken",
    method: "POST",
    path: "/v1/organizations/{orgID}/tokens",
    tag: "Tokens",
    summary: "Make a token for a program",
    description:
      "The answer carries the `token`, this once. Sent as `Authorization: Bearer candor_…` it may call what its role allows in this organization, and nothing else: accounts, sessions and the list of organizations take a session. `expires_at` lies at most 5 years ahead; without it the token holds until it is revoked.",
    access: "admin",
    body: newApiToken,
    creates: true,
    answer: { status: 201, schema: createdTokenWire },
  }),
  revokeToken: operation({
    id: "revokeToken",
    method: "DELETE",
    path: "/v1/organizations/{orgID}/tokens/{tokenID}",
    tag: "Tokens",
    summary: "Revoke a token, at once",
    access: "admin",
    answer: { status: 204 },
  }),
} as const;
