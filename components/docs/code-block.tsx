import { ScrollArea } from "@/components/ui/scroll-area";

export const CodeBlock = ({ label, children }: { label: string; children: string }) => (
  <ScrollArea label={label} className="rounded-lg border border-line bg-surface p-4">
    <pre dir="ltr" className="font-mono text-xs leading-5">
      <code>{children}</code>
    </pre>
  </ScrollArea>
);
