import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { rowClass } from "@/components/ui/row";
import { ScrollArea } from "@/components/ui/scroll-area";
import { formatStatus } from "@/components/templates/status-label";
import { Timestamp } from "@/components/ui/timestamp";
import type { ResponseBody } from "@/lib/http/api-client";
import { getActionLabel, getSubjectName } from "./action-label";

/** An entry of the audit log of an organization or of the installation. */
export type AuditLogEntry = ResponseBody<"GET /v1/admin/audit-log">[number];
type Names = ReadonlyMap<string, string>;

type AuditRowProps = { entry: AuditLogEntry; names: Names; onSubject: () => void };

export function AuditRow({ entry, names, onSubject }: AuditRowProps) {
  const [open, setOpen] = useState(false);
  const { actor, action, subject } = entry;
  return (
    <li
      className={
        `${rowClass} [contain-intrinsic-block-size:auto_5rem] ` +
        "sm:[contain-intrinsic-block-size:auto_2.5rem]"
      }
    >
      <button
        type="button"
        data-row={entry.id}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-2 px-4 py-2.5 text-start hover:bg-sunken"
      >
        <ChevronRight
          className={`mt-0.5 size-4 shrink-0 text-muted transition-transform ${open ? "rotate-90" : "rtl:rotate-180"}`}
        />
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-0.5">
          <span className="min-w-0 flex-1 basis-80 wrap-anywhere">
            <bdi className="font-medium">{actor.name}</bdi>{" "}
            {actor.kind === "token" && <span className="text-muted">(token) </span>}
            <span className="text-muted">{getActionLabel(action)}</span>{" "}
            <bdi>{getSubjectName(action, subject)}</bdi>
          </span>
          <span className="shrink-0 text-xs text-muted">
            <Timestamp at={entry.at} />
            {entry.ip_address !== "" && ` · ${entry.ip_address}`}
          </span>
        </span>
      </button>
      {open && (
        <div className="grid gap-3 px-4 pt-2 pb-4 sm:ps-10">
          <Differences before={entry.before} after={entry.after} names={names} />
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
            <Fact term="Action" fact={action} />
            {entry.request_id !== "" && <Fact term="Request" fact={entry.request_id} />}
            {entry.user_agent !== "" && <Fact term="Client" fact={entry.user_agent} />}
          </dl>
          <Button variant="secondary" className="justify-self-start" onClick={onSubject}>
            Show all entries for this object
          </Button>
        </div>
      )}
    </li>
  );
}

function Fact({ term, fact }: { term: string; fact: string }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="font-mono wrap-anywhere">{fact}</dd>
    </>
  );
}

function Differences({
  before,
  after,
  names,
}: Pick<AuditLogEntry, "before" | "after"> & { names: Names }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return <p className="text-muted">No fields changed.</p>;
  const show = (field: string, record: Record<string, unknown>) => (
    <Value field={field} value={record[field]} names={names} />
  );
  return (
    <ScrollArea label="Changes" className="rounded-md border border-line">
      <table className="w-full border-collapse text-xs">
        <thead>
          <tr className="border-b border-line text-muted">
            <th className="px-3 py-1.5 text-start font-medium">Field</th>
            {before && (
              <th className="px-3 py-1.5 text-start font-medium">{after ? "Before" : "Value"}</th>
            )}
            {after && (
              <th className="px-3 py-1.5 text-start font-medium">{before ? "After" : "Value"}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} className="border-b border-line align-top last:border-b-0">
              <th scope="row" className="px-3 py-1.5 text-start font-medium whitespace-nowrap">
                {fieldLabels[field] ?? field.replaceAll("_", " ")}
              </th>
              {before && (
                <td className="min-w-32 px-3 py-1.5 wrap-anywhere whitespace-pre-wrap">
                  {show(field, before)}
                </td>
              )}
              {after && (
                <td className="min-w-32 px-3 py-1.5 wrap-anywhere whitespace-pre-wrap">
                  {show(field, after)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

const fieldLabels: Record<string, string> = { own_status: "manual status" };

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const STATUS_FIELD = /^(status|own_status|state|impact|role)$/;

function Value({ field, value, names }: { field: string; value: unknown; names: Names }) {
  if (value === null || value === undefined || value === "")
    return <span className="text-muted">—</span>;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && STATUS_FIELD.test(field)) return formatStatus(value);
  if (typeof value === "string")
    return ISO.test(value) ? <Timestamp at={value} /> : <bdi>{names.get(value) ?? value}</bdi>;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return value.length === 0 ? (
      <span className="text-muted">—</span>
    ) : (
      <bdi>{value.map((item) => names.get(item) ?? item).join("\n")}</bdi>
    );
  }
  return (
    <span className="font-mono">
      {typeof value === "object" ? JSON.stringify(value, null, 2) : String(value)}
    </span>
  );
}
