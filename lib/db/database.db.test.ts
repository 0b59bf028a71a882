import fs from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createOrganizationId } from "@/e2e/support/organization-id";
import { reader, transaction, type Tx } from "./database";
import { isUnavailable, isUniqueViolation } from "./database-errors";
import { env } from "@/lib/env";
import { formatMetrics } from "@/lib/metrics";
import { getSqlReader, runSqlTransaction, insertRows } from "@/lib/statements";
import { NOW, createActor } from "@/e2e/support/database-fixtures";

const organization = (id: string) => ({ data: { id, name: id, createdAt: NOW, updatedAt: NOW } });

describe("a transaction", () => {
  test("saves nothing if it throws", async () => {
    const id = createOrganizationId();
    await expect(
      transaction(async (tx) => {
        await tx.organization.create(organization(id));
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await reader().organization.findUnique({ where: { id } })).toBeNull();
  });

  test("can read its own writes, which are saved when it ends", async () => {
    const id = createOrganizationId();
    await transaction(async (tx) => {
      await tx.organization.create(organization(id));
      await expect(
        new Promise((resolve) => setImmediate(resolve)).then(() =>
          tx.organization.count({ where: { id } }),
        ),
      ).resolves.toBe(1);
    });
    expect(await reader().organization.count({ where: { id } })).toBe(1);
  });

  test("rejects a read by another client, which would need a second connection", async () => {
    await expect(transaction(async () => reader().organization.count())).rejects.toThrow(
      "inside a transaction",
    );
  });

  test("rejects another transaction inside it", async () => {
    await expect(transaction(() => transaction(async () => undefined))).rejects.toThrow(
      "inside a transaction",
    );
  });

  test("saves its writes even if 200 transactions run concurrently", async () => {
    const id = createOrganizationId();
    await transaction((tx) => tx.organization.create(organization(id)));
    await Promise.all(
      Array.from({ length: 200 }, () =>
        transaction((tx) =>
          tx.organization.update({ where: { id }, data: { revision: { increment: 1 } } }),
        ),
      ),
    );
    expect((await reader().organization.findUniqueOrThrow({ where: { id } })).revision).toBe(200);
  });

  test("rejects with a unique violation of a raw statement", async () => {
    const id = createOrganizationId();
    const row = { id, organizationId: id, kind: "test", payload: "{}", createdAt: NOW };
    await transaction((tx) => tx.organization.create(organization(id)));
    await transaction((tx) => insertRows(tx, "notification_events", [row]));
    const again = transaction((tx) => insertRows(tx, "notification_events", [row]));
    await expect(again.catch((error: unknown) => isUniqueViolation(error))).resolves.toBe(true);
  });

  test("rejects with a unique violation, and the next transaction succeeds", async () => {
    const id = createOrganizationId();
    await transaction((tx) => tx.organization.create(organization(id)));
    const again = transaction((tx) => tx.organization.create(organization(id)));
    await expect(again.catch((error: unknown) => isUniqueViolation(error))).resolves.toBe(true);
    await transaction((tx) => tx.organization.delete({ where: { id } }));
  });
});

describe("a transaction with SQL text that is built at run time", () => {
  const insert = "INSERT INTO organizations (id, name, created_at, updated_at) VALUES (?, ?, ?, ?)";

  test("saves nothing if it throws, and the next one succeeds", async () => {
    const id = createOrganizationId();
    const twice = runSqlTransaction(async (db) => {
      await db.run(insert, [id, id, NOW, NOW]);
      await db.run(insert, [id, id, NOW, NOW]);
    });
    await expect(twice.catch((error: unknown) => String(error))).resolves.toMatch(/unique/i);
    expect(await reader().organization.findUnique({ where: { id } })).toBeNull();
    await runSqlTransaction((db) => db.run(insert, [id, id, NOW, NOW]));
    expect(await reader().organization.findUniqueOrThrow({ where: { id } })).toMatchObject({
      revision: 0,
      createdAt: NOW,
    });
  });

  test("reads and writes like the Prisma client, even concurrently with it", async () => {
    const id = createOrganizationId();
    await transaction((tx) => tx.organization.create(organization(id)));
    const raise = "UPDATE organizations SET revision = revision + 1 WHERE id = ?";
    const incrementByClient = () =>
      transaction((tx) =>
        tx.organization.update({ where: { id }, data: { revision: { increment: 1 } } }),
      );
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 3 === 0 ? runSqlTransaction((db) => db.run(raise, [id])) : incrementByClient(),
      ),
    );
    const rows = await getSqlReader().all(
      `SELECT revision, created_at AS "createdAt" FROM organizations WHERE id = ? AND created_at <= ?`,
      [id, NOW],
    );
    expect(rows).toEqual([{ revision: 40, createdAt: NOW }]);
  });
});

describe.runIf(process.env.TEST_ENGINE === "postgresql")("a conflicting transaction", () => {
  const incrementByModel = (tx: Tx, id: string) =>
    tx.organization.update({ where: { id }, data: { revision: { increment: 1 } } });
  const incrementBySql = (tx: Tx, id: string) =>
    tx.$executeRaw`UPDATE organizations SET revision = revision + 1 WHERE id = ${id}`;
  const incrementReturning = (tx: Tx, id: string) =>
    tx.$queryRaw`UPDATE organizations SET revision = revision + 1 WHERE id = ${id} RETURNING revision`;

  test.each([
    ["statements of the Prisma client", incrementByModel],
    ["raw statements", incrementBySql],
    ["raw statements that return rows", incrementReturning],
  ])("is retried if it has %s", async (_, raise) => {
    const [one, other] = [createOrganizationId(), createOrganizationId()];
    await transaction((tx) =>
      tx.organization.createMany({ data: [organization(one).data, organization(other).data] }),
    );
    let attempts = 0;
    let holding = 0;
    let bothHold = (): void => undefined;
    const both = new Promise<void>((resolve) => (bothHold = resolve));
    const incrementInOrder = (first: string, second: string) =>
      transaction(async (tx) => {
        attempts += 1;
        await raise(tx, first);
        holding += 1;
        if (holding === 2) bothHold();
        await both;
        await raise(tx, second);
      });
    await Promise.all([incrementInOrder(one, other), incrementInOrder(other, one)]);
    expect(attempts).toBeGreaterThan(2);
    const rows = await reader().organization.findMany({
      where: { id: { in: [one, other] } },
      select: { revision: true },
    });
    expect(rows).toEqual([{ revision: 2 }, { revision: 2 }]);
  });

  test("is rejected after 3 failed attempts", async () => {
    let attempts = 0;
    const ended = transaction(async (tx) => {
      attempts += 1;
      await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$`;
    });
    await expect(ended).rejects.toThrow("40001");
    expect(attempts).toBe(3);
  });
});

describe.runIf(process.env.TEST_ENGINE === "sqlite")("a connection to SQLite", () => {
  const settings = ["journal_mode", "synchronous", "foreign_keys", "query_only"];
  const readSettings = async (db: Tx) => {
    const values: unknown[] = [];
    for (const name of settings)
      values.push(Object.values((await db.$queryRawUnsafe<object[]>(`PRAGMA ${name}`))[0]!)[0]);
    return values.map((value) => (typeof value === "bigint" ? Number(value) : value));
  };

  test("for writes has a write-ahead log, and enforces foreign keys", async () => {
    expect(await transaction(readSettings)).toEqual(["wal", 1, 1, 0]);
    const [{ journal_size_limit: limit }] = await reader().$queryRaw<
      [{ journal_size_limit: bigint }]
    >`PRAGMA journal_size_limit`;
    expect(Number(limit)).toBe(64 * 1024 * 1024);
  });

  describe("with a slow disk", () => {
    const nothing = (_error: Error | null) => {};
    afterEach(() => vi.restoreAllMocks());

    test(
      "resolves a commit when it is on disk, while other commits and reads continue, and waiting " +
        "commits share a flush",
      async () => {
        const waits: { file: number; done: typeof nothing }[] = [];
        vi.spyOn(fs, "fdatasync").mockImplementation(
          (file, done) => void waits.push({ file, done }),
        );
        const ids = Array.from({ length: 3 }, createOrganizationId);
        const completed: string[] = [];
        const write = async (id: string) => {
          await transaction((tx) => tx.organization.create(organization(id)));
          completed.push(id);
        };
        const expectRows = async (count: number) => {
          await expect
            .poll(() => reader().organization.count({ where: { id: { in: ids } } }))
            .toBe(count);
        };
        const first = write(ids[0]!);
        await expectRows(1);
        const others = [write(ids[1]!), write(ids[2]!)];
        await expectRows(3);
        expect(waits).toHaveLength(1);
        const [{ file: database }] = (await reader().$queryRaw`PRAGMA database_list`) as [
          { file: string },
        ];
        expect(fs.fstatSync(waits[0]!.file).ino).toBe(fs.statSync(`${database}-wal`).ino);
        expect(completed).toEqual([]);
        waits[0]!.done(null);
        await first;
        await expect.poll(() => waits.length).toBe(2);
        expect(completed).toEqual([ids[0]]);
        waits[1]!.done(null);
        await Promise.all(others);
        expect(waits).toHaveLength(2);
      },
    );

    test("rejects commits whose flush fails, and later commits succeed", async () => {
      const failing = vi.spyOn(fs, "fdatasync").mockImplementation((_file, done) =>
        done(
          Object.assign(new Error("EIO: i/o error, fdatasync"), {
            code: "EIO",
            syscall: "fdatasync",
          }),
        ),
      );
      const refused = await transaction((tx) =>
        tx.organization.create(organization(createOrganizationId())),
      ).catch((error: unknown) => error);
      expect(isUnavailable(refused)).toBe(true);
      failing.mockRestore();
      await transaction((tx) => tx.organization.create(organization(createOrganizationId())));
    });
  });

  test("for reads cannot write", async () => {
    expect(await readSettings(reader())).toEqual(["wal", 1, 1, 1]);
    await expect(
      reader().organization.create(organization(createOrganizationId())),
    ).rejects.toThrow("readonly");
  });
});

test.runIf(process.env.TEST_ENGINE === "postgresql")(
  "metrics show active connections to PostgreSQL, and transactions that wait for one",
  async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const transactions = Array.from({ length: env.DATABASE_POOL_SIZE + 2 }, () =>
      transaction(() => finished),
    );
    const active = `candor_postgresql_pool_connections{state="active"} ${env.DATABASE_POOL_SIZE}`;
    await expect
      .poll(() => formatMetrics(), { timeout: 10_000 })
      .toMatch(new RegExp(`^${active}$.*^candor_postgresql_pool_waiting 2$`, "ms"));
    finish();
    await Promise.all(transactions);
    const idle = `candor_postgresql_pool_connections{state="idle"} ${env.DATABASE_POOL_SIZE}`;
    expect(await formatMetrics()).toContain(`\n${idle}\n`);
  },
);

test("concurrent reads that need several statements return all rows", async () => {
  const { actor } = await createActor();
  const ids = Array.from({ length: 1_500 }, createOrganizationId);
  await transaction(async (tx) => {
    await tx.organization.createMany({ data: ids.map((id) => organization(id).data) });
    await tx.membership.createMany({
      data: ids.map((organizationId) => ({
        organizationId,
        userId: actor.userId,
        role: "owner",
        createdAt: NOW,
      })),
    });
  });
  const read = () =>
    reader().organization.findMany({ where: { id: { in: ids } }, include: { memberships: true } });
  for (const rows of await Promise.all([read(), read(), read(), read()])) {
    expect(rows.filter(({ memberships }) => memberships.length === 1)).toHaveLength(1_500);
  }
});

describe("concurrent transactions", () => {
  test("are independent: failed ones save nothing, and others save their writes", async () => {
    const ids = Array.from({ length: 60 }, createOrganizationId);
    const results = await Promise.allSettled(
      ids.map((id, index) =>
        transaction(async (tx) => {
          await tx.organization.create(organization(id));
          if (index % 3 === 0) throw new Error("no");
          return id;
        }),
      ),
    );
    const kept = ids.filter((_, index) => index % 3 !== 0);
    expect(
      results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])),
    ).toEqual(kept);
    const rows = await reader().organization.findMany({
      where: { id: { in: ids } },
      select: { id: true },
    });
    expect(rows.map(({ id }) => id).sort()).toEqual([...kept].sort());
  });

  test("that create the same row fail with a unique violation, except one", async () => {
    const id = createOrganizationId();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        transaction((tx) => tx.organization.create(organization(id))),
      ),
    );
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(19);
    expect(refused.every(({ reason }) => isUniqueViolation(reason))).toBe(true);
  });

  test.runIf(process.env.TEST_ENGINE === "sqlite")(
    "save their writes even if the commit of another transaction fails",
    async () => {
      const [broken, ...others] = Array.from({ length: 4 }, createOrganizationId);
      const results = await Promise.allSettled([
        transaction(async (tx) => {
          // With this setting, the missing user makes COMMIT fail, as a full disk would.
          await tx.$executeRaw`PRAGMA defer_foreign_keys = ON`;
          await tx.membership.create({
            data: { organizationId: broken!, userId: "missing", role: "owner", createdAt: NOW },
          });
        }),
        ...others.map((id) => transaction((tx) => tx.organization.create(organization(id)))),
      ]);
      expect(results.map(({ status }) => status)).toEqual([
        "rejected",
        ...Array(3).fill("fulfilled"),
      ]);
      expect(await reader().membership.count({ where: { organizationId: broken! } })).toBe(0);
      expect(await reader().organization.count({ where: { id: { in: others } } })).toBe(3);
    },
  );
});

test("times are stored with milliseconds, and text is stored unchanged", async () => {
  const id = createOrganizationId();
  const at = new Date("2026-03-29T00:59:59.999Z");
  const name = "شركة 🔥 e\u0301 \u200f\u202e % _ ' \" \\ \n";
  await transaction((tx) =>
    tx.organization.create({ data: { id, name, createdAt: at, updatedAt: at } }),
  );
  expect(
    await reader().organization.findUniqueOrThrow({
      where: { id },
      select: { name: true, createdAt: true },
    }),
  ).toEqual({ name, createdAt: at });
});
