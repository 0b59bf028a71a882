import { lazy, Suspense } from "react";
import { PlainText } from "@/components/status-page/plain-text";
import { mayHaveMarkup, type TextFormat } from "@/lib/markdown/values";

// The Markdown parser is 40 kB, so it is loaded on demand.
const load = () => import("@/components/status-page/markdown-text");
const MarkdownText = lazy(async () => ({ default: (await load()).MarkdownText }));
const MarkdownSummary = lazy(async () => ({ default: (await load()).MarkdownSummary }));

type MessageProps = { text: string; format: TextFormat };

export function MessageText({ text, format }: MessageProps) {
  const plain = <PlainText text={text} />;
  return format === "plain" ? (
    plain
  ) : (
    <Suspense fallback={plain}>
      <MarkdownText text={text} />
    </Suspense>
  );
}

export const MessageSummary = ({ text, format }: MessageProps) =>
  format === "plain" || !mayHaveMarkup(text) ? (
    text
  ) : (
    <Suspense fallback={text}>
      <MarkdownSummary text={text} />
    </Suspense>
  );
