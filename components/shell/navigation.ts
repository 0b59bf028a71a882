import {
  Boxes,
  CalendarClock,
  FileText,
  Gauge,
  Globe,
  KeyRound,
  Languages,
  type LucideIcon,
  Megaphone,
  Palette,
  ScrollText,
  Send,
  Settings,
  Share2,
  ShieldAlert,
  Users,
  UsersRound,
} from "lucide-react";
import type { Role } from "@/lib/roles";

type NavigationItem = { path: string; label: string; icon: LucideIcon; role: Role };

/** `key` is the key that opens the screen if it is pressed after G. */
type MainNavigationItem = NavigationItem & { key: string };

export const mainNavigation: MainNavigationItem[] = [
  { path: "", label: "Overview", icon: Gauge, role: "viewer", key: "o" },
  { path: "/incidents", label: "Incidents", icon: Megaphone, role: "viewer", key: "i" },
  { path: "/maintenances", label: "Maintenance", icon: CalendarClock, role: "viewer", key: "m" },
  { path: "/components", label: "Components", icon: Boxes, role: "viewer", key: "c" },
  { path: "/subscribers", label: "Subscribers", icon: Users, role: "viewer", key: "s" },
  { path: "/deliveries", label: "Deliveries", icon: Send, role: "viewer", key: "d" },
  { path: "/settings", label: "Settings", icon: Settings, role: "viewer", key: "," },
];

export const settingsNavigation: NavigationItem[] = [
  { path: "/settings", label: "Branding", icon: Palette, role: "viewer" },
  { path: "/settings/domain", label: "Domain", icon: Globe, role: "viewer" },
  { path: "/settings/languages", label: "Languages", icon: Languages, role: "viewer" },
  { path: "/settings/sharing", label: "Share and embed", icon: Share2, role: "viewer" },
  { path: "/settings/team", label: "Team", icon: UsersRound, role: "viewer" },
  { path: "/settings/templates", label: "Templates", icon: FileText, role: "viewer" },
  { path: "/settings/tokens", label: "API tokens", icon: KeyRound, role: "admin" },
  { path: "/settings/audit-log", label: "Audit log", icon: ScrollText, role: "admin" },
  { path: "/settings/danger", label: "Danger zone", icon: ShieldAlert, role: "viewer" },
];
