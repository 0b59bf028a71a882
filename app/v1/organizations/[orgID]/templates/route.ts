import { commandRoute, resource, route } from "@/lib/http/route";
import { createTemplate } from "@/lib/templates/commands";
import { templateOperations } from "@/lib/templates/operations";
import { listTemplates } from "@/lib/templates/queries";
import { serializeTemplate } from "@/lib/templates/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(templateOperations.listTemplates, async ({ organization, query }) => {
    const { templates, next } = await listTemplates(organization, query);
    return { items: templates.map(serializeTemplate), next };
  }),
  POST: commandRoute(templateOperations.createTemplate, createTemplate, serializeTemplate),
});
