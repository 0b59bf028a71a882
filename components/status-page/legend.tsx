import { StatusIcon } from "@/components/status-page/status-looks";
import type { ShownStatus } from "@/lib/public/page/schema";
import type { PageTexts } from "@/lib/public/page/page-texts";

const shown: readonly ShownStatus[] = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "unknown",
];

export function Legend({ texts }: { texts: PageTexts }) {
  return (
    <ul
      aria-label={texts.legend}
      className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-xs text-muted"
    >
      {shown.map((status) => (
        <li key={status} className="inline-flex items-center gap-1.5">
          <StatusIcon status={status} className="size-3.5" />
          {texts.component[status]}
        </li>
      ))}
    </ul>
  );
}
