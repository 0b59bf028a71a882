import { CircleCheck, DiamondMinus, SquareX, TriangleAlert } from "lucide-react";
import type { StatusStyle } from "@/components/ui/badge";
import type { ComponentStatus as Status } from "@/lib/components/schema";

export const componentStatusStyles: Record<Status, StatusStyle> = {
  operational: { label: "Operational", icon: CircleCheck, tone: "positive" },
  degraded_performance: { label: "Degraded performance", icon: TriangleAlert, tone: "caution" },
  partial_outage: { label: "Partial outage", icon: DiamondMinus, tone: "warning" },
  major_outage: { label: "Major outage", icon: SquareX, tone: "critical" },
};
