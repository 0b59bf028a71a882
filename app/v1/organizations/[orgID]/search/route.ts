import { serializeComponent } from "@/lib/components/serialize";
import { resource, route } from "@/lib/http/route";
import { serializeIncident } from "@/lib/incidents/serialize";
import { serializeMaintenance } from "@/lib/maintenances/serialize";
import { searchOperations } from "@/lib/search/operations";
import { search } from "@/lib/search/queries";
import { serializeSubscriber } from "@/lib/subscribers/serialize";
import { serializeTemplate } from "@/lib/templates/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(searchOperations.search, async ({ organization, query }) => {
    const found = await search(organization, query.q);
    return {
      incidents: found.incidents.map(serializeIncident),
      maintenances: found.maintenances.map(serializeMaintenance),
      subscribers: found.subscribers.map(serializeSubscriber),
      components: found.components.map(serializeComponent),
      templates: found.templates.map(serializeTemplate),
    };
  }),
});
