import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** The layers as they are meant: who may not import what, and what stays allowed. One line is one file with one import. */
const breaches: Record<string, string[]> = {
  "app/page.tsx": ["../lib/db", "@/lib/db", "@/lib/db-sqlite", "@/prisma/generated/sqlite/client", "@prisma/client", "@prisma/client/runtime/client", "pg", "better-sqlite3", "@/scripts/run", "@/e2e/support/server", "node:process"],
  "app/v1/organizations/[id]/route.ts": ["../../../../lib/db", "./../../../../lib/db", "@/app/../lib/db", "@/prisma/generated/sqlite/client"],
  "components/ui/card.tsx": [
    "pg", "better-sqlite3", "@prisma/client", "@/prisma/generated/sqlite/client", "@/lib/db", "@/lib/env", "@/lib/throttle", "@/lib/components/queries", "@/lib/components/commands",
    "@/lib/auth/accounts", "@/lib/http/route", "@/lib/notifications/queue", "@/lib/notifications/channels/webhook", "../../app/visitor", "../../lib/db", "@/app/visitor", "@/app/v1/x/route", "node:process",
  ],
  "lib/http/route.ts": ["@/components/ui/button", "../../components/ui/button", "@/app/visitor", "../../app/visitor", "@prisma/client", "pg", "better-sqlite3", "@/prisma/generated/sqlite/client", "@/lib/db-sqlite", "@/scripts/run", "@/e2e/support/server", "node:process"],
  "lib/auth/accounts.ts": ["../http/route", "@/lib/http/route", "next", "next/headers", "react", "@/app/visitor", "@/components/ui/button", "@prisma/client/runtime/client", "pg", "@/prisma/generated/sqlite/client", "@/scripts/run", "process"],
  "lib/incidents/commands.ts": ["../http/route", "../auth/accounts", "@/lib/http/route", "@/lib/auth/accounts", "next/server", "react", "@prisma/client", "@prisma/client/runtime/client", "@prisma/adapter-pg", "pg", "better-sqlite3", "@/prisma/generated/sqlite/client", "../../app/visitor", "@/scripts/run", "@/e2e/support/server", "node:process"],
  "lib/something-new/commands.ts": ["../http/route", "@/lib/http/route", "@/lib/http/sub/route", "@/lib/auth/accounts", "next", "next/server", "pg", "@/prisma/generated/sqlite/client", "@/components/ui/button"],
  "lib/something-new/inside/rules.ts": ["@/lib/http/route", "../../auth/accounts", "next/server"],
  "lib/notifications/engine.ts": [
    "../incidents/commands", "../organizations/queries", "../http/route", "../auth/accounts", "@/lib/organizations/queries", "@/lib/components/queries", "@/lib/incidents/commands", "@/lib/subscribers/queries",
    "@/lib/deliveries/queries", "@/lib/something-new/queries", "@/lib/http/route", "@/lib/auth/accounts", "next/server", "@/app/visitor", "../db-sqlite", "@prisma/client/runtime/client", "pg", "@/scripts/run", "node:process",
  ],
  "lib/notifications/channels/webhook.ts": ["../../incidents/commands", "../../http/route", "@/lib/incidents/commands", "@/lib/something-new/queries"],
  "lib/notifications/queue.ts": ["@prisma/client", "@prisma/client/extension", "@prisma/adapter-pg", "@/prisma/generated/sqlite/client", "pg", "@/lib/incidents/commands", "../incidents/commands", "@/lib/http/route", "node:process"],
  "lib/mail/jobs.ts": ["@/lib/notifications/queue", "../notifications/queue", "../incidents/commands", "@/lib/incidents/commands", "@/lib/http/route", "@prisma/client", "@/app/visitor", "@/scripts/run", "node:process"],
  "lib/mail/templates/event.tsx": ["../../incidents/commands", "../../notifications/queue"],
  "lib/outbound/client.ts": ["../mail/jobs", "@/lib/mail/jobs", "@/lib/notifications/queue", "next", "@/components/ui/button", "pg", "@/e2e/support/server", "node:process"],
  "lib/throttle.ts": ["./incidents/queries", "@/lib/incidents/queries", "@/lib/http/route", "../app/visitor", "@/app/visitor", "@/scripts/run", "@prisma/client", "@prisma/client/runtime/client", "./db-sqlite", "pg", "@/prisma/generated/sqlite/client", "next", "node:process"],
  "lib/db.ts": ["@prisma/client", "pg", "better-sqlite3", "./incidents/queries", "@/app/visitor", "node:process"],
  "lib/db-sqlite.ts": ["@prisma/client", "@/prisma/generated/sqlite/client", "pg", "@/lib/incidents/queries"],
};
const allowed: Record<string, string[]> = {
  "app/page.tsx": ["@/lib/incidents/queries", "@/lib/http/route", "@/lib/auth/accounts", "@/components/ui/button", "@/app/visitor", "next/headers", "./beside"],
  "components/ui/card.tsx": ["@/lib/incidents/schema", "@/lib/components/rules", "@/lib/roles", "@/lib/incidents/serialize", "@/lib/http/client", "@/lib/errors", "@/components/ui/button", "./beside", "react", "next/link"],
  "lib/http/route.ts": ["@/lib/auth/accounts", "@/lib/organizations/scope", "@/lib/notifications/hook", "@/lib/db", "next/server", "./beside"],
  "lib/auth/accounts.ts": ["@/lib/organizations/queries", "@/lib/mail/jobs", "@/lib/db", "./beside"],
  "lib/incidents/commands.ts": ["@/lib/components/queries", "@/lib/notifications/outbox", "@/lib/db", "./beside"],
  "lib/something-new/commands.ts": ["@/lib/components/queries", "@/lib/db", "./beside"],
  "lib/notifications/engine.ts": ["@/lib/db", "@/lib/mail/jobs", "@/lib/outbound/client", "./channels/webhook"],
  "lib/notifications/channels/webhook.ts": ["../channel", "./beside", "@/lib/outbound/client"],
  "lib/notifications/queue.ts": ["@prisma/client/runtime/client", "@/lib/db"],
  "lib/mail/templates/event.tsx": ["../render", "@/lib/notifications/events", "@/lib/links", "react"],
  "lib/outbound/client.ts": ["@/lib/env", "./beside"],
  "lib/throttle.ts": ["./db", "./beside"],
  "lib/db.ts": ["@prisma/client/runtime/client", "@prisma/adapter-pg", "@/prisma/generated/sqlite/client", "@/prisma/generated/postgresql/client", "./db-sqlite"],
  "lib/db-sqlite.ts": ["better-sqlite3", "@prisma/adapter-better-sqlite3"],
  "lib/incidents/commands.test.ts": ["@/e2e/support/server", "@/lib/http/route"],
};
/** The same import in its other forms. */
const forms = [
  `import type { X } from "@/prisma/generated/sqlite/client";`,
  `export { x } from "@/prisma/generated/sqlite/client";`,
  `export * from "@/prisma/generated/sqlite/client";`,
  `export const x = () => import("@/prisma/generated/sqlite/client");`,
  `import "@/prisma/generated/sqlite/client";`,
];

type Refusal = { filename: string; code: string; labels: { span: { line: number } }[] };
const directory = mkdtempSync(join(tmpdir(), "layering-"));
let refused: Map<string, Set<number>>;

const write = (name: string, lines: string[]) => {
  mkdirSync(dirname(join(directory, name)), { recursive: true });
  writeFileSync(join(directory, name), lines.join("\n"));
};
const imports = (from: string[]) => from.map((source, index) => `import { x as x${index} } from "${source}";`);
// Breaches and allowed imports of one place are lines of one file, the breaches first.
const files = [...new Set([...Object.keys(breaches), ...Object.keys(allowed)])];

beforeAll(() => {
  cpSync(".oxlintrc.json", join(directory, ".oxlintrc.json"));
  for (const name of files) write(name, imports([...(breaches[name] ?? []), ...(allowed[name] ?? [])]));
  write("app/forms.ts", forms);
  write("lib/incidents/forms.ts", forms);
  const linter = resolve("node_modules/oxlint/bin/oxlint");
  // Refusals make it end with 1, and are what is asked for.
  const { stdout } = spawnSync(process.execPath, [linter, "--format", "json"], { cwd: directory, encoding: "utf8", maxBuffer: 64_000_000 });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Refusal[] };
  refused = new Map();
  for (const { filename, code, labels } of diagnostics) {
    if (!code.includes("no-restricted-imports")) continue;
    const lines = refused.get(filename) ?? new Set();
    refused.set(filename, lines.add(labels[0]!.span.line));
  }
}, 60_000);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test.each(files)("%s may import what its layer stands on, and nothing else", (name) => {
  const lines = refused.get(name) ?? new Set();
  const from = [...(breaches[name] ?? []), ...(allowed[name] ?? [])];
  expect(from.filter((_, index) => lines.has(index + 1))).toEqual(breaches[name] ?? []);
});

test.each(["app/forms.ts", "lib/incidents/forms.ts"])("%s may not import it in another form either", (name) => {
  expect([...(refused.get(name) ?? [])].sort()).toEqual(forms.map((_, index) => index + 1));
});
