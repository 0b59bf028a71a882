import type { LucideIcon } from "lucide-react";

const tones = {
  neutral: "bg-sunken text-muted",
  positive: "bg-positive-soft text-positive",
  caution: "bg-caution-soft text-caution",
  warning: "bg-warning-soft text-warning",
  critical: "bg-critical-soft text-critical",
  planned: "bg-planned-soft text-planned",
};

export type BadgeTone = keyof typeof tones;
export type StatusStyle = { label: string; icon: LucideIcon; tone: BadgeTone };

type BadgeProps = { tone?: BadgeTone; icon?: LucideIcon; children: React.ReactNode };

export function Badge({ tone = "neutral", icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={
        "inline-flex shrink-0 items-center gap-1.5 rounded-full px-2 py-0.5 text-xs " +
        `font-medium whitespace-nowrap ${tones[tone]}`
      }
    >
      {Icon && <Icon className="size-3.5" strokeWidth={2.25} />}
      {children}
    </span>
  );
}

export const StatusBadge = ({ label, icon, tone }: StatusStyle) => (
  <Badge tone={tone} icon={icon}>
    {label}
  </Badge>
);
