"use client";

import dynamic from "next/dynamic";

// Loaded on demand: everything that app/not-found.tsx imports is part of every page.
export const VisitorMenu = dynamic(async () => (await import("./account-area")).AccountArea);
