"use client";

import dynamic from "next/dynamic";

// The component is loaded on demand, because Next loads this file with every screen, and the
// component's shell would be loaded twice.
export default dynamic(
  async () => (await import("@/components/shell/screen-not-found")).ScreenNotFound,
  { ssr: false },
);
