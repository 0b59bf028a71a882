import {
  Boxes,
  CalendarClock,
  FileText,
  Gauge,
  KeyRound,
  type LucideIcon,
  Megaphone,
  Palette,
  ScrollText,
  Send,
  Share2,
  ShieldAlert,
  Users,
  UsersRound,
} from "lucide-react";
import type { Role } from "@/lib/roles";

export type NavigationItem = { path: string; label: string; icon: LucideIcon; role: Role };

export const mainNavigation: NavigationItem[] = [
  { path: "", label: "Overview", icon: Gauge, role: "viewer" },
  { path: "/incidents", label: "Incidents", icon: Megaphone, role: "viewer" },
  { path: "/maintenances", label: "Maintenance", icon: CalendarClock, role: "viewer" },
  { path: "/components", label: "Components", icon: Boxes, role: "viewer" },
  { path: "/subscribers", label: "Subscribers", icon: Users, role: "viewer" },
  { path: "/deliveries", label: "Deliveries", icon: Send, role: "viewer" },
];

export const settingsNavigation: NavigationItem[] = [
  { path: "/settings", label: "Page", icon: Palette, role: "viewer" },
  { path: "/settings/sharing", label: "Share and embed", icon: Share2, role: "viewer" },
  { path: "/settings/team", label: "Team", icon: UsersRound, role: "viewer" },
  { path: "/settings/templates", label: "Templates", icon: FileText, role: "viewer" },
  { path: "/settings/tokens", label: "API tokens", icon: KeyRound, role: "admin" },
  { path: "/settings/audit-log", label: "Audit log", icon: ScrollText, role: "admin" },
  { path: "/settings/danger", label: "Danger zone", icon: ShieldAlert, role: "viewer" },
];
