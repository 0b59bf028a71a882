"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { EditWords } from "@/components/updates/edit-words";
import { editDraft } from "@/components/updates/update-timeline";
import { call } from "@/lib/http/client";

const UPDATE = "/v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/{updateID}";

/** Other words for an update of a maintenance. */
export default function EditUpdate({ maintenanceID, updateID, ...form }: { maintenanceID: string; updateID: string; begun: boolean; onClose: () => void }) {
  const { id: orgID } = useOrganization();
  const params = { orgID, maintenanceID, updateID };
  const read = useRead(`GET ${UPDATE}`, { params });
  return <EditWords read={read} draft={editDraft("maintenance", updateID)} save={(body, ifMatch) => call(`PATCH ${UPDATE}`, { params, body, ifMatch })} {...form} />;
}
