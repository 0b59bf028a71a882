import { afterEach, expect, test, vi } from "vitest";
import { createMembership } from "@/e2e/support/database-fixtures";
import { collectStatements } from "@/e2e/support/collect-statements";
import { createComponent } from "@/lib/components/commands";
import { createIncident } from "./commands";
import { newIncident } from "./schema";

afterEach(() => vi.restoreAllMocks());

test("creating an incident that affects three components takes at most 12 SQL statements", async () => {
  const { context, scope } = await createMembership();
  const ids: string[] = [];
  for (const name of ["API", "Website", "Database"])
    ids.push((await createComponent(context, scope, { name, description: "" })).id);
  const statements = collectStatements();
  const components = [
    { id: ids[1], status: "degraded_performance" },
    { id: ids[2], status: "major_outage" },
  ];
  await createIncident(
    context,
    scope,
    newIncident.parse({ title: "API is down", impact: "major", component_ids: ids, components }),
  );
  expect(statements().length).toBeGreaterThan(0);
  expect(statements().length).toBeLessThanOrEqual(12);
});
