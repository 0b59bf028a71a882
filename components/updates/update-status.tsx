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
import type { UpdateStatus } from "./update-calls";

export const updateStatusStyles: Record<
  UpdateStatus,
  { label: string; icon: LucideIcon; tone: BadgeTone }
> = {
  investigating: { label: "Investigating", icon: Search, tone: "neutral" },
  identified: { label: "Identified", icon: Crosshair, tone: "neutral" },
  monitoring: { label: "Monitoring", icon: Eye, tone: "neutral" },
  resolved: { label: "Resolved", icon: CircleCheck, tone: "positive" },
  scheduled: { label: "Scheduled", icon: CalendarClock, tone: "neutral" },
  in_progress: { label: "In progress", icon: Wrench, tone: "planned" },
  verifying: { label: "Verifying", icon: Eye, tone: "planned" },
  completed: { label: "Completed", icon: CircleCheck, tone: "positive" },
  cancelled: { label: "Canceled", icon: CircleSlash, tone: "neutral" },
};

export function UpdateStatusBadge({ status }: { status: UpdateStatus }) {
  const { label, icon, tone } = updateStatusStyles[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
