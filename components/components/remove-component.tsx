"use client";

import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Confirm } from "@/components/ui/confirm";
import { named } from "@/components/ui/names";
import { say } from "@/components/ui/toaster";
import { call, type Component } from "@/lib/http/client";

/** Asks before a component is archived or deleted, which its history decides. */
export function RemoveComponent({ component, onClose, onRemoved }: { component: Component | null; onClose: () => void; /** Leads away: it has no screen any more. */ onRemoved?: () => void }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  return (
    <Confirm
      open={component !== null}
      onClose={onClose}
      title={<>Remove <bdi>{component?.name}</bdi>?</>}
      action="Remove component"
      onConfirm={async () => {
        await call("DELETE /v1/organizations/{orgID}/components/{componentID}", { params: { orgID, componentID: component!.id } });
        say(named`${component!.name} is removed.`);
        if (onRemoved === undefined) return refresh();
        onRemoved();
        return "leaving";
      }}
    >
      <p>It leaves the page, the lists and the choices of subscribers at once.</p>
      <p className="mt-2">If it ever had an incident, a maintenance or a change of status, it is archived: incidents keep its name, its history is kept, and it can be brought back. If not, it is deleted for good.</p>
    </Confirm>
  );
}
