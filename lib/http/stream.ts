import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { log } from "@/lib/log";

/** Streams text chunks as the client reads them. Rejects if the first one can't be read. */
export async function streamText(
  chunks: AsyncGenerator<string>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let first: IteratorResult<string> | null = await chunks.next();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Reads on SQLite are synchronous: let other requests run between two chunks.
      await yieldToEventLoop();
      try {
        const { value, done } = first ?? (await chunks.next());
        first = null;
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log.error({ error: String(error) }, "a streamed response was interrupted");
        // The adapter may send the message.
        controller.error(new Error("The response was interrupted."));
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
