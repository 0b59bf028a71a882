import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { saveFile } from "@/components/data/save-file";
import { useAction } from "@/components/data/use-action";
import { useBusy } from "@/components/data/use-busy";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button, buttonClass } from "@/components/ui/button";
import { BASE_PATH } from "@/lib/base-path";
import type { CallOptions } from "@/lib/http/api-client";
import { splitIntoBatches } from "@/lib/subscribers/values";

const EXPORT = "GET /v1/organizations/{orgID}/subscribers/export";

type Filter = Omit<NonNullable<CallOptions<typeof EXPORT>["query"]>, "ids">;
type FilterProps = { filter: Filter; onDone: () => void };
type SelectionProps = { ids: readonly string[]; onDone: () => void };

export default function ExportSubscribers(props: FilterProps | SelectionProps) {
  return (
    <div className="grid gap-4">
      <p>Download {getSubject(props)} as a CSV file that you can import again.</p>
      <p className="text-muted">
        Not included: unsubscribed addresses, and subscribers who follow only individual incidents
        or archived components. The file contains full Slack, Discord, and Teams webhook URLs, so
        keep it private: anyone with it can post to those channels.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={props.onDone}>
          Cancel
        </Button>
        {"ids" in props ? <SelectionDownload {...props} /> : <FilterDownload {...props} />}
      </div>
    </div>
  );
}

const label = (
  <>
    <Download className="size-4" /> Download CSV
  </>
);

function FilterDownload({ filter, onDone }: FilterProps) {
  const { id: orgID } = useOrganization();
  const query = new URLSearchParams(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  );
  return (
    <a
      href={`${BASE_PATH}/v1/organizations/${encodeURIComponent(orgID)}/subscribers/export?${query}`}
      download
      onClick={onDone}
      className={buttonClass()}
    >
      {label}
    </a>
  );
}

/** Joins the files of several requests, because one URL can hold only a limited number of IDs. */
function SelectionDownload({ ids, onDone }: SelectionProps) {
  const { id: orgID, call } = useOrganization();
  const runAction = useAction();
  const [isLoading, run] = useBusy();
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => void (isClosed.current = true);
  }, []);
  async function download() {
    let file = "";
    // The list shows the newest first, but exports start with the oldest.
    for (const batch of splitIntoBatches(ids.toReversed())) {
      if (isClosed.current) return;
      const query = { ids: batch.join(",") };
      const { data } = await call(EXPORT, { query });
      file += file === "" ? data : data.slice(data.indexOf("\n") + 1);
    }
    if (isClosed.current) return;
    saveFile(`subscribers-${orgID}.csv`, "text/csv", file);
    onDone();
  }
  return (
    <Button
      busy={isLoading}
      onClick={() => void run(() => runAction("Couldn’t export the subscribers", download))}
    >
      {label}
    </Button>
  );
}

function getSubject(props: FilterProps | SelectionProps): string {
  if ("ids" in props) return "the selected subscribers";
  return Object.values(props.filter).some(Boolean)
    ? "the subscribers that match the filters"
    : "all subscribers";
}
