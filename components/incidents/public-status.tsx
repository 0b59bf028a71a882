import { Wrench } from "lucide-react";
import { componentStatusLooks } from "@/components/components/component-status";
import { Badge } from "@/components/ui/badge";
import { publicStatus } from "@/lib/components/rules";
import type { PublicStatus as Status } from "@/lib/components/schema";
import type { Component } from "@/lib/http/client";

/** The label and icon of each status on the status page. */
export const publicStatusLooks = {
  ...componentStatusLooks,
  under_maintenance: { word: "Under maintenance", icon: Wrench, tone: "planned" },
} as const;

export const publicStatusWord = (status: Status): string => publicStatusLooks[status].word;

/** Returns the status that the status page shows for a component. */
export const shownStatus = ({
  status,
  under_maintenance,
}: Pick<Component, "status" | "under_maintenance">): Status =>
  publicStatus(status, under_maintenance);

export function PublicStatusBadge({ status }: { status: Status }) {
  const { word, icon, tone } = publicStatusLooks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
