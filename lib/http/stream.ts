import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Streams text chunks as the client reads them. */
export function streamText(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Reads on SQLite are synchronous: let other requests run between two chunks.
      await yieldToEventLoop();
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
