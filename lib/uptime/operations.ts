import { operation } from "@/lib/operation";
import { uptimeSpan } from "./schema";
import { uptimeWire } from "./serialize";

/** Calls about uptime. */
export const uptimeOperations = {
  getUptime: operation({
    id: "getUptime",
    method: "GET",
    path: "/v1/organizations/{orgID}/uptime",
    tag: "Components",
    summary: "Uptime of components and groups over the last days",
    description:
      "`100 · (1 − (major + 0.3 · partial) / period)`, in percent, cut (not rounded) to two decimals; degraded performance and maintenance count as up. " +
      "Days are those of the organization's time zone, so a day on which the clocks change has 23 or 25 hours; today ends now. " +
      "`days` is 1 to 365, 90 unless given.\n\n" +
      "A component counts from its `start_date`, or from its creation, or from where its record begins if an incident that began before was entered later; " +
      "`uptime` is null while nothing was counted. Archived components are left out. Only those days are listed on which there was an outage, degraded performance " +
      "or an incident: any other has none.\n\n" +
      "A group's uptime is the mean of its components', each weighing as long as it was counted; null for a group without components.",
    access: "viewer",
    query: uptimeSpan,
    answer: { status: 200, schema: uptimeWire },
  }),
} as const;
