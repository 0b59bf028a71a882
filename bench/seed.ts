import type { Tx } from "../lib/db/prisma-client";
import { closeDatabase, openDatabase, transaction } from "../lib/db/database";
import { newId } from "../lib/ids";
import { hashAddress, generateSigningSecret, getDeliveryTarget } from "../lib/subscribers/rules";
import { generateToken, encrypt } from "../lib/encryption";
import type { DataDirectory } from "./bench-server";

const BATCH = 2_000;

async function writeInBatches(
  directory: DataDirectory,
  count: number,
  write: (tx: Tx, from: number, to: number) => Promise<void>,
): Promise<void> {
  await openDatabase(directory.databaseUrl);
  try {
    for (let from = 0; from < count; from += BATCH) {
      await transaction((tx) => write(tx, from, Math.min(count, from + BATCH)));
    }
  } finally {
    await closeDatabase();
  }
}

const range = <T>(from: number, to: number, make: (n: number) => T): T[] =>
  Array.from({ length: to - from }, (_, n) => make(from + n));

export async function seedComponents(
  directory: DataDirectory,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const ids = range(0, count, newId);
  const at = new Date();
  const status = "operational";
  await writeInBatches(directory, count, async (tx, from, to) => {
    const { nextPosition } = await tx.organization.update({
      where: { id: organizationId },
      data: { nextPosition: { increment: to - from }, revision: { increment: 1 } },
      select: { nextPosition: true },
    });
    const components = range(from, to, (n) => ({
      id: ids[n]!,
      organizationId,
      name: `Component ${n}`,
      description: "",
      status,
      recordedStatus: status,
      position: nextPosition - to + n,
      createdAt: at,
      updatedAt: at,
    }));
    await tx.component.createMany({ data: components });
    await tx.componentStatusChange.createMany({
      data: components.map(({ id }) => ({ id: newId(), componentId: id, status, at })),
    });
  });
  return ids;
}

/** Every `interval` minutes until now. */
export async function seedIncidents(
  directory: DataDirectory,
  organizationId: string,
  componentIds: string[],
  count: number,
  minutesApart = 1,
): Promise<void> {
  const end = Date.now();
  await writeInBatches(directory, count, async (tx, from, to) => {
    const incidents = range(from, to, (n) => {
      const at = new Date(end - (count - n) * minutesApart * 60_000);
      return {
        id: newId(),
        organizationId,
        title: `Incident ${n}`,
        status: "resolved",
        impact: "minor",
        startedAt: at,
        resolvedAt: at,
        createdAt: at,
        updatedAt: at,
      };
    });
    await tx.incident.createMany({ data: incidents });
    await tx.incidentUpdate.createMany({
      data: incidents.map(({ id, createdAt }) => ({
        id: newId(),
        incidentId: id,
        status: "resolved",
        body: "This incident has been resolved.",
        components: "[]",
        displayAt: createdAt,
        notified: false,
        createdAt,
        updatedAt: createdAt,
      })),
    });
    await tx.incidentComponent.createMany({
      data: incidents.flatMap(({ id }) =>
        componentIds.map((componentId) => ({
          incidentId: id,
          componentId,
          status: "degraded_performance",
        })),
      ),
    });
    await tx.organization.update({
      where: { id: organizationId },
      data: { revision: { increment: 1 } },
      select: { id: true },
    });
  });
}

export async function seedSubscribers(
  directory: DataDirectory,
  organizationId: string,
  url: string,
  count: number,
): Promise<void> {
  const at = new Date();
  await writeInBatches(directory, count, async (tx, from, to) => {
    await tx.subscriber.createMany({
      data: range(from, to, (n) => {
        const address = `${url}/${n}`;
        const [manage, unsubscribe] = [generateToken(), generateToken()];
        return {
          id: newId(),
          organizationId,
          channel: "webhook",
          address,
          addressHash: hashAddress("webhook", address),
          target: getDeliveryTarget("webhook", address),
          state: "active",
          everything: true,
          // Allows loopback addresses.
          isSelfService: false,
          secrets: encrypt([{ secret: generateSigningSecret(), expires_at: null }]),
          manageTokenHash: manage.hash,
          unsubscribeTokenHash: unsubscribe.hash,
          tokens: encrypt({ manage: manage.token, unsubscribe: unsubscribe.token }),
          confirmedAt: at,
          createdAt: at,
          updatedAt: at,
        };
      }),
    });
  });
}

export async function seedOrganizations(
  directory: DataDirectory,
  organizationId: string,
  count: number,
): Promise<void> {
  await openDatabase(directory.databaseUrl);
  try {
    await transaction(async (tx) => {
      const where = { where: { organizationId } };
      const [organization, memberships, components, publications] = await Promise.all([
        tx.organization.findUniqueOrThrow({ where: { id: organizationId } }),
        tx.membership.findMany(where),
        tx.component.findMany(where),
        tx.publication.findMany(where),
      ]);
      const copies = range(0, count, (n) => `${organizationId}-${n}`);
      const copy = <Row extends { organizationId: string }>(rows: Row[]) =>
        copies.flatMap((id) => rows.map((row) => ({ ...row, organizationId: id })));
      const writeInParts = async <Row>(rows: Row[], write: (part: Row[]) => Promise<unknown>) => {
        for (let from = 0; from < rows.length; from += BATCH)
          await write(rows.slice(from, from + BATCH));
      };
      await writeInParts(copies, (ids) =>
        tx.organization.createMany({
          data: ids.map((id) => ({ ...organization, id, subdomain: null })),
        }),
      );
      await writeInParts(copy(memberships), (data) => tx.membership.createMany({ data }));
      await writeInParts(copy(publications), (data) => tx.publication.createMany({ data }));
      await writeInParts(copy(components), (rows) =>
        tx.component.createMany({ data: rows.map((row) => ({ ...row, id: newId() })) }),
      );
    });
  } finally {
    await closeDatabase();
  }
}
