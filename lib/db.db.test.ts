import fs from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  bulkReader,
  bulkTransaction,
  insertRows,
  isUnavailable,
  isUniqueViolation,
  reader,
  readMigrationState,
  transaction,
  type Tx,
} from "./db";
import { freeHandle, NOW, createActor } from "@/e2e/support/database-fixtures";

const organization = (id: string) => ({ data: { id, name: id, createdAt: NOW, updatedAt: NOW } });

describe("a transaction", () => {
  test("that throws leaves nothing behind", async () => {
    const id = freeHandle();
    await expect(
      transaction(async (tx) => {
        await tx.organization.create(organization(id));
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await reader().organization.findUnique({ where: { id } })).toBeNull();
  });

  test("is not seen from outside before it has ended", async () => {
    const id = freeHandle();
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

  test("refuses a read past its own client, which would need a second connection", async () => {
    await expect(transaction(async () => reader().organization.count())).rejects.toThrow(
      "inside a transaction",
    );
  });

  test("refuses another inside of it", async () => {
    await expect(transaction(() => transaction(async () => undefined))).rejects.toThrow(
      "inside a transaction",
    );
  });

  test("among 200 at once loses nothing", async () => {
    const id = freeHandle();
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

  test("that breaks a unique index by a statement of our own is known as such", async () => {
    const id = freeHandle();
    const row = { id, organizationId: id, kind: "test", payload: "{}", createdAt: NOW };
    await transaction((tx) => tx.organization.create(organization(id)));
    await transaction((tx) => insertRows(tx, "notification_events", [row]));
    const again = transaction((tx) => insertRows(tx, "notification_events", [row]));
    await expect(again.catch((error: unknown) => isUniqueViolation(error))).resolves.toBe(true);
  });

  test("that breaks a unique index is known as such, and the next one goes well", async () => {
    const id = freeHandle();
    await transaction((tx) => tx.organization.create(organization(id)));
    const again = transaction((tx) => tx.organization.create(organization(id)));
    await expect(again.catch((error: unknown) => isUniqueViolation(error))).resolves.toBe(true);
    await transaction((tx) => tx.organization.delete({ where: { id } }));
  });
});

describe("a transaction in bulk", () => {
  const insert = "INSERT INTO organizations (id, name, created_at, updated_at) VALUES (?, ?, ?, ?)";

  test("that throws leaves nothing behind, and the next one goes well", async () => {
    const id = freeHandle();
    const twice = bulkTransaction(async (db) => {
      await db.run(insert, [id, id, NOW, NOW]);
      await db.run(insert, [id, id, NOW, NOW]);
    });
    await expect(twice.catch((error: unknown) => String(error))).resolves.toMatch(/unique/i);
    expect(await reader().organization.findUnique({ where: { id } })).toBeNull();
    await bulkTransaction((db) => db.run(insert, [id, id, NOW, NOW]));
    expect(await reader().organization.findUniqueOrThrow({ where: { id } })).toMatchObject({
      revision: 0,
      createdAt: NOW,
    });
  });

  test("writes and reads as the client does, among others that wait for their turn", async () => {
    const id = freeHandle();
    await transaction((tx) => tx.organization.create(organization(id)));
    const raise = "UPDATE organizations SET revision = revision + 1 WHERE id = ?";
    const byClient = () =>
      transaction((tx) =>
        tx.organization.update({ where: { id }, data: { revision: { increment: 1 } } }),
      );
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 3 === 0 ? bulkTransaction((db) => db.run(raise, [id])) : byClient(),
      ),
    );
    const rows = await bulkReader().all(
      `SELECT revision, created_at AS "createdAt" FROM organizations WHERE id = ? AND created_at <= ?`,
      [id, NOW],
    );
    expect(rows).toEqual([{ revision: 40, createdAt: NOW }]);
  });
});

describe.runIf(process.env.TEST_ENGINE === "postgresql")(
  "of two transactions that wait for each other",
  () => {
    const byModel = (tx: Tx, id: string) =>
      tx.organization.update({ where: { id }, data: { revision: { increment: 1 } } });
    const byHand = (tx: Tx, id: string) =>
      tx.$executeRaw`UPDATE organizations SET revision = revision + 1 WHERE id = ${id}`;
    const byHandWithAnswer = (tx: Tx, id: string) =>
      tx.$queryRaw`UPDATE organizations SET revision = revision + 1 WHERE id = ${id} RETURNING revision`;

    test.each([
      ["of the client", byModel],
      ["written by hand", byHand],
      ["written by hand that answers", byHandWithAnswer],
    ])("the one that is ended is tried again, in statements %s", async (_, raise) => {
      const [one, other] = [freeHandle(), freeHandle()];
      await transaction((tx) =>
        tx.organization.createMany({ data: [organization(one).data, organization(other).data] }),
      );
      let attempts = 0;
      let holding = 0;
      let bothHold = (): void => undefined;
      const both = new Promise<void>((resolve) => (bothHold = resolve));
      const inOrder = (first: string, second: string) =>
        transaction(async (tx) => {
          attempts += 1;
          await raise(tx, first);
          holding += 1;
          if (holding === 2) bothHold();
          await both;
          await raise(tx, second);
        });
      await Promise.all([inOrder(one, other), inOrder(other, one)]);
      expect(attempts).toBeGreaterThan(2);
      const rows = await reader().organization.findMany({
        where: { id: { in: [one, other] } },
        select: { revision: true },
      });
      expect(rows).toEqual([{ revision: 2 }, { revision: 2 }]);
    });

    test("one that is ended each time is given up after three attempts", async () => {
      let attempts = 0;
      const ended = transaction(async (tx) => {
        attempts += 1;
        await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$`;
      });
      await expect(ended).rejects.toThrow("40001");
      expect(attempts).toBe(3);
    });
  },
);

describe.runIf(process.env.TEST_ENGINE === "sqlite")("a connection to SQLite", () => {
  const settings = ["journal_mode", "synchronous", "foreign_keys", "query_only"];
  const ask = async (db: Tx) => {
    const answers: unknown[] = [];
    for (const name of settings)
      answers.push(Object.values((await db.$queryRawUnsafe<object[]>(`PRAGMA ${name}`))[0]!)[0]);
    return answers.map((answer) => (typeof answer === "bigint" ? Number(answer) : answer));
  };

  test("that writes leaves the waiting for the disk to another thread, and keeps foreign keys", async () => {
    expect(await transaction(ask)).toEqual(["wal", 1, 1, 0]);
  });

  describe("whose disk is slow", () => {
    const nothing = (_error: Error | null) => {};
    afterEach(() => vi.restoreAllMocks());

    test(
      "has a commit on disk before it says so, and goes on meanwhile: whoever " +
        "waits shares the next wait",
      async () => {
        const waits: { file: number; done: typeof nothing }[] = [];
        vi.spyOn(fs, "fdatasync").mockImplementation(
          (file, done) => void waits.push({ file, done }),
        );
        const ids = Array.from({ length: 3 }, freeHandle);
        const answered: string[] = [];
        const write = async (id: string) => {
          await transaction((tx) => tx.organization.create(organization(id)));
          answered.push(id);
        };
        const areThere = async (count: number) => {
          await expect
            .poll(() => reader().organization.count({ where: { id: { in: ids } } }))
            .toBe(count);
        };
        const first = write(ids[0]!);
        await areThere(1);
        const others = [write(ids[1]!), write(ids[2]!)];
        await areThere(3);
        expect(waits).toHaveLength(1);
        const [{ file: database }] = (await reader().$queryRaw`PRAGMA database_list`) as [
          { file: string },
        ];
        expect(fs.fstatSync(waits[0]!.file).ino).toBe(fs.statSync(`${database}-wal`).ino);
        expect(answered).toEqual([]);
        waits[0]!.done(null);
        await first;
        await expect.poll(() => waits.length).toBe(2);
        expect(answered).toEqual([ids[0]]);
        waits[1]!.done(null);
        await Promise.all(others);
        expect(waits).toHaveLength(2);
      },
    );

    test("answers none of those whose wait ends in an error, and the next ones all the same", async () => {
      const failing = vi
        .spyOn(fs, "fdatasync")
        .mockImplementation((_file, done) =>
          done(Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" })),
        );
      const refused = await transaction((tx) =>
        tx.organization.create(organization(freeHandle())),
      ).catch((error: unknown) => error);
      expect(isUnavailable(refused)).toBe(true);
      failing.mockRestore();
      await transaction((tx) => tx.organization.create(organization(freeHandle())));
    });
  });

  test("that reads cannot write", async () => {
    expect(await ask(reader())).toEqual(["wal", 1, 1, 1]);
    await expect(reader().organization.create(organization(freeHandle()))).rejects.toThrow(
      "readonly",
    );
  });
});

test("reads that take several statements work, many at once", async () => {
  const { actor } = await createActor();
  const ids = Array.from({ length: 1_500 }, freeHandle);
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

describe("transactions that come at once", () => {
  test("fail each for itself: what a failed one wrote is gone, what the others wrote is there", async () => {
    const ids = Array.from({ length: 60 }, freeHandle);
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

  test("see what those before them wrote, and of many that make the same thing one succeeds", async () => {
    const id = freeHandle();
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
    "are all refused when their common commit fails, and the next ones go well",
    async () => {
      const [broken, ...mates] = Array.from({ length: 4 }, freeHandle);
      const results = await Promise.allSettled([
        transaction(async (tx) => {
          // The violation is found by COMMIT, as a full disk would be.
          await tx.$executeRaw`PRAGMA defer_foreign_keys = ON`;
          await tx.membership.create({
            data: { organizationId: broken!, userId: "nobody", role: "owner", createdAt: NOW },
          });
        }),
        ...mates.map((id) => transaction((tx) => tx.organization.create(organization(id)))),
      ]);
      expect(results.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
      expect(await reader().organization.count({ where: { id: { in: mates } } })).toBe(0);
      await transaction((tx) => tx.organization.create(organization(mates[0]!)));
      expect(await reader().organization.count({ where: { id: { in: mates } } })).toBe(1);
    },
  );
});

test("times are kept to the millisecond, and text byte for byte", async () => {
  const id = freeHandle();
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

test("a migrated database lacks no migration", async () => {
  expect(await readMigrationState()).toEqual({ missing: [], unknown: [] });
});

test.runIf(process.env.TEST_ENGINE === "postgresql")(
  "an empty PostgreSQL whose messages are not in English lacks all migrations",
  async () => {
    const run = (statement: string) => transaction((tx) => tx.$executeRawUnsafe(statement));
    await run("ALTER TABLE _prisma_migrations RENAME TO migrations_away");
    await run(`CREATE FUNCTION missing_table() RETURNS SETOF migrations_away LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'la relation « _prisma_migrations » n''existe pas' USING ERRCODE = '42P01'; END $$`);
    await run("CREATE VIEW _prisma_migrations AS SELECT * FROM missing_table()");
    try {
      const { missing, unknown } = await readMigrationState();
      expect([missing.length > 0, unknown]).toEqual([true, []]);
    } finally {
      await run("DROP VIEW _prisma_migrations");
      await run("DROP FUNCTION missing_table");
      await run("ALTER TABLE migrations_away RENAME TO _prisma_migrations");
    }
  },
);
