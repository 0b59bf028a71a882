import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../e2e/support/programs";
import { applyMigrations } from "../prisma/engine";
import { buildIfStale } from "../scripts/build";

const BENCH_BUILD_DIR = ".next-bench";
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 12_000;
const POLL_MS = 5;

export type DataDirectory = { path: string; databaseUrl: string };

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Run when this process exits. */
const cleanups: (() => void)[] = [];
process.once("exit", () => {
  for (const clean of cleanups.toReversed()) clean();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

export const buildForBench = (): Promise<void> => buildIfStale(BENCH_BUILD_DIR, { BENCH: "on" });

export async function createDataDirectory(): Promise<DataDirectory> {
  const path = mkdtempSync(join(tmpdir(), "candor-bench-"));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  const databaseUrl = `file:${join(path, "candor.db")}`;
  await applyMigrations(databaseUrl);
  return { path, databaseUrl };
}

/** Starts Candor, or another program that listens on the port in `PORT`. */
async function startServer(
  directory: DataDirectory,
  settings: Record<string, string> = {},
  program = ["dist/server.js"],
) {
  const port = await findFreePort();
  const logFile = join(directory.path, "server.log");
  // The server logs to a file, because reading a pipe would cost the benchmark CPU time.
  const log = openSync(logFile, "a");
  const startedAt = performance.now();
  const child = spawn(process.execPath, program, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      MALLOC_ARENA_MAX: "2",
      NODE_OPTIONS: "--max-semi-space-size=4",
      BUILD_DIR: BENCH_BUILD_DIR,
      DATA_DIR: directory.path,
      DATABASE_URL: directory.databaseUrl,
      PORT: String(port),
      ...settings,
    },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  cleanups.push(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > START_TIMEOUT_MS)
      throw new Error(`The server did not start:\n${readFileSync(logFile, "utf8")}`);
    await sleep(POLL_MS);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    directory,
    startedAt,
    /** Null on systems other than Linux. CPU time is 0 then. */
    residentMegabytes: () => readResidentMegabytes(child.pid!),
    cpuMs: () => readProcessorMilliseconds(child.pid!),
    stop: async () => {
      child.kill("SIGTERM");
      await Promise.race([exited, sleep(STOP_TIMEOUT_MS, null, { ref: false })]);
      child.kill("SIGKILL");
    },
  };
}

export async function withServer<T>(
  work: (server: Server) => Promise<T>,
  directory?: DataDirectory,
  ...options: [settings?: Record<string, string>, program?: string[]]
): Promise<T> {
  const server = await startServer(directory ?? (await createDataDirectory()), ...options);
  return work(server).finally(server.stop);
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const connected = once(socket, "connect").then(
    () => true,
    () => false,
  );
  return connected.finally(() => socket.destroy());
}

function readProcessFile(pid: number, name: string): string {
  const path = `/proc/${pid}/${name}`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function readResidentMegabytes(pid: number): number | null {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProcessFile(pid, "status"))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

function readProcessorMilliseconds(pid: number): number {
  // The program's name is in parentheses and may contain spaces.
  const fields = readProcessFile(pid, "stat").split(") ").at(-1)!.split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}
