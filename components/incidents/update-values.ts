import { z } from "zod";
import type { UpdateFormValues } from "@/components/updates/use-update-form";
import { type IncidentStatus, newUpdate } from "@/lib/incidents/schema";
import { type Chosen, statementsOf } from "./report-values";

/** An update of an incident as its form has it. */
export type UpdateValues = UpdateFormValues & {
  /** "" is what the incident is by now. */
  status: IncidentStatus | "";
  /** "" is what the incident says of it by now, or, of one that it does not have, what its impact says. */
  chosen: Chosen;
};

export const emptyUpdate = (status: UpdateValues["status"]): UpdateValues => ({ status, body: "", chosen: {}, notify: true, seen: "" });

/** The body of the call that posts it; `now` is what the incident is. What is resolved says no more of its components. */
export function updateOf({ status, body, chosen, notify }: UpdateValues, now?: IncidentStatus): z.input<typeof newUpdate> {
  return { ...(status !== "" && { status }), body, notify, ...((status || now) !== "resolved" && statementsOf(chosen)) };
}

/** Judges the form as the call will. */
export const update: z.ZodType<unknown, UpdateValues> = z
  .custom<UpdateValues>()
  .transform((values) => updateOf(values))
  .pipe(newUpdate);
