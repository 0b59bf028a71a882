import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ServerStorage } from "./fixtures";

export type CliResult = { code: number | null; stdout: string; stderr: string };

export async function runCli(
  args: string[],
  { dataDir, databaseUrl }: ServerStorage,
  { env = {}, input = "" }: { env?: Record<string, string>; input?: string } = {},
): Promise<CliResult> {
  const child = spawn(process.execPath, ["dist/candor.js", ...args], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PASSWORD_COST: "4",
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ...env,
    },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}
