"use client";

import { limits as known } from "@/lib/limits";

/** Lays the server's settings over the limits that the browser's schemas judge by. */
export function Limits({ limits }: { limits: typeof known }) {
  Object.assign(known, limits);
  return null;
}
