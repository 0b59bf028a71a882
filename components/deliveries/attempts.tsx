import { Timestamp } from "@/components/ui/timestamp";
import type { DeliveryResponse } from "./delivery-state";

const formatSeconds = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

export function Attempts({ delivery: { history } }: { delivery: DeliveryResponse }) {
  if (history.length === 0) return <p className="text-muted">No attempts yet.</p>;
  return (
    <div>
      <table className="w-full border-collapse">
        <caption className="sr-only">Attempts, newest first</caption>
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {["Time", "Duration", "Response"].map((name) => (
              <th key={name} scope="col" className="py-1 pe-4 text-start font-medium last:pe-0">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.map(({ at, duration_ms, status_code, error, response }) => (
            <tr key={at} className="border-b border-line align-top last:border-b-0">
              <td className="w-1/4 py-2 pe-4">
                <Timestamp at={at} />
              </td>
              <td className="py-2 pe-4 whitespace-nowrap tabular-nums">
                {formatSeconds(duration_ms)}
              </td>
              <td className="w-2/3 py-2 wrap-anywhere">
                {status_code !== null && <span className="tabular-nums">{status_code}</span>}
                {status_code === null && error === null && "Accepted"}
                {error !== null && <span className="block text-critical">{error}</span>}
                {response && (
                  <bdi className="block font-mono text-xs whitespace-pre-wrap text-muted">
                    {response}
                  </bdi>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
