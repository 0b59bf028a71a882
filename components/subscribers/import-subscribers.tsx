"use client";

import { FileUp } from "lucide-react";
import { useState } from "react";
import { useSessionEnded } from "@/components/auth/session";
import { saveFile } from "@/components/data/save-file";
import { useRefresh } from "@/components/data/use-read";
import { newIdempotencyKey } from "@/components/forms/idempotency-key";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { type Answer, ApiError, call } from "@/lib/http/client";
import { limits } from "@/lib/limits";
import { ImportReport } from "./import-report";

const number = new Intl.NumberFormat();
const megabytes = (bytes: number) => (bytes < 104_858 ? `${number.format(Math.ceil(bytes / 1_024))} kB` : `${number.format(Math.round((bytes / 1_048_576) * 10) / 10)} MB`);

const columns = [
  { name: "address", meaning: "An email address or a URL. The only column that must be there." },
  { name: "channel", meaning: "email, webhook, slack, discord or teams. Empty means email." },
  { name: "components", meaning: "Names or ids, with ; between them. Empty means everything." },
  { name: "contact_email", meaning: "Whom to tell when an endpoint keeps failing." },
  { name: "confirmed", meaning: "true for addresses that asked you for it: no mail asks them again. Empty means that a mail asks." },
];

const TEMPLATE = ["channel,address,components,contact_email,confirmed", "email,reader@example.com,,,true", "webhook,https://example.com/hook,,ops@example.com,"].map((line) => `${line}\r\n`).join("");

/** A file that was chosen, with the key under which it is imported once, however often it is sent. */
type Chosen = { file: File; key: string };

type Props = {
  onDone: () => void;
  /** At work, or showing secrets that are not shown again: nothing but its own button must close it. */
  onHold: (holds: boolean) => void;
};

/** Subscribes the addresses of a file: what `?do=import` opens. */
export default function ImportSubscribers({ onDone, onHold }: Props) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const sessionEnded = useSessionEnded();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [over, setOver] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<{ report: Answer<"POST /v1/organizations/{orgID}/subscribers/import">; lines: string[] } | null>(null);

  function choose(file: File | undefined) {
    if (file === undefined) return;
    const tooLarge = file.size > limits.importBytes;
    setFailure(tooLarge ? `A file may have at most ${megabytes(limits.importBytes)}; this one has ${megabytes(file.size)}.` : null);
    setChosen(tooLarge ? null : { file, key: newIdempotencyKey() });
  }

  async function send({ file, key }: Chosen) {
    setFailure(null);
    setSent(0);
    onHold(true);
    try {
      // Read first: by the time of the answer, it may be gone from the disk.
      const text = await file.text();
      // What the system takes the file for varies; spreadsheets call it theirs.
      const { data: report } = await call("POST /v1/organizations/{orgID}/subscribers/import", { params: { orgID }, file: new Blob([file], { type: "text/csv" }), idempotencyKey: key, onSent: setSent });
      const lines = text.split(/\r\n|\n|\r/);
      setDone({ report, lines });
      onHold(report.rows.some(({ secret }) => secret !== undefined));
      void refresh();
    } catch (error) {
      onHold(false);
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401 && sessionEnded !== null) sessionEnded();
      else setFailure(error.errors.length > 0 ? error.errors.map(({ message }) => `${message[0]?.toUpperCase()}${message.slice(1)}.`).join(" ") : error.detail);
    }
    setSent(null);
  }

  if (done !== null) return <ImportReport {...done} onDone={onDone} />;
  const busy = sent !== null;
  return (
    <div className="grid gap-4">
      <div className="overflow-x-auto">
        <table className="w-full border-collapse">
          <caption className="mb-1 text-start">
            A CSV file whose first line names its columns, in any order. Known addresses are changed where a row says something new.
          </caption>
          <tbody>
            {columns.map(({ name, meaning }) => (
              <tr key={name} className="border-b border-line align-top last:border-b-0">
                <th scope="row" className="py-1.5 pe-4 text-start font-mono text-xs leading-5 font-normal">
                  {name}
                </th>
                <td className="py-1.5 text-muted">{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button variant="secondary" onClick={() => saveFile("subscribers-template.csv", "text/csv", TEMPLATE)}>
          Download a template
        </Button>
      </div>
      <label
        className={`relative grid place-items-center gap-1 rounded-lg border border-dashed px-4 py-8 text-center has-focus-visible:outline-2 has-focus-visible:outline-accent ${over ? "border-accent bg-sunken" : "border-control"}`}
      >
        <FileUp className="size-6 text-muted" />
        <span className="font-medium wrap-anywhere">{chosen === null ? "Choose a CSV file, or drop it here" : <bdi>{chosen.file.name}</bdi>}</span>
        <span className="text-muted">{chosen === null ? `Up to ${number.format(limits.importRows)} rows and ${megabytes(limits.importBytes)}` : `${megabytes(chosen.file.size)}. Choose another, or go on.`}</span>
        {/* It lies over all of this, for it takes what is dropped on it. */}
        <input
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          disabled={busy}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => choose(event.target.files?.[0])}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      {busy && (
        <div>
          <progress aria-label="Progress" max={1} {...(sent < 1 && { value: sent })} className="h-2 w-full accent-accent" />
          <output className="block text-muted">{sent < 1 ? `Sending: ${Math.round(sent * 100)}%` : "Sent. The rows are being read; many take some seconds."}</output>
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
