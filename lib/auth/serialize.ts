import { z } from "zod";
import { opaqueId, timestamp } from "@/lib/wire";
import type { User } from "./accounts";
import type { SessionRecord } from "./sessions";

/** User on the wire (contract §2). */
export const userWire = z
  .object({ id: opaqueId(), email: z.string().meta({ examples: ["ada@example.com"] }), name: z.string().meta({ examples: ["Ada Lovelace"] }), created_at: timestamp(), updated_at: timestamp() })
  .meta({ id: "User", description: "An account. Its password is never returned." });

export function serializeUser({ id, email, name, createdAt, updatedAt }: User): z.infer<typeof userWire> {
  return { id, email, name, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}

/** Session on the wire. */
export const sessionWire = z
  .object({
    id: opaqueId(),
    client: z.string().meta({ description: "What the client called itself when it signed in: its User-Agent.", examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"] }),
    ip_address: z.string().meta({ description: "Where it signed in from." }),
    created_at: timestamp(),
    last_used_at: timestamp().meta({ description: "To five minutes." }),
    expires_at: timestamp(),
    current: z.boolean().meta({ description: "Whether it is the session of this call." }),
  })
  .meta({ id: "Session", description: "One sign-in of yours." });

export function serializeSession({ id, userAgent, ipAddress, createdAt, lastUsedAt, expiresAt, current }: SessionRecord): z.infer<typeof sessionWire> {
  return {
    id,
    client: userAgent,
    ip_address: ipAddress,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    current,
  };
}
