import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { capitalize } from "@/components/ui/capitalize";
import { StatusBadge } from "@/components/ui/badge";
import type { ResponseBody } from "@/lib/http/api-client";

export type CheckResponse = ResponseBody<"GET /v1/admin/checks">["checks"][number];

const states = {
  fail: { label: "Failed", tone: "critical", icon: CircleAlert },
  warn: { label: "Warning", tone: "caution", icon: TriangleAlert },
  ok: { label: "OK", tone: "positive", icon: CircleCheck },
} as const;
const order = Object.keys(states);

/** Lists the results of checks, with problems first. */
export function CheckList({ checks }: { checks: readonly CheckResponse[] }) {
  const sorted = checks.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return (
    <ul>
      {sorted.map((check) => (
        <CheckRow key={`${check.name} ${check.message}`} check={check} />
      ))}
    </ul>
  );
}

export function CheckRow({ check }: { check: CheckResponse }) {
  const { name, status, message, fix } = check;
  return (
    <li
      className={
        "flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b border-line px-4 " +
        "py-2.5 last:border-b-0"
      }
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{capitalize(name)}</p>
        <p className="text-muted wrap-anywhere">{message}</p>
        {fix !== undefined && <p className="mt-1 wrap-anywhere">{fix}</p>}
      </div>
      <StatusBadge {...states[status]} />
    </li>
  );
}
