"use client";

import { CircleCheck, CircleMinus, CircleX, type LucideIcon, RefreshCw } from "lucide-react";
import { useState } from "react";
import { saveFile } from "@/components/data/save-file";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { Answer } from "@/lib/http/client";

type Report = Answer<"POST /v1/organizations/{orgID}/subscribers/import">;
type Row = Report["rows"][number];
type Status = Row["status"];

const looks: Record<Status, { word: string; icon: LucideIcon; tone: Tone }> = {
  failed: { word: "Failed", icon: CircleX, tone: "critical" },
  created: { word: "Created", icon: CircleCheck, tone: "positive" },
  updated: { word: "Updated", icon: RefreshCw, tone: "neutral" },
  skipped: { word: "Skipped", icon: CircleMinus, tone: "neutral" },
};
const statuses = Object.keys(looks) as Status[];

/** Rows that are shown at once: a file may have twenty thousand. */
const SHOWN = 100;
const number = new Intl.NumberFormat();

const because = ({ status, message }: Row) => message ?? (status === "skipped" ? "is there already, as the row says" : "");

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const asCsv = (rows: readonly Row[]) => ["line,status,message,secret", ...rows.map((row) => [String(row.line), row.status, quoted(because(row)), row.secret ?? ""].join(","))].map((line) => `${line}\r\n`).join("");

type Props = { report: Report; /** Those of the file, as it was sent. */ lines: readonly string[]; onDone: () => void };

/** What came of a file, row by row. */
export function ImportReport({ report, lines, onDone }: Props) {
  const [only, setOnly] = useState<Status | null>(report.failed > 0 ? "failed" : null);
  const [shown, setShown] = useState(SHOWN);
  const rows = only === null ? report.rows : report.rows.filter(({ status }) => status === only);
  const secrets = report.rows.filter(({ secret }) => secret !== undefined).length;
  const choices = [{ status: null, word: "All", count: report.rows.length }, ...statuses.map((status) => ({ status, word: looks[status].word, count: report[status] }))];
  return (
    <div className="grid min-w-0 gap-4">
      <output className="block font-medium">
        {number.format(report.created)} created, {number.format(report.updated)} updated, {number.format(report.skipped)} skipped, {number.format(report.failed)} failed.
      </output>
      {secrets > 0 && <p>The signing secrets of {secrets === 1 ? "one new webhook" : `${number.format(secrets)} new webhooks`} are in the report. Download it now: they are not shown again.</p>}
      <fieldset aria-label="Rows to show" className="flex flex-wrap gap-1">
        {choices.map(({ status, word, count }) => (
          <button
            key={word}
            type="button"
            aria-pressed={only === status}
            disabled={count === 0}
            onClick={() => {
              setOnly(status);
              setShown(SHOWN);
            }}
            className="rounded-full border border-line px-3 py-1 text-xs text-muted hover:bg-sunken disabled:opacity-60 aria-pressed:border-accent aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:min-h-11"
          >
            {word} {number.format(count)}
          </button>
        ))}
      </fieldset>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <section tabIndex={0} aria-label="Rows of the file" className="max-h-[45dvh] overflow-auto rounded-lg border border-line">
        <table className="w-full border-collapse">
          <thead className="sticky top-0 bg-surface text-xs text-muted">
            <tr>
              {["Line", "Outcome", "Why", "Row"].map((name) => (
                <th key={name} scope="col" className="px-3 py-2 text-start font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => {
              const { word, icon, tone } = looks[row.status];
              return (
                <tr key={row.line} className="border-t border-line align-top">
                  <td className="px-3 py-1.5 tabular-nums">{row.line}</td>
                  <td className="px-3 py-1.5">
                    <Badge tone={tone} icon={icon}>
                      {word}
                    </Badge>
                  </td>
                  <td className="min-w-40 px-3 py-1.5 wrap-anywhere">{because(row)}</td>
                  <td className="px-3 py-1.5 font-mono text-xs leading-5">
                    <bdi className="block max-w-80 truncate">{lines[row.line - 1]}</bdi>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {rows.length === 0 && <p className="p-3 text-muted">The file has no rows.</p>}
        {rows.length > shown && (
          <div className="border-t border-line p-2">
            <Button variant="quiet" onClick={() => setShown(shown + SHOWN)}>
              Show {number.format(Math.min(SHOWN, rows.length - shown))} more of {number.format(rows.length - shown)}
            </Button>
          </div>
        )}
      </section>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={() => saveFile("import-report.csv", "text/csv", asCsv(rows))}>
          Download {only === null ? "the report" : "these rows"}
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
