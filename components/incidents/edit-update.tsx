"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { EditWords } from "@/components/updates/edit-words";
import { editDraft } from "@/components/updates/update-timeline";
import { call } from "@/lib/http/client";

const UPDATE = "/v1/organizations/{orgID}/incidents/{incidentID}/updates/{updateID}";

/** Other words for an update of an incident. */
export default function EditUpdate({ incidentID, updateID, ...form }: { incidentID: string; updateID: string; begun: boolean; onClose: () => void }) {
  const { id: orgID } = useOrganization();
  const params = { orgID, incidentID, updateID };
  const read = useRead(`GET ${UPDATE}`, { params });
  return <EditWords read={read} draft={editDraft("incident", updateID)} save={(body, ifMatch) => call(`PATCH ${UPDATE}`, { params, body, ifMatch })} {...form} />;
}
