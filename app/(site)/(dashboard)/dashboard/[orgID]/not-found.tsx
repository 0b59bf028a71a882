"use client";

import { lazy } from "react";

// The component is loaded on demand, because Next.js loads this file with every screen, and the
// component's shell would be loaded twice.
const ScreenNotFound = lazy(async () => ({
  default: (await import("@/components/shell/screen-not-found")).ScreenNotFound,
}));

export default function NotFound() {
  return <ScreenNotFound />;
}
