import { CircleCheck, CircleMinus, CircleX, RefreshCw } from "lucide-react";
import { useState } from "react";
import { saveFile } from "@/components/data/save-file";
import { StatusBadge, type StatusStyle } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { formatNumber } from "@/components/ui/format-count";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { ResponseBody } from "@/lib/http/api-client";
import { escapeFormulas } from "@/lib/subscribers/values";

type ImportResponse = ResponseBody<"POST /v1/organizations/{orgID}/subscribers/import">;
type Row = ImportResponse["rows"][number];
type Status = Row["status"];

const styles: Record<Status, StatusStyle> = {
  failed: { label: "Failed", icon: CircleX, tone: "critical" },
  created: { label: "Created", icon: CircleCheck, tone: "positive" },
  updated: { label: "Updated", icon: RefreshCw, tone: "neutral" },
  skipped: { label: "Skipped", icon: CircleMinus, tone: "neutral" },
};
const statuses = Object.keys(styles) as Status[];

const PAGE_SIZE = 100;

const getReason = ({ status, message }: Row) =>
  message ?? (status === "skipped" ? "already subscribed, no changes" : "");

const formatCsvCell = (cell: string) => `"${escapeFormulas(cell).replaceAll('"', '""')}"`;
const toCsv = (rows: readonly Row[]) =>
  [
    "line,status,message,secret",
    ...rows.map((row) =>
      [String(row.line), row.status, formatCsvCell(getReason(row)), row.secret ?? ""].join(","),
    ),
  ]
    .map((line) => `${line}\r\n`)
    .join("");

type Props = {
  report: ImportResponse;
  lines: readonly string[];
  onDone: () => void;
};

export function ImportReport({ report, lines, onDone }: Props) {
  const [only, setOnly] = useState<Status | null>(report.failed > 0 ? "failed" : null);
  const [shown, setShown] = useState(PAGE_SIZE);
  const rows = only === null ? report.rows : report.rows.filter(({ status }) => status === only);
  const download = (chosen: readonly Row[]) =>
    saveFile("import-report.csv", "text/csv", toCsv(chosen));
  const secrets = report.rows.filter(({ secret }) => secret !== undefined).length;
  const choices = [
    { status: null, label: "All", count: report.rows.length },
    ...statuses.map((status) => ({ status, label: styles[status].label, count: report[status] })),
  ];
  return (
    <div className="grid min-w-0 gap-4">
      <output className="block font-medium">
        {formatNumber(report.created)} created, {formatNumber(report.updated)} updated,{" "}
        {formatNumber(report.skipped)} skipped, {formatNumber(report.failed)} failed.
      </output>
      {secrets > 0 && (
        <p>
          The report contains the signing{" "}
          {secrets === 1
            ? "secret of 1 new webhook"
            : `secrets of ${formatNumber(secrets)} new webhooks`}
          . Download the report now: you won’t be able to see it again.
        </p>
      )}
      <fieldset aria-label="Rows to show" className="flex flex-wrap gap-1">
        {choices.map(({ status, label, count }) => (
          <button
            key={label}
            type="button"
            aria-pressed={only === status}
            disabled={count === 0}
            onClick={() => {
              setOnly(status);
              setShown(PAGE_SIZE);
            }}
            className={
              "rounded-full border border-line px-3 py-1 text-xs text-muted hover:bg-sunken " +
              "disabled:opacity-60 aria-pressed:border-accent aria-pressed:font-medium " +
              "aria-pressed:text-ink pointer-coarse:min-h-11"
            }
          >
            {label} {formatNumber(count)}
          </button>
        ))}
      </fieldset>
      <ScrollArea label="Rows of the file" className="max-h-[45dvh] rounded-lg border border-line">
        <table className="w-full border-collapse">
          <thead className="sticky top-0 bg-surface text-xs text-muted">
            <tr>
              {["Line", "Result", "Reason", "Row"].map((name) => (
                <th key={name} scope="col" className="px-3 py-2 text-start font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <tr key={row.line} className="border-t border-line align-top">
                <td className="px-3 py-1.5 tabular-nums">{row.line}</td>
                <td className="px-3 py-1.5">
                  <StatusBadge {...styles[row.status]} />
                </td>
                <td className="min-w-40 px-3 py-1.5 wrap-anywhere">{getReason(row)}</td>
                <td className="px-3 py-1.5 font-mono text-xs leading-5">
                  <bdi className="block max-w-80 truncate">{lines[row.line - 1]}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="p-3 text-muted">The file has no rows.</p>}
        {rows.length > shown && (
          <div className="border-t border-line p-2">
            <Button variant="quiet" onClick={() => setShown(shown + PAGE_SIZE)}>
              Show {formatNumber(Math.min(PAGE_SIZE, rows.length - shown))} more of{" "}
              {formatNumber(rows.length - shown)}
            </Button>
          </div>
        )}
      </ScrollArea>
      <div className="flex flex-wrap justify-end gap-2">
        {only !== null && (
          <Button variant="secondary" onClick={() => download(rows)}>
            Download these rows
          </Button>
        )}
        <Button variant="secondary" onClick={() => download(report.rows)}>
          Download report
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
