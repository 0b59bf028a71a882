import {
  CalendarClock,
  CircleCheck,
  CircleSlash,
  Crosshair,
  Eye,
  type LucideIcon,
  Search,
  Wrench,
} from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { IncidentStatus } from "@/lib/incidents/values";
import type { MaintenanceStatus } from "@/lib/maintenances/values";

type Status = IncidentStatus | MaintenanceStatus;

export const updateStatusLooks: Record<
  Status,
  { word: string; icon: LucideIcon; tone: BadgeTone }
> = {
  investigating: { word: "Investigating", icon: Search, tone: "neutral" },
  identified: { word: "Identified", icon: Crosshair, tone: "neutral" },
  monitoring: { word: "Monitoring", icon: Eye, tone: "neutral" },
  resolved: { word: "Resolved", icon: CircleCheck, tone: "positive" },
  scheduled: { word: "Scheduled", icon: CalendarClock, tone: "neutral" },
  in_progress: { word: "In progress", icon: Wrench, tone: "planned" },
  verifying: { word: "Verifying", icon: Eye, tone: "planned" },
  completed: { word: "Completed", icon: CircleCheck, tone: "positive" },
  cancelled: { word: "Canceled", icon: CircleSlash, tone: "neutral" },
};

/** The status of an incident or maintenance, or of one of its updates. */
export function UpdateStatusBadge({ status }: { status: Status }) {
  const { word, icon, tone } = updateStatusLooks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
