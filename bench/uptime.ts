import { closeDatabase, openDatabase, transaction } from "../lib/db/database";
import { newId } from "../lib/ids";
import type { DatabaseEngine } from "../lib/migrations";
import type { OrganizationId } from "../lib/organizations/scope";
import { getUptime } from "../lib/uptime/queries";
import { applyMigrations } from "../prisma/engine";
import { createScratch, findPostgres } from "../prisma/scratch";
import type { Figure, Benchmark } from "./figures";
import { median } from "./statistics";

const COMPONENTS = 100;
const CHANGES = 1_000;
const DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
const BOUND = { atMost: 60 };
const BATCH = 2_000;
const scope = { id: "uptime" as OrganizationId };
/** Noon in Berlin, so that today has outages too. */
const NOW = new Date("2026-07-01T10:00:00Z");

async function seed(now: Date): Promise<void> {
  const start = now.getTime() - DAYS * DAY_MS;
  const created = new Date(start);
  const ids = Array.from({ length: COMPONENTS }, newId);
  const [first] = ids as [string];
  await transaction(async (tx) => {
    await tx.organization.create({
      data: {
        id: scope.id,
        name: "Uptime",
        timeZone: "Europe/Berlin",
        createdAt: created,
        updatedAt: created,
      },
    });
    const components = ids.map((id, position) => ({
      id,
      organizationId: scope.id,
      name: `Component ${position}`,
      description: "",
      status: "operational",
      recordedStatus: "operational",
      position,
    }));
    await tx.component.createMany({
      data: components.map((component) => ({
        ...component,
        createdAt: created,
        updatedAt: created,
      })),
    });
    const changes = Array.from({ length: CHANGES }, (_, n) => ({
      id: newId(),
      componentId: first,
      status: n % 2 === 0 ? "major_outage" : "operational",
      at: new Date(start + (n * DAYS * DAY_MS) / CHANGES),
    }));
    for (let start = 0; start < CHANGES; start += BATCH)
      await tx.componentStatusChange.createMany({ data: changes.slice(start, start + BATCH) });
  });
  // Copies rows, because inserting 99,000 one by one is slow.
  for (const id of ids.slice(1)) {
    await transaction(
      (tx) => tx.$executeRaw`
        INSERT INTO component_status_changes (id, component_id, status, at)
        SELECT CONCAT(CAST(${id} AS TEXT), '-', s.id), CAST(${id} AS TEXT), s.status, s.at
        FROM component_status_changes s WHERE s.component_id = ${first}`,
    );
  }
}

async function measureOn(
  engine: DatabaseEngine,
  server: string | null,
  rounds: number,
): Promise<Figure[]> {
  const scratch = await createScratch(engine, server);
  try {
    await applyMigrations(scratch.url);
    await openDatabase(scratch.url);
    await seed(NOW);
    await closeDatabase();
    const read = async () => {
      const before = performance.now();
      const { components } = await getUptime(scope, { days: DAYS }, NOW);
      if (components.some(({ days }) => days.length !== DAYS)) throw new Error("A day is missing.");
      return performance.now() - before;
    };
    const [cold, warm]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      await openDatabase(scratch.url);
      cold.push(await read());
      for (let time = 0; time < 10; time++) warm.push(await read());
      await closeDatabase();
    }
    const figure = (name: string, times: number[]): Figure => ({
      name: `${name}, ${engine}`,
      value: median(times),
      unit: "ms",
      bound: BOUND,
      detail: `${times.length} reads, ${Math.min(...times).toFixed(1)}–${Math.max(...times).toFixed(1)} ms`,
    });
    return [
      figure("uptime, first read of a connection", cold),
      figure("uptime, later reads", warm),
    ];
  } finally {
    await scratch.drop();
  }
}

export default {
  title: `Uptime over ${DAYS} days of ${COMPONENTS} components with ${CHANGES.toLocaleString("en")} changes each`,
  measure: async ({ rounds }) => {
    const figures = await measureOn("sqlite", null, rounds);
    const server = await findPostgres();
    return server === null
      ? figures
      : [...figures, ...(await measureOn("postgresql", server, rounds))];
  },
} satisfies Benchmark;
