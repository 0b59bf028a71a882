import { StatusIcon } from "@/components/status-page/status-looks";
import type { ShownStatus } from "@/lib/public/page/schema";
import type { Say } from "@/lib/public/page/words";

const shown: readonly ShownStatus[] = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "unknown",
];

/** What the shapes and colours mean. */
export function Legend({ say }: { say: Say }) {
  return (
    <ul aria-label={say.legend} className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-xs text-muted">
      {shown.map((status) => (
        <li key={status} className="inline-flex items-center gap-1.5">
          <StatusIcon status={status} className="size-3.5" />
          {say.component[status]}
        </li>
      ))}
    </ul>
  );
}
