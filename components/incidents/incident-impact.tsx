import { CircleDashed, DiamondMinus, type LucideIcon, SquareX, TriangleAlert } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { Impact } from "@/lib/incidents/values";

export const impactStyles: Record<
  Impact,
  { label: string; meaning: string; icon: LucideIcon; tone: BadgeTone }
> = {
  none: {
    label: "None",
    meaning: "Informational, no service impact",
    icon: CircleDashed,
    tone: "neutral",
  },
  minor: {
    label: "Minor",
    meaning: "Small impact, most users unaffected",
    icon: TriangleAlert,
    tone: "caution",
  },
  major: {
    label: "Major",
    meaning: "Significant impact on some services",
    icon: DiamondMinus,
    tone: "warning",
  },
  critical: {
    label: "Critical",
    meaning: "Widespread outage across services",
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
