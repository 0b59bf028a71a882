import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const RULES = "deploy/prometheus/alerts.yml";
const SOURCES = ["lib/metrics.ts", "lib/http/metrics-endpoint.ts"];

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

const listMetrics = (path: string) =>
  [...readFileSync(path, "utf8").matchAll(/\bcandor_\w+/g)].map(([name]) =>
    name.replace(/_(total|bucket|sum|count)$/, ""),
  );

test.runIf(hasPromtool)("promtool accepts the alert rules", () => {
  const { status, stderr } = spawnSync("promtool", ["check", "rules", RULES], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

test.each([RULES, "deploy/grafana/candor.json"])("%s: each metric is exported", (path) => {
  const exported = SOURCES.flatMap(listMetrics);
  expect(listMetrics(path).filter((name) => !exported.includes(name))).toEqual([]);
});
