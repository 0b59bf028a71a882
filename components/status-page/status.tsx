import type { Impact } from "@/lib/incidents/schema";
import type { Indicator, ShownStatus } from "@/lib/public/page/schema";
import { useView } from "./view";

// Not from the icon library, whose icons are client components: the page needs no React in the
// browser.
const shapes: Record<ShownStatus, React.ReactNode> = {
  operational: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="m8 12.5 2.7 2.7L16 9.5" />
    </>
  ),
  under_maintenance: (
    <path
      d={
        "M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.1-3.1a6 6 0 0 1-7.4 7.9l-7.1 7.1a2.1 " +
        "2.1 0 0 1-3-3l7.1-7.1a6 6 0 0 1 7.9-7.4z"
      }
    />
  ),
  degraded_performance: (
    <>
      <path d="M12 3 1.8 20.5h20.4z" />
      <path d="M12 9.5V14m0 3v.2" />
    </>
  ),
  partial_outage: (
    <>
      <path d="M12 1.8 22.2 12 12 22.2 1.8 12z" />
      <path d="M8 12h8" />
    </>
  ),
  major_outage: (
    <>
      <rect x="2.5" y="2.5" width="19" height="19" rx="2" />
      <path d="m8.5 8.5 7 7m0-7-7 7" />
    </>
  ),
  unknown: (
    <>
      <circle cx="12" cy="12" r="10" strokeDasharray="4 3.85" />
      <path d="M9.5 9.2a2.6 2.6 0 1 1 3.6 2.6c-.7.3-1.1.8-1.1 1.7m0 3v.2" />
    </>
  ),
};

const statusColors: Record<ShownStatus, string> = {
  operational: "text-positive",
  under_maintenance: "text-planned",
  degraded_performance: "text-caution",
  partial_outage: "text-warning",
  major_outage: "text-critical",
  unknown: "text-muted",
};

/** A status as a shape, always beside the word. */
export function StatusIcon({
  status,
  className = "size-4",
}: {
  status: ShownStatus;
  className?: string;
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${statusColors[status]} ${className}`}
    >
      {shapes[status]}
    </svg>
  );
}

export const indicatorStatus: Record<Indicator, ShownStatus> = {
  none: "operational",
  maintenance: "under_maintenance",
  minor: "degraded_performance",
  major: "partial_outage",
  critical: "major_outage",
  unknown: "unknown",
};

export const indicatorGrounds: Record<Indicator, string> = {
  none: "border-positive/25 bg-positive-soft",
  maintenance: "border-planned/25 bg-planned-soft",
  minor: "border-caution/25 bg-caution-soft",
  major: "border-warning/25 bg-warning-soft",
  critical: "border-critical/25 bg-critical-soft",
  unknown: "border-line bg-sunken",
};

/** A status as word and icon. */
export function StatusWord({ status }: { status: ShownStatus }) {
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1.5 text-sm font-medium ${statusColors[status]}`}
    >
      <StatusIcon status={status} />
      {useView().texts.component[status]}
    </span>
  );
}

/** An impact as word and icon. */
export function ImpactLabel({ impact }: { impact: Impact }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {impact !== "none" && (
        <StatusIcon status={indicatorStatus[impact]} className="size-[1.15em]" />
      )}
      {useView().texts.impact[impact]}
    </span>
  );
}

/** The names of the icons. */
export function Legend() {
  const { texts } = useView();
  return (
    <ul
      aria-label={texts.legend}
      className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-xs text-muted"
    >
      {(Object.keys(shapes) as ShownStatus[]).map((status) => (
        <li key={status} className="inline-flex items-center gap-1.5">
          <StatusIcon status={status} className="size-3.5" />
          {texts.component[status]}
        </li>
      ))}
    </ul>
  );
}
