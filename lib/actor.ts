import type { Grant, Role } from "./roles";

/** A signed-in user. The name is for the audit log. */
export type UserActor = { readonly kind: "user"; readonly userId: string; readonly name: string };
/** A client with an API token of one organization. */
export type TokenActor = {
  readonly kind: "token";
  readonly tokenId: string;
  readonly name: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly grants: readonly Grant[];
  /** The user who created it, if known. */
  readonly createdBy: string | null;
};
/** The server itself, for scheduled actions. */
export type SystemActor = { readonly kind: "system" };

/** The user, token or server that runs a command. Commands do not see how it authenticated. */
export type Actor = UserActor | TokenActor | SystemActor;

/** ID of the user or token; null for the system. */
export const getActorId = (actor: Actor): string | null =>
  actor.kind === "user" ? actor.userId : actor.kind === "token" ? actor.tokenId : null;
export const getActorName = (actor: Actor): string =>
  actor.kind === "system" ? "Candor" : actor.name;

/** The origin of a request, after trusted proxies were resolved. */
export type Client = {
  readonly ipAddress: string;
  readonly userAgent: string;
  /** A process on this machine without a proxy. Rate limits per client do not apply. */
  readonly isLocal?: boolean;
};

/** The client of a command that was not called by a request. */
export const NO_CLIENT: Client = { ipAddress: "", userAgent: "" };

const USER_AGENT_MAX_LENGTH = 512;

/** The `User-Agent` as it is stored: short, because every audit entry contains it. */
export const truncateUserAgent = (client: Client | undefined): string =>
  (client?.userAgent ?? "").slice(0, USER_AGENT_MAX_LENGTH).toWellFormed().replaceAll("\0", "");

/** The context of a command. The time is passed in, so that tests control it. */
export type Context<Who extends Actor = Actor> = {
  readonly actor: Who;
  readonly now: Date;
  /** Undefined for jobs, like `requestId`. */
  readonly client?: Client;
  readonly requestId?: string;
  /** When the user last entered the password in this session. Undefined for tokens and jobs. */
  readonly passwordAt?: Date;
  /** The value of `If-Match` (lib/precondition.ts). */
  readonly ifMatch?: string;
  /** The `Idempotency-Key` of a request that creates something (lib/idempotency.ts). */
  readonly idempotency?: Idempotency;
};

/**
 * SHA-256 hashes of the key and the request. `replayed` is set when the response is a stored one.
 */
export type Idempotency = {
  readonly keyHash: string;
  readonly requestHash: string;
  replayed: boolean;
};
