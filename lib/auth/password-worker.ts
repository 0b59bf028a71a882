import { setPriority } from "node:os";
import bcrypt from "bcryptjs";

// On Linux this lowers the calling thread alone; elsewhere it would lower the whole process.
if (process.platform === "linux") setPriority(10);

export type PasswordTask = { password: string; hash: string } | { password: string; cost: number };

/**
 * Hashes (resolves to the hash) or compares (resolves to whether they match). Runs off the main
 * thread.
 */
export default function work(task: PasswordTask): string | boolean {
  return "hash" in task
    ? bcrypt.compareSync(task.password, task.hash)
    : bcrypt.hashSync(task.password, task.cost);
}
