import { MAX_REQUESTS_PER_HOST, createOutboundClient } from "../lib/outbound/client";
import { answer } from "./child";

export type SenderQuestion = {
  url: string;
  headers: Record<string, string>;
  body: string;
  count: number;
};
export type Sent = { milliseconds: number; processorMilliseconds: number };

const { post } = createOutboundClient({ allowPrivate: true });

// The baseline for delivery: the same client, bytes, and number of concurrent requests, without
// any other work.
answer<SenderQuestion, Sent>(async ({ url, headers, body, count }) => {
  let left = count;
  const { signal } = new AbortController();
  const loop = async () => {
    while (left-- > 0) await post(url, { body, headers, signal });
  };
  const processor = process.cpuUsage();
  const begun = performance.now();
  await Promise.all(Array.from({ length: MAX_REQUESTS_PER_HOST }, loop));
  const { user, system } = process.cpuUsage(processor);
  return {
    milliseconds: performance.now() - begun,
    processorMilliseconds: (user + system) / 1_000,
  };
});
