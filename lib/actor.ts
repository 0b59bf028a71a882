import type { Role } from "./roles";

/** Somebody signed in. The name is for the audit log. */
export type UserActor = { readonly kind: "user"; readonly userId: string; readonly name: string };
/** A program with a token of one organization. */
export type TokenActor = { readonly kind: "token"; readonly tokenId: string; readonly name: string; readonly organizationId: string; readonly role: Role };
/** The server itself: what happens at its time. */
export type SystemActor = { readonly kind: "system" };

/** Who asks. A command never sees how the actor proved itself. */
export type Actor = UserActor | TokenActor | SystemActor;

/** Id of the user or token; null for the system. */
export const actorId = (actor: Actor): string | null => (actor.kind === "user" ? actor.userId : actor.kind === "token" ? actor.tokenId : null);
export const actorName = (actor: Actor): string => (actor.kind === "system" ? "Candor" : actor.name);

/** Where a request came from, as the front resolved it. */
export type Client = { readonly ipAddress: string; readonly userAgent: string };

const USER_AGENT_MAX_LENGTH = 512;

/** What a client calls itself, as it is kept: a header may have thousands of characters, and each write keeps it. */
export const storedUserAgent = (client: Client | undefined): string => (client?.userAgent ?? "").slice(0, USER_AGENT_MAX_LENGTH).toWellFormed().replaceAll("\0", "");

/** What every command is given: time is passed in, so that tests need not wait for it. */
export type Context<Who extends Actor = Actor> = {
  readonly actor: Who;
  readonly now: Date;
  /** Of a request; a job has neither. */
  readonly client?: Client;
  readonly requestId?: string;
  /** The value of `If-Match`: {@link requireMatch} holds the record against it. */
  readonly ifMatch?: string;
  /** The `Idempotency-Key` of a call that creates (lib/idempotency.ts). */
  readonly idempotency?: Idempotency;
};

/** A key and what it was sent with, as SHA-256. `replayed` is set when the answer is an earlier one. */
export type Idempotency = { readonly keyHash: string; readonly requestHash: string; replayed: boolean };
