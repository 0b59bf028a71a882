import { z } from "zod";
import { cursorField, parseIdCursor } from "@/lib/cursor";
import { impacts, incidentStatuses } from "@/lib/incidents/schema";
import { limits } from "@/lib/limits";
import { maintenanceStatuses } from "@/lib/maintenances/schema";
import { idList, oneOf, text } from "@/lib/validation";

export const templateKinds = ["incident", "maintenance"] as const;
export type TemplateKind = (typeof templateKinds)[number];

export const templateStatuses = {
  incident: incidentStatuses,
  maintenance: maintenanceStatuses,
} as const;

const name = () => text({ max: () => limits.name });
const body = () => text({ max: () => limits.text, min: 0 });

const common = {
  name: name(),
  title: name(),
  body: body().default(""),
  component_ids: idList().default([]),
};

export const newTemplate = z
  .discriminatedUnion(
    "kind",
    [
      z.object({
        kind: z.literal("incident"),
        ...common,
        status: oneOf(templateStatuses.incident).default("investigating"),
        impact: oneOf(impacts),
      }),
      z.object({
        kind: z.literal("maintenance"),
        ...common,
        status: oneOf(templateStatuses.maintenance).default("scheduled"),
      }),
    ],
    { error: `must be one of ${templateKinds.join(", ")}` },
  )
  .meta({
    id: "NewTemplate",
    examples: [
      {
        kind: "incident",
        name: "Provider is down",
        title: "Our provider has an outage",
        impact: "major",
        status: "identified",
        body: "Our provider has an outage. We are in contact with them.",
        component_ids: [],
      },
    ],
  });
export type NewTemplate = z.infer<typeof newTemplate>;

/** The command checks that the status matches the kind. */
export const templateChange = z
  .object({
    name: name().optional(),
    title: name().optional(),
    body: body().optional(),
    status: oneOf([...templateStatuses.incident, ...templateStatuses.maintenance]).optional(),
    impact: oneOf(impacts).optional(),
    component_ids: idList().optional(),
  })
  .meta({ id: "TemplateChange", examples: [{ body: "Our provider has an outage again." }] });
export type TemplateChange = z.infer<typeof templateChange>;

export const templateFilter = z.object({
  kind: oneOf(templateKinds).optional(),
  before: cursorField(parseIdCursor).optional(),
});
export type TemplateFilter = z.infer<typeof templateFilter>;
