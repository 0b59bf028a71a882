import { z } from "zod";
import type { UpdateFormValues } from "@/components/updates/use-update-form";
import { type IncidentStatus, newIncidentUpdate } from "@/lib/incidents/schema";
import { type SelectedComponents, toAffectedComponents } from "./report-values";

export type IncidentUpdateValues = UpdateFormValues & {
  /** "" keeps the incident's current status. */
  status: IncidentStatus | "";
  /** "" keeps the component's status in the incident; a new component follows the impact. */
  chosen: SelectedComponents;
};

export const emptyIncidentUpdate = (
  status: IncidentUpdateValues["status"],
): IncidentUpdateValues => ({
  status,
  body: "",
  chosen: {},
  notify: true,
  seen: "",
});

/** `now` is the incident's current status. A resolved update sets no component statuses. */
export function toIncidentUpdateBody(
  { status, body, chosen, notify }: IncidentUpdateValues,
  now?: IncidentStatus,
): z.input<typeof newIncidentUpdate> {
  return {
    ...(status !== "" && { status }),
    body,
    notify,
    ...((status || now) !== "resolved" && toAffectedComponents(chosen)),
  };
}

export const incidentUpdateSchema: z.ZodType<unknown, IncidentUpdateValues> = z
  .custom<IncidentUpdateValues>()
  .transform((values) => toIncidentUpdateBody(values))
  .pipe(newIncidentUpdate);
