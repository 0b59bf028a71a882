"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { EditUpdateForm } from "@/components/updates/edit-update-form";
import { editDraft } from "@/components/updates/update-timeline";
import { call } from "@/lib/http/client";

const UPDATE = "/v1/organizations/{orgID}/incidents/{incidentID}/updates/{updateID}";

export default function EditIncidentUpdate({
  incidentID,
  updateID,
  ...form
}: {
  incidentID: string;
  updateID: string;
  begun: boolean;
  onClose: () => void;
}) {
  const { id: orgID } = useOrganization();
  const params = { orgID, incidentID, updateID };
  const read = useRead(`GET ${UPDATE}`, { params });
  return (
    <EditUpdateForm
      read={read}
      draft={editDraft("incident", updateID)}
      save={(body, ifMatch) => call(`PATCH ${UPDATE}`, { params, body, ifMatch })}
      {...form}
    />
  );
}
