/** What somebody wrote, with its lines. */
export function Words({ text }: { text: string }) {
  return (
    <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-wrap text-ink">
      {text}
    </p>
  );
}
