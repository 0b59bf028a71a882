import { v7 } from "uuid";

/** UUIDv7: IDs sort by creation time. */
export const newId = (): string => v7();

export function getLowestIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
