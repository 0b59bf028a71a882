import type { Reply } from "./api";

export function countResponseStatuses(replies: Reply<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
