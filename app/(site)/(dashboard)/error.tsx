"use client";

import { ScreenError } from "@/components/shell/screen-error";

export default function DashboardError(props: React.ComponentProps<typeof ScreenError>) {
  return (
    <main id="content" className="mx-auto max-w-4xl px-4 py-12">
      <ScreenError {...props} />
    </main>
  );
}
