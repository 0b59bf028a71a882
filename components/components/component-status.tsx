import { CircleCheck, DiamondMinus, type LucideIcon, SquareX, TriangleAlert } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { ComponentStatus as Status } from "@/lib/components/schema";

export const componentStatusLooks: Record<
  Status,
  { word: string; icon: LucideIcon; tone: BadgeTone }
> = {
  operational: { word: "Operational", icon: CircleCheck, tone: "positive" },
  degraded_performance: { word: "Degraded performance", icon: TriangleAlert, tone: "caution" },
  partial_outage: { word: "Partial outage", icon: DiamondMinus, tone: "warning" },
  major_outage: { word: "Major outage", icon: SquareX, tone: "critical" },
};

export function ComponentStatusBadge({ status }: { status: Status }) {
  const { word, icon, tone } = componentStatusLooks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
