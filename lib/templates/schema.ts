import { z } from "zod";
import { cursorField, parseIdCursor } from "@/lib/cursor";
import { impacts, incidentStatuses } from "@/lib/incidents/schema";
import { limits } from "@/lib/limits";
import { maintenanceStatuses } from "@/lib/maintenances/schema";
import { body, newSubjectTexts, title } from "@/lib/updates/schema";
import { idList, choice, text } from "@/lib/validation";

/** A template of the kind `update` is a message for updates of incidents and maintenance. */
export const templateKinds = ["incident", "maintenance", "update"] as const;
export type TemplateKind = (typeof templateKinds)[number];

export const templateStatuses = {
  incident: incidentStatuses,
  maintenance: maintenanceStatuses,
  update: [...incidentStatuses, ...maintenanceStatuses],
} as const;

const noTitle = () => text({ max: () => 0, min: 0 });

const common = {
  name: title(),
  title: title(),
  body: body().default(""),
  ...newSubjectTexts,
  component_ids: idList().default([]),
};

export const newTemplate = z
  .discriminatedUnion(
    "kind",
    [
      z.object({
        kind: z.literal("incident"),
        ...common,
        status: choice(templateStatuses.incident).default("investigating"),
        impact: choice(impacts),
      }),
      z.object({
        kind: z.literal("maintenance"),
        ...common,
        status: choice(templateStatuses.maintenance).default("scheduled"),
      }),
      z.object({
        kind: z.literal("update"),
        ...common,
        title: noTitle().default(""),
        body: text({ max: () => limits.text }),
        status: choice(templateStatuses.update),
        component_ids: idList(() => 0).default([]),
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

/** Validates what does not depend on the template's kind. `changeTemplate` validates the rest. */
export const templateChange = z
  .object({
    name: title().optional(),
    title: title().optional(),
    body: body().optional(),
    ...newSubjectTexts,
    status: choice(templateStatuses.update).optional(),
    impact: choice(impacts).optional(),
    component_ids: idList().optional(),
  })
  .meta({ id: "TemplateChange", examples: [{ body: "Our provider has an outage again." }] });
export type TemplateChange = z.infer<typeof templateChange>;

/** The texts of a template after its variables are replaced. */
export const filledTexts = z.object({
  title: title().optional(),
  body: body().optional(),
  ...newSubjectTexts,
});

export const templateFilter = z.object({
  kind: choice(templateKinds).optional(),
  before: cursorField(parseIdCursor).optional(),
});
export type TemplateFilter = z.infer<typeof templateFilter>;
