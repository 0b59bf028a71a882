import { operation } from "@/lib/operation";
import { domainChoice } from "./schema";
import { domainWire } from "./serialize";

/** Calls about the host of its own that an organization's page can have. */
export const domainOperations = {
  getDomain: operation({
    id: "getDomain",
    method: "GET",
    path: "/v1/organizations/{orgID}/domain",
    tag: "Organizations",
    summary: "The custom domain of the public page, and how it stands with it",
    access: "viewer",
    answer: { status: 200, schema: domainWire },
  }),
  saveDomain: operation({
    id: "saveDomain",
    method: "PUT",
    path: "/v1/organizations/{orgID}/domain",
    tag: "Organizations",
    summary: "Choose the custom domain",
    description: `The answer says what to set to prove that the host is yours, and where to lead it; then verify it. Names in other scripts become their ASCII form. The same host once more changes nothing; another one begins anew, and the former is free at once.

Several organizations may choose one host. It is served for the one that proves it first.`,
    access: "admin",
    body: domainChoice,
    conditional: true,
    answer: { status: 200, schema: domainWire },
  }),
  deleteDomain: operation({
    id: "deleteDomain",
    method: "DELETE",
    path: "/v1/organizations/{orgID}/domain",
    tag: "Organizations",
    summary: "Give the custom domain up",
    description: "The host is no longer served, and free for others, at once.",
    access: "admin",
    conditional: true,
    answer: { status: 204 },
  }),
  verifyDomain: operation({
    id: "verifyDomain",
    method: "POST",
    path: "/v1/organizations/{orgID}/domain/verify",
    tag: "Organizations",
    summary: "Look for the proof, now",
    description: "Looks for the TXT record, then for the file, over https and http; redirects are not followed. The answer is the state that follows, and `problem` says what was found in place of the proof. 409 when another organization has proven the host.",
    access: "admin",
    errors: ["conflict", "too_many_requests"],
    answer: { status: 200, schema: domainWire },
  }),
} as const;
