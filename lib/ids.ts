import { v7 } from "uuid";

/** A new opaque id: a UUIDv7, increasing within a process, so what is made later also sorts later. */
export const newId = (): string => v7();

/** Sorts before every id that is made from this moment on, and behind those made earlier. */
export function firstIdOf(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
