import fc from "fast-check";
import { expect, test } from "vitest";
import { createMembership } from "@/e2e/support/database-fixtures";
import { changeComponent, createComponent } from "@/lib/components/commands";
import { newComponent, type PublicStatus } from "@/lib/components/schema";
import { reader, transaction } from "@/lib/db/database";
import {
  createIncident,
  deleteIncident,
  postIncidentUpdate,
  resolveIncident,
} from "@/lib/incidents/commands";
import { newIncident, newIncidentUpdate } from "@/lib/incidents/schema";
import { changeOrganization } from "@/lib/organizations/commands";
import { getUptime } from "./queries";
import { calculateUptime, findDayIndex, listLastDays } from "./rules";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-10-20T09:30:00.000Z");
const second = (at: Date) => Math.floor(at.getTime() / 1_000);

async function organization(timeZone = "Etc/UTC") {
  const { context, scope } = await createMembership();
  await transaction((tx) =>
    tx.organization.update({ where: { id: scope.id }, data: { timeZone } }),
  );
  const when = (hours: number) => ({ ...context, now: new Date(START + hours * HOUR_MS) });
  const component = async (input: Record<string, unknown> = {}, hours = 0) =>
    (await createComponent(when(hours), scope, newComponent.parse({ name: "c", ...input }))).id;
  return { context, scope, when, component };
}
type Tenant = Awaited<ReturnType<typeof organization>>;

/** Calculates uptime with a slow reference implementation, in steps of 15 minutes. */
async function computeFromTimeline({ scope }: Tenant, count: number, now: Date) {
  const { timeZone } = await reader().organization.findUniqueOrThrow({ where: { id: scope.id } });
  const days = listLastDays(count, second(now), timeZone);
  const components = await reader().component.findMany({
    where: { organizationId: scope.id },
    orderBy: { position: "asc" },
  });
  return Promise.all(
    components.map(async ({ id, createdAt, startDate }) => {
      const changes = await reader().componentStatusChange.findMany({
        where: { componentId: id },
        orderBy: [{ at: "asc" }, { id: "asc" }],
      });
      const measuredSince =
        startDate === null
          ? Math.min(second(createdAt), second(changes[0]!.at))
          : days.starts[Math.max(0, days.dates.indexOf(startDate))]!;
      const from = Math.max(days.starts[0]!, measuredSince);
      const hasEnough =
        (startDate !== null && startDate < days.dates[0]!) ||
        days.now - measuredSince >= 24 * 3_600;
      const expectedDays = new Map<string, { partial: number; major: number }>();
      for (const [index, { at, status }] of changes.entries()) {
        const until = Math.min(
          changes[index + 1] ? second(changes[index + 1]!.at) : days.now,
          days.now,
        );
        const kind = (
          {
            degraded_performance: "degraded",
            partial_outage: "partial",
            major_outage: "major",
          } as Partial<Record<PublicStatus, "degraded" | "partial" | "major">>
        )[status as PublicStatus];
        if (kind === undefined) continue;
        // UTC offsets are multiples of 15 minutes, so each step is within one day.
        for (let since = Math.max(second(at), from); since < until;) {
          const end = Math.min(until, (Math.floor(since / 900) + 1) * 900);
          const date = days.dates[findDayIndex(days, since)]!;
          const day = expectedDays.get(date) ?? { partial: 0, major: 0 };
          if (kind !== "degraded") day[kind] += end - since;
          expectedDays.set(date, day);
          since = end;
        }
      }
      const sum = (kind: "partial" | "major") =>
        [...expectedDays.values()].reduce((total, day) => total + day[kind], 0);
      const downtime = { partial: sum("partial"), major: sum("major"), period: days.now - from };
      return {
        id,
        uptime: hasEnough ? calculateUptime([downtime]) : null,
        counted_from: days.dates.findLast((_, day) => days.starts[day]! <= from),
        partial_outage_seconds: downtime.partial,
        major_outage_seconds: downtime.major,
        days: [...expectedDays]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([date, { partial, major }]) => ({
            date,
            partial_outage_seconds: partial,
            major_outage_seconds: major,
            degraded: partial + major === 0,
          })),
      };
    }),
  );
}

async function readUptime({ scope }: Tenant, count: number, now: Date) {
  const { timeZone } = await reader().organization.findUniqueOrThrow({ where: { id: scope.id } });
  const { components } = await getUptime({ id: scope.id, timeZone }, { days: count }, now);
  return components.map(({ days, ...component }) => {
    const withOutages = days.filter(
      (day) => day.degraded || day.partial_outage_seconds + day.major_outage_seconds > 0,
    );
    return { ...component, days: withOutages.map(({ incident_ids: _, ...day }) => day) };
  });
}

type Step =
  | {
      action: "status";
      componentIndex: number;
      status: "operational" | "degraded_performance" | "partial_outage" | "major_outage";
    }
  | { action: "create" | "resolve" | "delete" | "backdate"; componentIndex: number }
  | { action: "backfill"; componentIndex: number; hoursAgo: number; durationHours: number }
  | { action: "time zone"; zone: string }
  | { action: "compare"; days: number };

const componentIndex = fc.nat({ max: 1 });
const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant("status" as const),
      componentIndex,
      status: fc.constantFrom(
        "operational",
        "degraded_performance",
        "partial_outage",
        "major_outage",
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constantFrom(
        "create" as const,
        "resolve" as const,
        "delete" as const,
        "backdate" as const,
      ),
      componentIndex,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant("backfill" as const),
      componentIndex,
      hoursAgo: fc.integer({ min: 1, max: 700 }),
      durationHours: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant("time zone" as const),
      zone: fc.constantFrom("Etc/UTC", "Europe/Berlin", "Asia/Kathmandu", "America/New_York"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant("compare" as const),
      days: fc.constantFrom(1, 7, 30, 90),
    }),
  },
);

test("uptime matches the status timeline after any change, including changes in the past", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), arbitraryStep), {
        minLength: 5,
        maxLength: 20,
      }),
      async (steps) => {
        const tenant = await organization("Europe/Berlin");
        const { scope, when, component } = tenant;
        const ids = [await component(), await component({ start_date: "2026-10-20" })];
        const open: string[] = [];
        const compare = async (days: number, now: Date) =>
          expect(await readUptime(tenant, days, now)).toEqual(
            await computeFromTimeline(tenant, days, now),
          );
        let hours = 0;
        for (const [elapsed, step] of steps) {
          hours += elapsed;
          const context = when(hours);
          if (step.action === "status")
            await changeComponent(context, scope, ids[step.componentIndex]!, {
              status: step.status,
            });
          if (step.action === "create")
            open.push(
              (
                await createIncident(
                  context,
                  scope,
                  newIncident.parse({
                    title: "x",
                    impact: "critical",
                    component_ids: [ids[step.componentIndex]!],
                  }),
                )
              ).id,
            );
          if (step.action === "backdate" && open[0] !== undefined)
            await postIncidentUpdate(
              when(Math.max(0, hours - 30)),
              scope,
              open[0],
              newIncidentUpdate.parse({
                components: [{ id: ids[step.componentIndex]!, status: "partial_outage" }],
              }),
            );
          if (step.action === "resolve" && open.length > 0)
            await resolveIncident(context, scope, open.shift()!, { body: "", notify: false });
          if (step.action === "delete" && open.length > 0)
            await deleteIncident(context, scope, open.pop()!);
          if (step.action === "backfill") {
            const [from, until] = [
              hours - step.hoursAgo,
              Math.min(hours, hours - step.hoursAgo + step.durationHours),
            ].map((at) => when(at).now.toISOString());
            await createIncident(
              context,
              scope,
              newIncident.parse({
                title: "x",
                impact: "major",
                component_ids: [ids[step.componentIndex]!],
                started_at: from,
                resolved_at: until,
                status: "resolved",
              }),
            );
          }
          if (step.action === "time zone")
            await changeOrganization(context, scope, { time_zone: step.zone });
          if (step.action === "compare") await compare(step.days, context.now);
        }
        for (const days of [1, 30, 365]) await compare(days, when(hours + 50).now);
      },
    ),
    { numRuns: 8 },
  );
}, 120_000);

test("uptime lists days with degraded performance but no outage", async () => {
  const { scope, when, component } = await organization();
  const id = await component();
  await changeComponent(when(1), scope, id, { status: "degraded_performance" });
  await changeComponent(when(2), scope, id, { status: "operational" });
  await changeComponent(when(50), scope, id, { status: "major_outage" });
  const [uptime] = (await getUptime(scope, { days: 90 }, when(50).now)).components;
  expect(uptime).toMatchObject({
    uptime: 100,
    days: [
      {
        date: "2026-10-20",
        partial_outage_seconds: 0,
        major_outage_seconds: 0,
        degraded: true,
      },
    ],
  });
});
