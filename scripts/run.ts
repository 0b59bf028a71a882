import { spawn } from "node:child_process";

/** Rejects unless the program exits with 0. */
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

/** Exits with 1 and one line on standard error if the command fails. */
export async function main(command: () => Promise<void>): Promise<void> {
  try {
    await command();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`candor: ${(error as Error).message}\n`);
    process.exit(1);
  }
}
