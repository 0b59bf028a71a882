import { spawn } from "node:child_process";

/** Runs a Node program of a package (or of ours) to its end, and says with what code, or by which signal, it ended. */
export function runToEnd(args: string[], env: Record<string, string> = {}): Promise<number | string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(signal ?? code ?? "nothing"));
  });
}

/** {@link runToEnd}; rejects unless it ends with 0. */
export async function run(args: string[], env: Record<string, string> = {}): Promise<void> {
  const outcome = await runToEnd(args, env);
  if (outcome !== 0) throw new Error(`${args.find((arg) => arg.includes("/")) ?? args[0]} ended with ${outcome}`);
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
