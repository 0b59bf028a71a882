import { pageStatusByWorst } from "@/lib/components/rules";
import type { PublicStatus } from "@/lib/components/schema";
import type { Impact } from "@/lib/incidents/schema";
import type { Indicator } from "@/lib/public/page/schema";
import { shapes } from "@/lib/public/page/status-icons";
import { useView } from "./view";

const colors: Record<Indicator, string> = {
  none: "text-positive",
  maintenance: "text-planned",
  minor: "text-caution",
  major: "text-warning",
  critical: "text-critical",
  unknown: "text-muted",
};

type IconProps = {
  indicator: Indicator;
  /** Replaces the size and color. An ancestor can set `--glyph`, the color of the symbol. */
  className?: string;
};

/**
 * Renders an icon for a status, to be shown next to its label. Favicons and Open Graph images have
 * the same shapes.
 */
export function StatusIcon({ indicator, className = `size-4 ${colors[indicator]}` }: IconProps) {
  const { background, glyph, weight } = shapes[indicator];
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path fill="currentColor" d={background} />
      <path
        fill="none"
        stroke="var(--glyph,var(--color-surface))"
        strokeWidth={weight}
        strokeLinecap="round"
        strokeLinejoin="round"
        d={glyph}
      />
    </svg>
  );
}

const bandColors: Record<Indicator, string> = {
  none: "bg-solid-positive [--glyph:var(--color-solid-positive)] text-on-solid",
  maintenance: "bg-solid-planned [--glyph:var(--color-solid-planned)] text-on-solid",
  minor: "bg-solid-caution [--glyph:var(--color-solid-caution)] text-on-caution",
  major: "bg-solid-warning [--glyph:var(--color-solid-warning)] text-on-solid",
  critical: "bg-solid-critical [--glyph:var(--color-solid-critical)] text-on-solid",
  unknown: "bg-solid-unknown [--glyph:var(--color-solid-unknown)] text-on-solid",
};

type BandProps = { indicator: Indicator; className?: string; children: React.ReactNode };

export const StatusBanner = ({ indicator, className = "", children }: BandProps) => (
  <div className={`sp-band rounded-lg px-5 py-4 ${bandColors[indicator]} ${className}`}>
    {children}
  </div>
);

export function ComponentStatusLabel({ status }: { status: PublicStatus }) {
  const { status_indicator: indicator } = pageStatusByWorst[status];
  return (
    <span
      className={`sp-state inline-flex items-center gap-1.5 font-medium whitespace-nowrap ${colors[indicator]}`}
    >
      <StatusIcon indicator={indicator} />
      {useView().texts.component[status]}
    </span>
  );
}

export const getIndicatorOfImpact = (impact: Impact): Indicator =>
  impact === "none" ? "unknown" : impact;

export function ImpactLabel({ impact }: { impact: Impact }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {impact !== "none" && <StatusIcon indicator={impact} />}
      {useView().texts.impact[impact]}
    </span>
  );
}
