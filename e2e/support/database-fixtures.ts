import { randomUUID } from "node:crypto";
import { createOrganizationId } from "./organization-id";
import type { Context, UserActor } from "@/lib/actor";
import { transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import type { Role } from "@/lib/roles";
import { getOrganizationScope, type OrganizationScope } from "@/lib/organizations/scope";

export const NOW = new Date("2026-11-20T09:30:00.000Z");
export const later = (ms: number): Date => new Date(NOW.getTime() + ms);
export const expectedOrganizationRow = (id: string, expected: Record<string, unknown> = {}) => ({
  id,
  name: id,
  subdomain: id,
  role: "owner",
  timeZone: "Etc/UTC",
  about: "",
  aboutFormat: "plain",
  translations: {},
  websiteUrl: null,
  supportUrl: null,
  replyTo: null,
  accentColor: null,
  headerColor: null,
  font: "inter",
  corners: "rounded",
  headerLinks: [],
  footerLinks: [],
  footerText: "",
  poweredBy: true,
  languages: ["en"],
  indexed: true,
  suspendedAt: null,
  imageHashes: {},
  host: null,
  createdAt: NOW,
  updatedAt: NOW,
  ...expected,
});

export async function createActor(now: Date = NOW): Promise<Context<UserActor>> {
  const id = newId();
  await transaction((tx) =>
    tx.user.create({
      data: {
        id,
        email: `${randomUUID()}@example.com`,
        name: "Ada Lovelace",
        passwordHash: "-",
        createdAt: now,
        updatedAt: now,
      },
    }),
  );
  return { actor: { kind: "user", userId: id, name: "Ada Lovelace" }, now, passwordAt: now };
}

export async function createMembership(
  role: Role = "owner",
): Promise<{ context: Context<UserActor>; scope: OrganizationScope }> {
  const context = await createActor();
  const id = createOrganizationId();
  await transaction((tx) =>
    tx.organization.create({
      data: {
        id,
        name: id,
        subdomain: id,
        createdAt: NOW,
        updatedAt: NOW,
        memberships: { create: { userId: context.actor.userId, role, createdAt: NOW } },
      },
    }),
  );
  return { context, scope: await getOrganizationScope(context.actor, id, "viewer") };
}

/** Inserts copies of a component, which is faster than commands. Returns the copies' IDs. */
export async function copyComponent(id: string, count: number): Promise<string[]> {
  await transaction(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO components (id, organization_id, name, description, status, recorded_status,
        position, created_at, updated_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      SELECT CONCAT(c.id, '-', n.i), c.organization_id, c.name, c.description, c.status,
        c.recorded_status, c.position + n.i, c.created_at, c.updated_at
      FROM components c, n WHERE c.id = ${id}`;
    await tx.$executeRaw`
      INSERT INTO component_status_changes (id, component_id, status, at)
      SELECT c.id, c.id, c.recorded_status, c.created_at FROM components c
      WHERE c.id <> ${id} AND c.organization_id = (SELECT o.organization_id FROM components o WHERE o.id = ${id})`;
    await tx.$executeRaw`UPDATE organizations SET next_position = next_position + ${count}
      WHERE id = (SELECT organization_id FROM components WHERE id = ${id})`;
  });
  return Array.from({ length: count }, (_, index) => `${id}-${index + 1}`);
}

export async function createMember(
  organizationId: string,
  role: Role,
): Promise<{ context: Context<UserActor>; scope: OrganizationScope }> {
  const context = await createActor();
  await transaction((tx) =>
    tx.membership.create({
      data: { organizationId, userId: context.actor.userId, role, createdAt: NOW },
    }),
  );
  return { context, scope: await getOrganizationScope(context.actor, organizationId, "viewer") };
}
