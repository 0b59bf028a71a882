import { FileUp } from "lucide-react";
import { useState } from "react";
import { useOnSessionEnded } from "@/components/auth/session";
import { saveFile } from "@/components/data/save-file";
import { createIdempotencyKey } from "@/components/forms/idempotency-key";
import { useOrganization } from "@/components/organizations/organization-context";
import { capitalize } from "@/components/ui/capitalize";
import { Button } from "@/components/ui/button";
import type { PersistentFormProps } from "@/components/ui/dialog";
import { formatNumber } from "@/components/ui/format-count";
import { Message } from "@/components/ui/message";
import { ScrollArea } from "@/components/ui/scroll-area";
import { type ResponseBody, ApiError } from "@/lib/http/api-client";
import { languages } from "@/lib/organizations/values";
import { limits } from "@/lib/limits";
import { ImportReport } from "./import-report";

const formatBytes = (bytes: number) =>
  bytes < 104_858
    ? `${formatNumber(Math.ceil(bytes / 1_024))} KB`
    : `${formatNumber(Math.round((bytes / 1_048_576) * 10) / 10)} MB`;

const columns = [
  { name: "address", description: "Email address or URL. Required." },
  { name: "channel", description: "email, webhook, slack, discord, or teams. Defaults to email." },
  {
    name: "components",
    description: "Names or IDs, separated by semicolons. Defaults to all components.",
  },
  { name: "contact_email", description: "Notified when deliveries keep failing." },
  {
    name: "confirmed",
    description:
      "true skips the confirmation email, except for addresses that unsubscribed before. Use it only " +
      "for people who asked to subscribe.",
  },
  {
    name: "component_updates",
    description: "true also sends notifications of component status changes.",
  },
  {
    name: "language",
    description: `${languages.join(", ")}. If empty, the default language of the status page is used.`,
  },
];

const TEMPLATE = [
  "channel,address,components,contact_email,confirmed,component_updates,language",
  "email,reader@example.com,,,true,,de",
  "webhook,https://example.com/hook,,ops@example.com,,true,",
]
  .map((line) => `${line}\r\n`)
  .join("");

/** `key` is the idempotency key. A retry with the same key does not import the file again. */
type Chosen = { file: File; key: string };

export default function ImportSubscribers({ onDone, onKeepOpen }: PersistentFormProps) {
  const { call, refresh } = useOrganization();
  const sessionEnded = useOnSessionEnded();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isDragOver, setIsDragOver] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<{
    report: ResponseBody<"POST /v1/organizations/{orgID}/subscribers/import">;
    lines: string[];
  } | null>(null);

  function choose(file: File | undefined) {
    if (file === undefined) return;
    const isTooLarge = file.size > limits.importBytes;
    setFailure(
      isTooLarge
        ? `This file is ${formatBytes(file.size)}. The maximum is ${formatBytes(limits.importBytes)}. ` +
            "Split it into smaller files."
        : null,
    );
    setChosen(isTooLarge ? null : { file, key: createIdempotencyKey() });
  }

  async function send({ file, key }: Chosen) {
    setFailure(null);
    setSent(0);
    onKeepOpen(true);
    try {
      // Reads the file before sending it, because the file may change before the response arrives.
      const text = await file.text().catch(() => null);
      if (text === null) {
        setChosen(null);
        setFailure("This file has changed or can’t be read. Choose it again.");
        return onKeepOpen(false);
      }
      // Sets the media type, because browsers report different ones for CSV.
      const { data: report } = await call("POST /v1/organizations/{orgID}/subscribers/import", {
        file: new Blob([file], { type: "text/csv" }),
        idempotencyKey: key,
        onSent: setSent,
      });
      const lines = text.split(/\r\n|\n|\r/);
      setDone({ report, lines });
      onKeepOpen(report.rows.some(({ secret }) => secret !== undefined));
      void refresh();
    } catch (error) {
      onKeepOpen(false);
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401 && sessionEnded !== null) sessionEnded();
      else
        setFailure(
          error.errors.length > 0
            ? error.errors.map(({ message }) => `${capitalize(message)}.`).join(" ")
            : error.detail,
        );
    } finally {
      setSent(null);
    }
  }

  if (done !== null) return <ImportReport {...done} onDone={onDone} />;
  const busy = sent !== null;
  return (
    <div className="grid gap-4">
      <ScrollArea label="Columns of the file">
        <table className="w-full border-collapse">
          <caption className="mb-1 text-start">
            A CSV file with a header row. Columns can be in any order. Existing subscribers are
            updated.
          </caption>
          <tbody>
            {columns.map(({ name, description }) => (
              <tr key={name} className="border-b border-line align-top last:border-b-0">
                <th
                  scope="row"
                  className="py-1.5 pe-4 text-start font-mono text-xs leading-5 font-normal"
                >
                  {name}
                </th>
                <td className="py-1.5 text-muted">{description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <div>
        <Button
          variant="secondary"
          onClick={() => saveFile("subscribers-template.csv", "text/csv", TEMPLATE)}
        >
          Download template
        </Button>
      </div>
      <label
        className={
          "relative grid place-items-center gap-1 rounded-lg border border-dashed px-4 py-8 " +
          "text-center has-focus-visible:outline-2 has-focus-visible:outline-accent " +
          `${isDragOver ? "border-accent bg-sunken" : "border-control"}`
        }
      >
        <FileUp className="size-6 text-muted" />
        <span className="font-medium wrap-anywhere">
          {chosen === null ? "Choose a CSV file or drop it here" : <bdi>{chosen.file.name}</bdi>}
        </span>
        <span className="text-muted">
          {chosen === null
            ? `Up to ${formatNumber(limits.importRows)} rows and ${formatBytes(limits.importBytes)}`
            : `${formatBytes(chosen.file.size)}. Choose another file or import this one.`}
        </span>
        {/* The input covers the whole area, so that it accepts dropped files. */}
        <input
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          disabled={busy}
          onDragEnter={() => setIsDragOver(true)}
          onDragLeave={() => setIsDragOver(false)}
          onDrop={() => setIsDragOver(false)}
          onChange={({ target }) => {
            choose(target.files?.[0]);
            // Clears the input, so that choosing an edited file again causes a change event.
            target.value = "";
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      {busy && (
        <div>
          <progress
            aria-label="Progress"
            max={1}
            {...(sent < 1 && { value: sent })}
            className="h-2 w-full accent-accent"
          />
          <output className="block text-muted">
            {sent < 1
              ? `Uploading: ${Math.round(sent * 100)}%`
              : "Uploaded. Importing rows. Large files take several seconds."}
          </output>
        </div>
      )}
      <Message>{failure}</Message>
      <div className="flex flex-wrap justify-end gap-2">
        {!busy && (
          <Button variant="secondary" onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button busy={busy} disabled={chosen === null} onClick={() => chosen && void send(chosen)}>
          {busy ? "Importing…" : "Import"}
        </Button>
      </div>
    </div>
  );
}
