import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "./button";

type CopyFieldProps = { label: string; value: string; hint?: string };

export function CopyField({ label, value, hint }: CopyFieldProps) {
  const text = useRef<HTMLElement>(null);
  const [result, setResult] = useState<"copied" | "selected" | null>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setResult("copied");
    } catch {
      // Selects the text for manual copying, because the clipboard requires HTTPS and permission.
      if (text.current !== null) window.getSelection()?.selectAllChildren(text.current);
      setResult("selected");
    }
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex items-start gap-2 rounded-md border border-line bg-sunken py-1 ps-3 pe-1">
        <code
          ref={text}
          dir="ltr"
          className="min-w-0 flex-1 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {value}
        </code>
        <Button variant="quiet" className="shrink-0" onClick={() => void copy()}>
          {result === "copied" ? <Check className="size-4" /> : <Copy className="size-4" />} Copy
        </Button>
      </div>
      {hint && <p className="mt-1 text-xs text-muted">{hint}</p>}
      <output className="mt-1 block text-xs text-muted empty:hidden">
        {result === "copied" && "Copied."}
        {result === "selected" && "Press Ctrl+C or ⌘C to copy."}
      </output>
    </fieldset>
  );
}
