import { Moment } from "@/components/ui/moment";
import type { Delivery } from "./delivery-state";

const seconds = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** What happened when a delivery was tried, newest first. */
export function Attempts({ delivery: { history, attempts } }: { delivery: Delivery }) {
  if (history.length === 0) return <p className="text-muted">It was not tried yet.</p>;
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-96 border-collapse">
        <caption className="sr-only">Attempts, newest first</caption>
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {["When", "Took", "Answer", "It began with"].map((name) => (
              <th key={name} scope="col" className="py-1 pe-4 text-start font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.map(({ at, duration_ms, status_code, error, response }) => (
            <tr key={at} className="border-b border-line align-top last:border-b-0">
              <td className="py-2 pe-4 whitespace-nowrap">
                <Moment at={at} />
              </td>
              <td className="py-2 pe-4 whitespace-nowrap tabular-nums">{seconds(duration_ms)}</td>
              <td className="min-w-32 py-2 pe-4 wrap-anywhere">
                {status_code !== null && <span className="tabular-nums">{status_code}</span>}
                {error !== null && <span className="block text-critical">{error}</span>}
                {status_code === null && error === null && "Accepted"}
              </td>
              <td className="min-w-32 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">{response ? <bdi>{response}</bdi> : "—"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {attempts > history.length && <p className="mt-1 text-xs text-muted">Older attempts are not kept.</p>}
    </div>
  );
}
