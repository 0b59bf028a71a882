import {
  CalendarClock,
  CircleCheck,
  CircleSlash,
  Crosshair,
  Eye,
  Search,
  Wrench,
} from "lucide-react";
import { StatusBadge, type StatusStyle } from "@/components/ui/badge";
import type { UpdateStatus } from "./update-calls";

export const updateStatusStyles: Record<UpdateStatus, StatusStyle> = {
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

export const UpdateStatusBadge = ({ status }: { status: UpdateStatus }) => (
  <StatusBadge {...updateStatusStyles[status]} />
);
