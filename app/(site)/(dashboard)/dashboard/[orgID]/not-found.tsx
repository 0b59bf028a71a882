"use client";

import dynamic from "next/dynamic";

// Loaded on demand: Next loads this file with every screen, which would duplicate the shell.
export default dynamic(
  async () => (await import("@/components/shell/screen-not-found")).ScreenNotFound,
  { ssr: false },
);
