import { z } from "zod";
import { impacts } from "@/lib/incidents/schema";
import { textFormats } from "@/lib/markdown/values";
import { organizationId, opaqueId, serializeRow, timestamp } from "@/lib/response-schemas";
import { translationsOutput } from "@/lib/translations/schema";
import type { Template } from "./queries";
import { templateKinds, templateStatuses } from "./schema";

export const templateSchema = z
  .object({
    id: opaqueId(),
    organization_id: organizationId(),
    kind: z.enum(templateKinds),
    name: z.string().meta({ examples: ["Provider is down"] }),
    title: z.string().meta({ examples: ["Our provider has an outage"] }),
    body: z
      .string()
      .meta({ examples: ["Our provider has an outage. We are in contact with them."] }),
    format: z.enum(textFormats),
    translations: translationsOutput("title", "body"),
    status: z.enum(templateStatuses.update),
    impact: z.enum(impacts).nullable(),
    component_ids: z.array(opaqueId()),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({
    id: "Template",
    description:
      "A reusable incident, maintenance, or update message. Only incident templates have an " +
      "`impact`. Update templates have neither a title nor components; the dashboard offers them " +
      "for updates with their `status`. In texts, the variables `{{title}}`, `{{component}}`, " +
      "`{{started}}`, and `{{duration}}` are replaced when a template is used. A request with " +
      "`template_id` fails with 400 if a variable has no value, such as `{{duration}}` in a new " +
      "ongoing incident. Deleted and archived components are not included.",
  });

export const serializeTemplate = (template: Template) =>
  serializeRow(templateSchema, {
    ...template,
    status: template.status as z.infer<typeof templateSchema>["status"],
  });
