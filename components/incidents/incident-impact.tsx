import { CircleDashed, DiamondMinus, type LucideIcon, SquareX, TriangleAlert } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { Impact } from "@/lib/incidents/values";

export const impactStyles: Record<Impact, { label: string; icon: LucideIcon; tone: BadgeTone }> = {
  none: {
    label: "None",
    icon: CircleDashed,
    tone: "neutral",
  },
  minor: {
    label: "Minor",
    icon: TriangleAlert,
    tone: "caution",
  },
  major: {
    label: "Major",
    icon: DiamondMinus,
    tone: "warning",
  },
  critical: {
    label: "Critical",
    icon: SquareX,
    tone: "critical",
  },
};

export function IncidentImpactBadge({ impact }: { impact: Impact }) {
  const { label, icon, tone } = impactStyles[impact];
  return (
    <Badge tone={tone} icon={icon}>
      {impact === "none" ? "No impact" : `${label} impact`}
    </Badge>
  );
}
