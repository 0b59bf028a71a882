"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { FieldGroup } from "@/components/ui/field";
import { getContrastRatio } from "@/lib/organizations/rules";
import { grounds, usableAccent } from "@/lib/public/page/rules";

const DEFAULT_ACCENT = "#2746c7";
const HEX = /^#[0-9a-f]{6}$/i;

type Props = {
  value: string | null;
  onChange: (color: string | null) => void;
  error: string | undefined;
};

export function AccentField({ value, onChange, error }: Props) {
  const valid = value !== null && HEX.test(value.trim()) ? value.trim() : null;
  return (
    <FieldGroup
      label="Accent color"
      error={error}
      hint="For links and buttons. Status colors don’t change."
    >
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="color"
          aria-label="Choose the accent color"
          value={valid?.toLowerCase() ?? DEFAULT_ACCENT}
          onChange={(event) => onChange(event.target.value)}
          className="h-9 w-12 cursor-pointer rounded-md border border-control bg-surface p-1 pointer-coarse:h-11"
        />
        <input
          type="text"
          aria-label="Accent color as #rrggbb"
          placeholder="Default"
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
          value={value ?? ""}
          aria-invalid={error !== undefined || undefined}
          onChange={(event) =>
            onChange(event.target.value.trim() === "" ? null : event.target.value)
          }
          className={
            "w-36 rounded-md border border-control bg-surface px-3 py-1.5 font-mono text-base " +
            "placeholder:font-sans placeholder:text-muted aria-invalid:border-invalid " +
            "pointer-fine:text-sm pointer-coarse:py-2.5"
          }
        />
        {value !== null && (
          <Button variant="quiet" onClick={() => onChange(null)}>
            Use default
          </Button>
        )}
      </div>
      <output className="mt-2 grid gap-1 empty:hidden">
        {valid !== null &&
          (["light", "dark"] as const).map((scheme) => (
            <ContrastResult key={scheme} scheme={scheme} color={valid} />
          ))}
      </output>
    </FieldGroup>
  );
}

function ContrastResult({ scheme, color }: { scheme: keyof typeof grounds; color: string }) {
  const lowestContrast = Math.min(
    ...Object.values(grounds[scheme]).map((ground) => getContrastRatio(color, ground)),
  );
  const isUsable = usableAccent(color)[scheme] !== null;
  const Icon = isUsable ? CircleCheck : TriangleAlert;
  // Rounded down, so that 4.47 does not pass as 4.5.
  const ratio = (Math.floor(lowestContrast * 10) / 10).toFixed(1);
  return (
    <span className="flex items-start gap-1.5">
      <Icon className={`mt-0.5 size-4 shrink-0 ${isUsable ? "text-positive" : "text-caution"}`} />
      <span>
        {scheme === "light" ? "Light" : "Dark"} mode: contrast {ratio}:1.{" "}
        {isUsable
          ? "Easy to read."
          : "Too low to read (minimum 4.5:1), so the default color is used."}
      </span>
    </span>
  );
}
