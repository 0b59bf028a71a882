"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { EditWords } from "@/components/updates/edit-words";
import { call } from "@/lib/http/client";

const UPDATE = "/v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/{updateID}";

/** Other words for an update of a maintenance. */
export default function EditUpdate({ maintenanceID, updateID, onClose }: { maintenanceID: string; updateID: string; onClose: () => void }) {
  const { id: orgID } = useOrganization();
  const params = { orgID, maintenanceID, updateID };
  const read = useRead(`GET ${UPDATE}`, { params });
  return <EditWords read={read} draft={`maintenance-edit-${updateID}`} save={(body, ifMatch) => call(`PATCH ${UPDATE}`, { params, body, ifMatch })} onClose={onClose} />;
}
