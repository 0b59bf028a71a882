"use client";

import { ScreenFailure } from "@/components/shell/screen-failure";

/** For what breaks around the screens; one screen's failure stays within the frame of its organization. */
export default function DashboardError(props: React.ComponentProps<typeof ScreenFailure>) {
  return (
    <main id="content" className="mx-auto max-w-4xl px-4 py-12">
      <ScreenFailure {...props} />
    </main>
  );
}
