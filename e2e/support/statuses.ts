import type { ApiResponse } from "./api";

export function countResponseStatuses(replies: ApiResponse<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
