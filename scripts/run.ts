import { spawn } from "node:child_process";

/** Runs Node.js with these arguments. Rejects unless it exits with code 0. */
export async function run(args: string[], env: Record<string, string> = {}): Promise<void> {
  const outcome = await new Promise<number | string>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(signal ?? code ?? "no code"));
  });
  if (outcome !== 0)
    throw new Error(`${args.find((arg) => arg.includes("/")) ?? args[0]} exited with ${outcome}`);
}

/** Runs a command. If it fails, exits with code 1 and one line on standard error. */
export async function main(command: () => Promise<void>): Promise<void> {
  try {
    await command();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`candor: ${(error as Error).message}\n`);
    process.exit(1);
  }
}
