"use client";

import dynamic from "next/dynamic";

// Loads the menu on demand: app/not-found.tsx imports this component, and Next.js includes the
// imports of that file in every page.
export const VisitorMenu = dynamic(async () => (await import("./account-area")).AccountArea);
