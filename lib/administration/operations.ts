import { z } from "zod";
import { auditFilter } from "@/lib/audit/schema";
import { installationAuditEntrySchema } from "@/lib/audit/serialize";
import { defineOperations } from "@/lib/operation";
import { organizationFilter, suspension, userAccess, userFilter } from "./schema";
import {
  checkSchema,
  checksSchema,
  organizationSummarySchema,
  serverProcessSchema,
  userSummarySchema,
} from "./serialize";

export const administrationOperations = defineOperations("Administration", {
  runChecks: {
    endpoint: "GET /v1/admin/checks",
    summary: "Check the installation",
    description:
      "Runs the checks of `candor doctor`, and checks the headers that proxies set. Takes " +
      "several seconds if a mail server or store does not respond.",
    access: "administrator",
    response: { status: 200, schema: checksSchema },
  },
  getServerProcess: {
    endpoint: "GET /v1/admin/process",
    summary: "Get the server's version and recent errors, and your request's proxy headers",
    access: "administrator",
    response: { status: 200, schema: serverProcessSchema },
  },
  sendTestEmail: {
    endpoint: "POST /v1/admin/test-email",
    summary: "Send yourself a test email",
    description:
      "Waits until the mail server accepts or rejects the email, and returns the result.",
    access: "administrator",
    response: { status: 200, schema: checkSchema },
  },
  listUsers: {
    endpoint: "GET /v1/admin/users",
    summary: "List all users, newest first",
    access: "administrator",
    query: userFilter,
    isPaged: true,
    response: { status: 200, schema: z.array(userSummarySchema) },
  },
  changeUserAccess: {
    endpoint: "PATCH /v1/admin/users/{userID}",
    summary: "Disable or enable a user",
    description:
      "A disabled user can't sign in. Their sessions end and their API tokens stop working immediately. " +
      "Enabling them makes their API tokens work again. Returns 409 for your own account.",
    access: "administrator",
    body: userAccess,
    recentPassword: true,
    errors: ["conflict"],
    response: { status: 200, schema: userSummarySchema },
  },
  endUserSessions: {
    endpoint: "DELETE /v1/admin/users/{userID}/sessions",
    summary: "End all sessions of a user",
    access: "administrator",
    recentPassword: true,
    response: { status: 204 },
  },
  listAllOrganizations: {
    endpoint: "GET /v1/admin/organizations",
    summary: "List all organizations with their size, sorted by ID",
    access: "administrator",
    query: organizationFilter,
    isPaged: true,
    response: { status: 200, schema: z.array(organizationSummarySchema) },
  },
  changeSuspension: {
    endpoint: "PATCH /v1/admin/organizations/{organizationID}",
    summary: "Suspend an organization, or end its suspension",
    description:
      "Members of a suspended organization can read it, but writes return 403. Its public page " +
      "returns 404, its pages in stores are deleted, and nothing is sent to its subscribers: queued " +
      "notifications are canceled.",
    access: "administrator",
    body: suspension,
    recentPassword: true,
    response: { status: 200, schema: organizationSummarySchema },
  },
  listInstallationAuditEntries: {
    endpoint: "GET /v1/admin/audit-log",
    summary: "List actions of administrators, newest first",
    description:
      "Includes scheduled backups, and `candor` commands that change accounts, backups, or secrets.",
    access: "administrator",
    query: auditFilter,
    isPaged: true,
    response: { status: 200, schema: z.array(installationAuditEntrySchema) },
  },
});
