import { setPriority } from "node:os";
import bcrypt from "bcryptjs";

// On Linux, this lowers the priority of this thread only. Elsewhere, it would affect the whole
// process.
if (process.platform === "linux") setPriority(10);

export type PasswordTask = { password: string; hash: string } | { password: string; cost: number };

export default function runPasswordTask(task: PasswordTask): string | boolean {
  return "hash" in task
    ? bcrypt.compareSync(task.password, task.hash)
    : bcrypt.hashSync(task.password, task.cost);
}
