import { v7 } from "uuid";

/** Returns a UUIDv7, so that IDs sort by creation time. */
export const newId = (): string => v7();

/** Returns the lowest ID that `newId` can create at `time`. IDs of later rows are not lower. */
export function getLowestIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
