import { CircleCheck, Crosshair, Eye, type LucideIcon, Search } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { IncidentStatus as Status } from "@/lib/incidents/values";

export const incidentStatusLooks: Record<
  Status,
  { word: string; icon: LucideIcon; tone: BadgeTone }
> = {
  investigating: { word: "Investigating", icon: Search, tone: "neutral" },
  identified: { word: "Identified", icon: Crosshair, tone: "neutral" },
  monitoring: { word: "Monitoring", icon: Eye, tone: "neutral" },
  resolved: { word: "Resolved", icon: CircleCheck, tone: "positive" },
};

export function IncidentStatusBadge({ status }: { status: Status }) {
  const { word, icon, tone } = incidentStatusLooks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
