"use client";

import dynamic from "next/dynamic";

// Loaded on demand, because imports of app/not-found.tsx are part of every page.
export const VisitorMenu = dynamic(async () => (await import("./account-area")).AccountArea);
