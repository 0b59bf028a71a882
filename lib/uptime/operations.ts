import { defineOperations } from "@/lib/operation";
import { uptimeSpan } from "./schema";
import { uptimeSchema } from "./serialize";

export const uptimeOperations = defineOperations("Components", {
  getUptime: {
    endpoint: "GET /v1/organizations/{orgID}/uptime",
    summary: "Get uptime of components and groups",
    description:
      "Uptime is `100 · (1 − (major + 0.3 · partial) / period)` percent, truncated (not " +
      "rounded) to two decimals. " +
      "Degraded performance and maintenance count as uptime. " +
      "Days follow the organization's time zone, so a day on which daylight saving " +
      "time starts or ends usually has 23 or 25 hours; today counts up to now. " +
      "`days` is 1 to 365; the default is 90.\n\n" +
      "A component is measured from its `start_date` or, without one, from its creation or " +
      "the start of an earlier backfilled incident or maintenance. " +
      "`uptime` is null until a component has been measured for 24 hours. Archived " +
      "components are not included. " +
      "Only days with an outage, degraded performance, or an incident are listed. " +
      "Each component and day lists the earliest incidents, at most 1,000,000 divided by the " +
      "number of components and days of the report, but at least one.\n\n" +
      "A group's uptime is the average of its components, weighted by how long each was measured. " +
      "It is null if no component of the group has been measured for 24 hours.",
    access: "viewer",
    query: uptimeSpan,
    response: { status: 200, schema: uptimeSchema },
  },
});
