import { PublicStatusBadge } from "@/components/components/public-status";
import { IncidentImpactBadge } from "@/components/updates/incident-impact";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import { Card } from "@/components/ui/card";

const components = [
  { name: "Website", status: "operational" },
  { name: "API", status: "operational" },
  { name: "Checkout", status: "partial_outage" },
  { name: "Email", status: "operational" },
] as const;

export function ExamplePage() {
  return (
    <figure>
      <Card>
        <div className="border-b border-line px-4 py-3">
          <p className="font-medium">Card payments fail for some customers</p>
          <p className="mt-2 flex flex-wrap gap-2">
            <UpdateStatusBadge status="investigating" />
            <IncidentImpactBadge impact="major" />
          </p>
        </div>
        <ul>
          {components.map(({ name, status }) => (
            <li
              key={name}
              className="flex items-center justify-between gap-4 border-b border-line px-4 py-2.5 last:border-b-0"
            >
              {name}
              <PublicStatusBadge status={status} />
            </li>
          ))}
        </ul>
      </Card>
      <figcaption className="mt-2 text-xs text-muted">
        Example: the incident affects Checkout, so Checkout shows a partial outage until the
        incident is resolved.
      </figcaption>
    </figure>
  );
}
