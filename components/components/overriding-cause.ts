import { named } from "@/components/ui/format-names";
import type { ComponentResponse, OrganizationCall } from "@/lib/http/api-client";
import { getPublicStatusLabel, getShownStatus } from "./public-status";

/** Names the incidents or maintenance that override a component's manual status. */
export async function describeOverridingCause(
  call: OrganizationCall,
  { id, name, ...component }: ComponentResponse,
): Promise<React.ReactNode> {
  const status = getShownStatus(component);
  const list = async (): Promise<readonly { title: string }[]> => {
    if (status !== "under_maintenance") {
      const { data: open } = await call("GET /v1/organizations/{orgID}/incidents", {
        query: { status: "unresolved", component_id: id },
      });
      const details = await Promise.all(
        open.map((incident) =>
          call("GET /v1/organizations/{orgID}/incidents/{incidentID}", {
            params: { incidentID: incident.id },
          }),
        ),
      );
      return details
        .map(({ data }) => data)
        .filter(({ components }) =>
          components.some((affected) => affected.id === id && affected.status === status),
        );
    }
    const running = (["in_progress", "verifying"] as const).map((maintenanceStatus) =>
      call("GET /v1/organizations/{orgID}/maintenances", {
        query: { status: maintenanceStatus, component_id: id },
      }),
    );
    return (await Promise.all(running)).flatMap(({ data }) => data);
  };
  const causes = (await list().catch(() => [])).map(({ title }) => `“${title}”`);
  const unnamed = status === "under_maintenance" ? "maintenance" : "an incident";
  const cause = causes.join(", ") || unnamed;
  const ending = causes.length > 1 ? "they end" : "it ends";
  const label = getPublicStatusLabel(status);
  return named`${name}: ${label} due to ${cause}. Your status applies when ${ending}.`;
}
