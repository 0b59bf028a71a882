import { LoadingCard } from "@/components/data/loading-card";
import { useRead } from "@/components/data/use-read";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { Timestamp } from "@/components/ui/timestamp";

const EVERY_MS = 15_000;

const useProcess = () => useRead("GET /v1/admin/process", {}, { everyMs: EVERY_MS });

/** Shows the recent errors of one process: the one that handles the request. */
export function RecentErrors() {
  const { data, error } = useProcess();
  return (
    <Section
      title="Recent errors"
      aside={
        data && (
          <span className="text-xs text-muted">
            From the server process that handled this request, running since{" "}
            <Timestamp at={data.started_at} />.
          </span>
        )
      }
    >
      <LoadingCard of={{ data, error }} rows={2} label="Loading recent errors">
        {data?.recent_errors.length === 0 && (
          <EmptyState title="No errors">
            The last 50 errors in the log of this process appear here.
          </EmptyState>
        )}
        <ul>
          {data?.recent_errors.map(
            ({ at, message, error: cause, request_id: requestId }, index) => (
              <li
                key={`${at} ${data.recent_errors.length - index}`}
                className="border-b border-line px-4 py-2.5 last:border-b-0"
              >
                <div className="flex flex-wrap justify-between gap-x-4">
                  <p className="font-medium wrap-anywhere">{message}</p>
                  <p className="text-xs text-muted">
                    <Timestamp at={at} />
                  </p>
                </div>
                {cause !== null && <p className="text-muted wrap-anywhere">{cause}</p>}
                {requestId !== null && (
                  <p className="text-xs text-muted">
                    Request <span className="font-mono wrap-anywhere">{requestId}</span>
                  </p>
                )}
              </li>
            ),
          )}
        </ul>
      </LoadingCard>
    </Section>
  );
}

export function ReceivedRequestSection() {
  const { data } = useProcess();
  if (data === undefined) return null;
  const { client, protocol, headers } = data.request;
  return (
    <Section title="Your request as the server received it">
      <Card className="p-4">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          <Fact term="Client" fact={client} />
          <Fact term="Protocol" fact={protocol.toUpperCase()} />
          {headers.map(({ name, value }) => (
            <Fact key={name} term={name} fact={value} isCode />
          ))}
        </dl>
        <p className="mt-3 text-muted">
          If the client is your proxy, set TRUST_PROXY to its address.
        </p>
      </Card>
    </Section>
  );
}

function Fact({ term, fact, isCode = false }: { term: string; fact: string; isCode?: boolean }) {
  return (
    <>
      <dt className={`text-muted ${isCode ? "font-mono" : ""}`}>{term}</dt>
      <dd className="font-mono wrap-anywhere">{fact}</dd>
    </>
  );
}
