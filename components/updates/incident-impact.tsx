import { CircleDashed, DiamondMinus, SquareX, TriangleAlert } from "lucide-react";
import { StatusBadge, type StatusStyle } from "@/components/ui/badge";
import type { Impact } from "@/lib/incidents/values";

export const impactStyles: Record<Impact, StatusStyle> = {
  none: { label: "None", icon: CircleDashed, tone: "neutral" },
  minor: { label: "Minor", icon: TriangleAlert, tone: "caution" },
  major: { label: "Major", icon: DiamondMinus, tone: "warning" },
  critical: { label: "Critical", icon: SquareX, tone: "critical" },
};

export function IncidentImpactBadge({ impact }: { impact: Impact }) {
  const style = impactStyles[impact];
  return (
    <StatusBadge {...style} label={impact === "none" ? "No impact" : `${style.label} impact`} />
  );
}
