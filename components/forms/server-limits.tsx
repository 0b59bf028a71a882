"use client";

import { limits as defaults } from "@/lib/limits";

export function ServerLimits({ limits }: { limits: typeof defaults }) {
  Object.assign(defaults, limits);
  return null;
}
