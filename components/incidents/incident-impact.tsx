import { CircleDashed, DiamondMinus, type LucideIcon, SquareX, TriangleAlert } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { Impact } from "@/lib/incidents/values";

export const impactLooks: Record<
  Impact,
  { word: string; meaning: string; icon: LucideIcon; tone: BadgeTone }
> = {
  none: {
    word: "None",
    meaning: "Informational, no service impact",
    icon: CircleDashed,
    tone: "neutral",
  },
  minor: {
    word: "Minor",
    meaning: "Small impact, most users unaffected",
    icon: TriangleAlert,
    tone: "caution",
  },
  major: {
    word: "Major",
    meaning: "Significant impact on some services",
    icon: DiamondMinus,
    tone: "warning",
  },
  critical: {
    word: "Critical",
    meaning: "Widespread outage across services",
    icon: SquareX,
    tone: "critical",
  },
};

export function IncidentImpactBadge({ impact }: { impact: Impact }) {
  const { word, icon, tone } = impactLooks[impact];
  return (
    <Badge tone={tone} icon={icon}>
      {impact === "none" ? "No impact" : `${word} impact`}
    </Badge>
  );
}
