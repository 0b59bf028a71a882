import { spawn } from "node:child_process";

/** Runs a Node program of a package (or of ours) to its end; rejects unless it exits with 0. */
export function run(args: string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("exit", (code, signal) => (code === 0 ? resolve() : reject(new Error(`${args.find((arg) => arg.includes("/")) ?? args[0]} ended with ${signal ?? code}`))));
  });
}

/** Ends a command of ours: with one line when it failed. */
export async function main(command: () => Promise<void>): Promise<void> {
  try {
    await command();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`candor: ${(error as Error).message}\n`);
    process.exit(1);
  }
}
