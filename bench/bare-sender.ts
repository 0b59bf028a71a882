import { MAX_REQUESTS_PER_HOST, createOutboundClient } from "../lib/outbound/outbound-client";
import { serve } from "./child";

export type SenderCommand = {
  url: string;
  headers: Record<string, string>;
  body: string;
  count: number;
};
export type Sent = { milliseconds: number; processorMilliseconds: number };

const { post } = createOutboundClient({ allowPrivate: true });

// The baseline for deliveries: sends the same requests with the same HTTP client and concurrency.
serve<SenderCommand, Sent>(async ({ url, headers, body, count }) => {
  let left = count;
  const { signal } = new AbortController();
  const loop = async () => {
    while (left-- > 0) await post(url, { body, headers, signal });
  };
  const processor = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: MAX_REQUESTS_PER_HOST }, loop));
  const { user, system } = process.cpuUsage(processor);
  return {
    milliseconds: performance.now() - startedAt,
    processorMilliseconds: (user + system) / 1_000,
  };
});
