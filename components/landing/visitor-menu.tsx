"use client";

import dynamic from "next/dynamic";

// The menu is loaded on demand, because every page contains the imports of app/not-found.tsx.
export const VisitorMenu = dynamic(async () => (await import("./account-area")).AccountArea);
