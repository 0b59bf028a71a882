import type { Grant, Role } from "./roles";

/** A signed-in user. The name is for the audit log. */
export type UserActor = { readonly kind: "user"; readonly userId: string; readonly name: string };
/** A program with a token of one organization. */
export type TokenActor = {
  readonly kind: "token";
  readonly tokenId: string;
  readonly name: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly grants: readonly Grant[];
  /** The user who created it, if known. */ readonly createdBy: string | null;
};
/** The server itself: what happens at its time. */
export type SystemActor = { readonly kind: "system" };

/** Who makes the request. Commands do not see how the actor authenticated. */
export type Actor = UserActor | TokenActor | SystemActor;

/** Id of the user or token; null for the system. */
export const getActorId = (actor: Actor): string | null =>
  actor.kind === "user" ? actor.userId : actor.kind === "token" ? actor.tokenId : null;
export const getActorName = (actor: Actor): string =>
  actor.kind === "system" ? "Candor" : actor.name;

/** Where a request came from, as the front resolved it. */
export type Client = {
  readonly ipAddress: string;
  readonly userAgent: string;
  /** A process on this machine, with no proxy between: rate limits per client do not apply. */
  readonly isLocal?: boolean;
};

/** Of a call that no request makes. */
export const NO_CLIENT: Client = { ipAddress: "", userAgent: "" };

const USER_AGENT_MAX_LENGTH = 512;

/**
 * What a client calls itself, as it is kept: a header may have thousands of characters, and each
 * write keeps it.
 */
export const truncateUserAgent = (client: Client | undefined): string =>
  (client?.userAgent ?? "").slice(0, USER_AGENT_MAX_LENGTH).toWellFormed().replaceAll("\0", "");

/** What every command is given: time is passed in, so that tests need not wait for it. */
export type Context<Who extends Actor = Actor> = {
  readonly actor: Who;
  readonly now: Date;
  /** Of a request; a job has neither. */
  readonly client?: Client;
  readonly requestId?: string;
  /** When the user last gave the password in this session; absent for tokens and jobs. */
  readonly passwordAt?: Date;
  /** The value of `If-Match`: {@link requireMatch} holds the record against it. */
  readonly ifMatch?: string;
  /** The `Idempotency-Key` of a call that creates (lib/idempotency.ts). */
  readonly idempotency?: Idempotency;
};

/**
 * A key and what it was sent with, as SHA-256. `replayed` is set when the answer is an earlier one.
 */
export type Idempotency = {
  readonly keyHash: string;
  readonly requestHash: string;
  replayed: boolean;
};
