import { defineOperations } from "@/lib/operation";
import { domainChoice } from "./schema";
import { domainSchema } from "./serialize";

export const domainOperations = defineOperations("Organizations", {
  getDomain: {
    endpoint: "GET /v1/organizations/{orgID}/domain",
    summary: "Get the custom domain and its verification status",
    access: "viewer",
    response: { status: 200, schema: domainSchema },
  },
  saveDomain: {
    endpoint: "PUT /v1/organizations/{orgID}/domain",
    summary: "Set the custom domain",
    description:
      "The response contains the DNS records to create: one that verifies that you own the " +
      "host and one that points it to this installation. After creating them, call " +
      "`verifyDomain`.\n\n" +
      "Internationalized names are converted to ASCII. Setting the same host again changes " +
      "nothing; setting a different host restarts verification and releases the previous " +
      "host immediately.\n\n" +
      "Several organizations can set the same host. Only the first one to verify the host " +
      "can use it.",
    access: "admin",
    body: domainChoice,
    supportsIfMatch: true,
    response: { status: 200, schema: domainSchema, hasETag: true },
  },
  deleteDomain: {
    endpoint: "DELETE /v1/organizations/{orgID}/domain",
    summary: "Remove the custom domain",
    description:
      "The page is no longer served at this host, and other organizations can use the host.",
    access: "admin",
    supportsIfMatch: true,
    response: { status: 204 },
  },
  verifyDomain: {
    endpoint: "POST /v1/organizations/{orgID}/domain/verify",
    summary: "Verify the custom domain now",
    description:
      "Checks the TXT record and, if that fails, the file over HTTPS and HTTP, without " +
      "following redirects. The response contains the resulting `state`; `problem` explains " +
      "why verification failed. Returns 409 if another organization has verified the host, unless " +
      "your TXT record exists and that of the other organization does not.",
    access: "admin",
    errors: ["conflict"],
    response: { status: 200, schema: domainSchema, hasETag: true },
  },
});
