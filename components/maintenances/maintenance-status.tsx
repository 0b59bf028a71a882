import {
  CalendarClock,
  CircleCheck,
  CircleSlash,
  Eye,
  type LucideIcon,
  Wrench,
} from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { MaintenanceStatus as Status } from "@/lib/maintenances/values";

export const maintenanceStatusLooks: Record<
  Status,
  { word: string; icon: LucideIcon; tone: BadgeTone }
> = {
  scheduled: { word: "Scheduled", icon: CalendarClock, tone: "neutral" },
  in_progress: { word: "In progress", icon: Wrench, tone: "planned" },
  verifying: { word: "Verifying", icon: Eye, tone: "planned" },
  completed: { word: "Completed", icon: CircleCheck, tone: "positive" },
  cancelled: { word: "Canceled", icon: CircleSlash, tone: "neutral" },
};

export function MaintenanceStatusBadge({ status }: { status: Status }) {
  const { word, icon, tone } = maintenanceStatusLooks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
