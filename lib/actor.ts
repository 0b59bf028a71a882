import type { Grant, Role } from "./roles";

/** The name is for the audit log. */
export type UserActor = { readonly kind: "user"; readonly userId: string; readonly name: string };
export type TokenActor = {
  readonly kind: "token";
  readonly tokenId: string;
  readonly name: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly grants: readonly Grant[];
  /** Null if that was not recorded. */
  readonly createdBy: string | null;
};
/** The server itself, for scheduled actions. */
export type SystemActor = { readonly kind: "system" };

/** Commands do not see how the actor authenticated. */
export type Actor = UserActor | TokenActor | SystemActor;

/** Null for the system. */
export const getActorId = (actor: Actor): string | null =>
  actor.kind === "user" ? actor.userId : actor.kind === "token" ? actor.tokenId : null;
export const getActorName = (actor: Actor): string =>
  actor.kind === "system" ? "Candor" : actor.name;

/** As seen through trusted proxies. */
export type Client = {
  readonly ipAddress: string;
  readonly userAgent: string;
  /** A process on this machine. Rate limits per client do not apply. */
  readonly isLocal?: boolean;
};

export const NO_CLIENT: Client = { ipAddress: "", userAgent: "" };

const USER_AGENT_MAX_LENGTH = 512;

/** Short, because every audit entry contains it. */
export const truncateUserAgent = (client: Client | undefined): string =>
  (client?.userAgent ?? "").slice(0, USER_AGENT_MAX_LENGTH).toWellFormed().replaceAll("\0", "");

/** The time is passed in, so that tests control it. */
export type Context<Who extends Actor = Actor> = {
  readonly actor: Who;
  readonly now: Date;
  /** Undefined for jobs, like `requestId`. */
  readonly client?: Client;
  readonly requestId?: string;
  /** Undefined for tokens and jobs. */
  readonly passwordAt?: Date;
  readonly ifMatch?: string;
  readonly idempotency?: Idempotency;
};

/** SHA-256 hashes of the key and the request. */
export type Idempotency = {
  readonly keyHash: string;
  readonly requestHash: string;
  replayed: boolean;
};
