export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface p-4"
    >
      <pre dir="ltr" className="font-mono text-xs leading-5">
        <code>{children}</code>
      </pre>
    </section>
  );
}
