import { Wrench } from "lucide-react";
import { componentStatusStyles } from "./component-status";
import { StatusBadge } from "@/components/ui/badge";
import { getPublicStatus } from "@/lib/components/rules";
import type { PublicStatus as Status } from "@/lib/components/schema";
import type { ComponentResponse } from "@/lib/http/api-client";

export const publicStatusStyles = {
  ...componentStatusStyles,
  under_maintenance: { label: "Under maintenance", icon: Wrench, tone: "planned" },
} as const;

export const getPublicStatusLabel = (status: Status): string => publicStatusStyles[status].label;

export const getShownStatus = ({
  status,
  under_maintenance,
}: Pick<ComponentResponse, "status" | "under_maintenance">): Status =>
  getPublicStatus(status, under_maintenance);

export const PublicStatusBadge = ({ status }: { status: Status }) => (
  <StatusBadge {...publicStatusStyles[status]} />
);
