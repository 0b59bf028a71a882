"use client";

import { limits as defaults } from "@/lib/limits";

/** Applies the server's limits to validation in the browser. */
export function ServerLimits({ limits }: { limits: typeof defaults }) {
  Object.assign(defaults, limits);
  return null;
}
