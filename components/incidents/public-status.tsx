import { Wrench } from "lucide-react";
import { componentStatusLooks } from "@/components/components/component-status";
import { Badge } from "@/components/ui/badge";
import { publicStatus } from "@/lib/components/rules";
import type { PublicStatus as Status } from "@/lib/components/schema";
import type { ComponentResponse } from "@/lib/http/client";

export const publicStatusLooks = {
  ...componentStatusLooks,
  under_maintenance: { word: "Under maintenance", icon: Wrench, tone: "planned" },
} as const;

export const publicStatusWord = (status: Status): string => publicStatusLooks[status].word;

export const shownStatus = ({
  status,
  under_maintenance,
}: Pick<ComponentResponse, "status" | "under_maintenance">): Status =>
  publicStatus(status, under_maintenance);

export function PublicStatusBadge({ status }: { status: Status }) {
  const { word, icon, tone } = publicStatusLooks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
