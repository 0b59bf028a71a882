import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const START_TIMEOUT_MS = 60_000;

export type LogLine = Record<string, unknown> & { msg?: string };

export type TestServer = {
  pid: number;
  url: string;
  dataDir: string;
  databaseUrl: string;
  lines: LogLine[];
  output: () => string;
  stderr: () => string;
  /** Sends the signal and resolves with the exit code (null if the signal ended the process). */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

type Options = {
  env?: Record<string, string>;
  dataDir?: string;
  /** The directory of the build to start. The default is the current directory. */
  cwd?: string | undefined;
  spawnServer?: () => ChildProcess;
};

function spawnBuiltServer(
  dataDir: string,
  env: Record<string, string>,
  cwd?: string,
): ChildProcess {
  return spawn(process.execPath, ["dist/server.js"], {
    cwd,
    // The pool is small, because several servers share PostgreSQL's limit of 100 connections.
    env: {
      ...process.env,
      NODE_ENV: "production",
      EMAIL_VERIFICATION: "off",
      DATABASE_POOL_SIZE: "6",
      PORT: "0",
      PASSWORD_COST: "4",
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      LOG_LEVEL: "info",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/**
 * Starts a server that is expected to exit. Kills it if it starts or does not exit in time; `code`
 * is then null.
 */
export async function startWithInvalidSettings(
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const dataDir = createTemporaryDirectory();
  const child = spawnBuiltServer(dataDir, env);
  const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
  let stdout = "";
  let stderr = "";
  child.stdout!.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    if (stdout.includes('"listening"')) child.kill("SIGKILL");
  });
  child.stderr!.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  removeDirectory(dataDir);
  return { code, stdout, stderr };
}

export async function startTestServer({
  env = {},
  dataDir = createTemporaryDirectory(),
  cwd,
  spawnServer = () => spawnBuiltServer(dataDir, env, cwd),
}: Options = {}): Promise<TestServer> {
  const child = spawnServer();
  const lines: LogLine[] = [];
  let output = "";
  let stderr = "";
  child.stderr!.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  // Waits for "close", because "exit" may come before the last output.
  const exited = once(child, "close") as Promise<[number | null]>;
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The server did not start in time. ${stderr}`)),
      START_TIMEOUT_MS,
    );
    void exited.then(([code]) => reject(new Error(`The server exited with ${code}: ${stderr}`)));
    createInterface({ input: child.stdout! }).on("line", (text) => {
      output += `${text}\n`;
      if (!text.startsWith("{")) return;
      const line = JSON.parse(text) as LogLine;
      lines.push(line);
      if (line.msg === "listening") {
        clearTimeout(timer);
        resolve(line.port as number);
      }
    });
  });
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = await exited;
    return code;
  };
  const databaseUrl = env.DATABASE_URL || `file:${join(dataDir, "candor.db")}`;
  return {
    pid: child.pid!,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl,
    lines,
    output: () => output,
    stderr: () => stderr,
    stop,
  };
}

export function createTemporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), "candor-e2e-"));
}

export const removeDirectory = (path: string): void =>
  rmSync(path, { recursive: true, force: true });
