import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";

/** Debian installs servers in /usr/sbin, which is not in the path of every user. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

export const hasProgram = (name: string, argument: string): boolean =>
  spawnSync(name, [argument], { env }).status === 0;

/** Starts a program that runs until `stop` is called. */
export function startProgram(name: string, options: string[]): { stop: () => Promise<void> } {
  const child: ChildProcess = spawn(name, options, { env, stdio: "ignore" });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  return {
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
