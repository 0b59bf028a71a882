import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { log } from "@/lib/log";

/** Streams chunks as fast as the client reads them. Rejects if the first chunk can't be read. */
export async function streamText(
  chunks: AsyncGenerator<string>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let first: IteratorResult<string> | null = await chunks.next();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Reads from SQLite are synchronous, so other requests must be able to run in between.
      await yieldToEventLoop();
      try {
        const { value, done } = first ?? (await chunks.next());
        first = null;
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log.error({ error: String(error) }, "a streamed response was interrupted");
        // The client may receive this error, so it has no details.
        controller.error(new Error("The response was interrupted."));
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
