import { z } from "zod";
import { opaqueId, serializeRow, timestamp } from "@/lib/response-schemas";
import type { User } from "./accounts";
import type { ActivityEntry } from "./activity";
import { accountEventKinds } from "./rules";
import type { SessionSummary } from "./sessions";

export const userSchema = z
  .object({
    id: opaqueId(),
    email: z.string().meta({ examples: ["ada@example.com"] }),
    name: z.string().meta({ examples: ["Ada Lovelace"] }),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: "User", description: "An account. Its password is never returned." });

export const serializeUser = (user: User) => serializeRow(userSchema, user);

export const verificationSchema = z
  .object({ email: z.string().meta({ examples: ["ada@example.com"] }), verified: z.boolean() })
  .meta({
    id: "EmailVerification",
    description:
      "Your email address, and whether it is confirmed. `verified` is always true if email " +
      "verification is turned off.",
  });

export const sessionSchema = z
  .object({
    id: opaqueId(),
    client: z.string().meta({
      description: "The client's User-Agent at sign-in.",
      examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"],
    }),
    ip_address: z.string().meta({ description: "The client's IP address at sign-in." }),
    created_at: timestamp(),
    last_used_at: timestamp().meta({ description: "Accurate to five minutes." }),
    expires_at: timestamp(),
    current: z.boolean().meta({ description: "Whether this is the session making the request." }),
  })
  .meta({ id: "Session", description: "A signed-in session of your account." });

export const serializeSession = (session: SessionSummary) =>
  serializeRow(sessionSchema, { ...session, client: session.userAgent });

export const activityEntrySchema = z
  .object({
    id: opaqueId(),
    event: z.enum(accountEventKinds),
    client: z.string().meta({
      description: "The client's User-Agent.",
      examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"],
    }),
    ip_address: z
      .string()
      .meta({ description: "The client's IP address.", examples: ["203.0.113.9"] }),
    created_at: timestamp(),
  })
  .meta({
    id: "ActivityEntry",
    description: "A security event of your account, such as a sign-in or a password change.",
  });

export const serializeActivityEntry = (entry: ActivityEntry) =>
  serializeRow(activityEntrySchema, { ...entry, event: entry.kind, client: entry.userAgent });
