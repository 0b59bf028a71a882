import { createServer } from "node:http";
import { listen, serve } from "./child";

export type ReceiverCommand = { reset?: boolean };
export type ReceiverReport = ReturnType<typeof report>;

/** Requests since the last call with `reset`. Times are in ms since 1970. */
const received = { count: 0, first: 0, last: 0 };
/** Webhook IDs since the start. */
const ids = new Set<string>();
const url = await listen(
  createServer((request, response) => {
    ids.add(String(request.headers["webhook-id"]));
    request.resume().on("end", () => {
      received.last = Date.now();
      if (received.count++ === 0) received.first = received.last;
      response.end();
    });
  }),
);

function report({ reset }: ReceiverCommand) {
  const snapshot = { ...received, url, ids: ids.size };
  if (reset) Object.assign(received, { count: 0, first: 0, last: 0 });
  return snapshot;
}

serve(report);
