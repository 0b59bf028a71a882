import type { Grant, Role } from "./roles";

export type UserActor = { readonly kind: "user"; readonly userId: string; readonly name: string };
export const createUserActor = ({ id, name }: { id: string; name: string }): UserActor => ({
  kind: "user",
  userId: id,
  name,
});
export type TokenActor = {
  readonly kind: "token";
  readonly tokenId: string;
  readonly name: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly grants: readonly Grant[];
  readonly createdBy: string | null;
};
/** The server itself, or the command line if `name` is set. */
export type SystemActor = { readonly kind: "system"; readonly name?: string };

export type Actor = UserActor | TokenActor | SystemActor;

export const getActorId = (actor: Actor): string | null =>
  actor.kind === "user" ? actor.userId : actor.kind === "token" ? actor.tokenId : null;
export const getActorName = (actor: Actor): string =>
  actor.kind === "system" ? (actor.name ?? "Candor") : actor.name;

/**
 * The client that sent the request. Behind a trusted proxy, `ipAddress` is the address that the
 * proxy forwards.
 */
export type Client = {
  readonly ipAddress: string;
  readonly userAgent: string;
  /** True for requests directly from this machine. They are exempt from some rate limits. */
  readonly isLocal?: boolean;
};

export const NO_CLIENT: Client = { ipAddress: "", userAgent: "" };

const USER_AGENT_MAX_LENGTH = 512;

/** Returns the User-Agent in a form that the database can store, with a limited length. */
export const truncateUserAgent = (client: Client | undefined): string =>
  (client?.userAgent ?? "").slice(0, USER_AGENT_MAX_LENGTH).toWellFormed().replaceAll("\0", "");

export type Context<ActorType extends Actor = Actor> = {
  readonly actor: ActorType;
  readonly now: Date;
  readonly client?: Client;
  readonly requestId?: string;
  readonly passwordAt?: Date;
  readonly ifMatch?: string;
  readonly idempotency?: Idempotency;
};

export type Idempotency = {
  readonly keyHash: string;
  readonly requestHash: string;
  replayed: boolean;
};
