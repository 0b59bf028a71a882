"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { FieldGroup } from "@/components/ui/field";
import { contrast } from "@/lib/organizations/rules";
import { grounds, usableAccent } from "@/lib/status-page/rules";

/** Where the colour chooser begins: the product's own. */
const OWN = "#2746c7";
const HEX = /^#[0-9a-f]{6}$/i;

type Props = { value: string | null; onChange: (colour: string | null) => void; error: string | undefined };

/** The colour of links and buttons on the public page, and whether one can read it. */
export function AccentField({ value, onChange, error }: Props) {
  const valid = value !== null && HEX.test(value.trim()) ? value.trim() : null;
  return (
    <FieldGroup label="Accent colour" error={error} hint="For links and buttons of the page. States have colours of their own, which stay.">
      <div className="flex flex-wrap items-center gap-2">
        <input type="color" aria-label="Choose the accent colour" value={valid?.toLowerCase() ?? OWN} onChange={(event) => onChange(event.target.value)} className="h-9 w-12 cursor-pointer rounded-md border border-control bg-surface p-1 pointer-coarse:h-11" />
        <input
          type="text"
          aria-label="Accent colour as #rrggbb"
          placeholder="Candor’s own"
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
          value={value ?? ""}
          aria-invalid={error !== undefined || undefined}
          onChange={(event) => onChange(event.target.value.trim() === "" ? null : event.target.value)}
          className="w-36 rounded-md border border-control bg-surface px-3 py-1.5 font-mono text-base placeholder:font-sans placeholder:text-muted aria-invalid:border-invalid pointer-fine:text-sm pointer-coarse:py-2.5"
        />
        {value !== null && (
          <Button variant="quiet" onClick={() => onChange(null)}>
            Use Candor’s own
          </Button>
        )}
      </div>
      <output className="mt-2 grid gap-1 empty:hidden">{valid !== null && (["light", "dark"] as const).map((scheme) => <Verdict key={scheme} scheme={scheme} colour={valid} />)}</output>
    </FieldGroup>
  );
}

/** Whether the colour can be read in one scheme, on all that the page is made of. */
function Verdict({ scheme, colour }: { scheme: keyof typeof grounds; colour: string }) {
  const worst = Math.min(...Object.values(grounds[scheme]).map((ground) => contrast(colour, ground)));
  const isUsable = usableAccent(colour)[scheme] !== null;
  const Icon = isUsable ? CircleCheck : TriangleAlert;
  // Rounded down: 4.47 must not pass for the 4.5 that it misses.
  const ratio = (Math.floor(worst * 10) / 10).toFixed(1);
  return (
    <span className="flex items-start gap-1.5">
      <Icon className={`mt-0.5 size-4 shrink-0 ${isUsable ? "text-positive" : "text-caution"}`} />
      <span>
        On {scheme}: {ratio} to 1, {isUsable ? "easy to read." : "too faint to read, which takes 4.5. Whoever reads in " + scheme + " sees Candor’s own colour instead."}
      </span>
    </span>
  );
}
