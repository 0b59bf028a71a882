import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { expect, test } from "vitest";
import { withSpan } from "./tracing";

test("withSpan: with an SDK, spans are nested and have attributes and errors", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  const failing = withSpan("outer", { channel: "email" }, () =>
    withSpan("inner", {}, () => Promise.reject(new Error("refused"))),
  );
  await expect(failing).rejects.toThrow("refused");
  const [inner, outer] = exporter.getFinishedSpans();
  expect([inner!.name, outer!.name]).toEqual(["inner", "outer"]);
  expect(inner!.parentSpanContext?.spanId).toBe(outer!.spanContext().spanId);
  expect(outer!.attributes).toEqual({ channel: "email" });
  expect(inner!.events.map(({ name }) => name)).toEqual(["exception"]);
  await provider.shutdown();
});

test("withSpan: without an SDK, the result of the work is returned", async () => {
  expect(await withSpan("work", {}, () => Promise.resolve(1))).toBe(1);
});
