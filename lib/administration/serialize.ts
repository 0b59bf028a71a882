import { z } from "zod";
import { organizationId, opaqueId, serializeRow, timestamp } from "@/lib/response-schemas";
import type { OrganizationSummary, UserSummary } from "./queries";

const count = (example: number) => z.int().meta({ examples: [example] });

export const userSummarySchema = z
  .object({
    id: opaqueId(),
    name: z.string().meta({ examples: ["Ada Lovelace"] }),
    email: z.string().meta({ examples: ["ada@example.com"] }),
    administrator: z.boolean(),
    disabled_at: timestamp().nullable(),
    created_at: timestamp(),
    last_active_at: timestamp().nullable(),
    sessions: count(2),
    organizations: count(1),
  })
  .meta({
    id: "UserSummary",
    description:
      "A user of the installation. `sessions` and `organizations` are counts. `last_active_at` is " +
      "the last use of a session, accurate to five minutes, or null before the first one.",
  });

export const serializeUserSummary = ({ isAdministrator, ...user }: UserSummary) =>
  serializeRow(userSummarySchema, { ...user, administrator: isAdministrator });

export const organizationSummarySchema = z
  .object({
    id: organizationId(),
    name: z.string().meta({ examples: ["Acme"] }),
    suspended_at: timestamp().nullable(),
    created_at: timestamp(),
    members: count(3),
    components: count(12),
    incidents: count(48),
    subscribers: count(250),
  })
  .meta({
    id: "OrganizationSummary",
    description:
      "An organization of the installation with its size: members, components that are not " +
      "archived, incidents, and active subscribers.",
  });

export const serializeOrganizationSummary = (organization: OrganizationSummary) =>
  serializeRow(organizationSummarySchema, organization);

export const checkSchema = z
  .object({
    name: z.string().meta({ examples: ["disk"] }),
    status: z.enum(["ok", "warn", "fail"]),
    message: z.string().meta({ examples: ["12.4 GB are free."] }),
    fix: z
      .string()
      .optional()
      .meta({ examples: ["Free up disk space, or writes to the database will fail."] }),
  })
  .meta({
    id: "Check",
    description: "The result of a check. `fix` is the action that solves a problem.",
  });

export const checksSchema = z
  .object({ checked_at: timestamp(), checks: z.array(checkSchema) })
  .meta({ id: "Checks" });

export const serverProcessSchema = z
  .object({
    version: z.string().meta({ examples: ["1.0.0"] }),
    started_at: timestamp(),
    request: z.object({
      client: z.string().meta({ examples: ["203.0.113.7"] }),
      protocol: z.enum(["http", "https"]),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
    recent_errors: z.array(
      z.object({
        at: timestamp(),
        message: z.string().meta({ examples: ["request failed"] }),
        error: z.string().nullable(),
        request_id: z.string().nullable(),
      }),
    ),
  })
  .meta({
    id: "ServerProcess",
    description:
      "The server process that handled the request. `request` contains the client and protocol " +
      "that the server derived, and the headers that proxies set. `recent_errors` are the last " +
      "errors in the log of this process, newest first.",
  });
