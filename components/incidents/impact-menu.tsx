import { useState } from "react";
import { StatusMenu } from "@/components/components/status-menu";
import { useAction } from "@/components/data/use-action";
import { useOrganization } from "@/components/organizations/organization-context";
import { showToast } from "@/components/ui/toaster";
import { getUndoDeadline } from "@/components/data/undo-deadline";
import { IncidentImpactBadge, impactStyles } from "@/components/updates/incident-impact";
import { impactMeanings } from "@/components/updates/impact-picker";
import type { IncidentResponse } from "@/lib/http/api-client";
import { type Impact, impacts } from "@/lib/incidents/values";

const choices = impacts.map((value) => {
  const { label, icon } = impactStyles[value];
  return { value, label, icon, hint: impactMeanings[value] };
});

/** Shows the impact of an incident, and changes it without notifying subscribers. */
export function ImpactMenu({ incident: { id, impact } }: { incident: IncidentResponse }) {
  const { call, refresh } = useOrganization();
  const attempt = useAction();
  const [chosen, setChosen] = useState<Impact | null>(null);
  const shown = chosen ?? impact;
  async function change(next: Impact, previous?: Impact): Promise<void> {
    setChosen(next);
    await attempt("Couldn’t change the impact", async () => {
      await call("PATCH /v1/organizations/{orgID}/incidents/{incidentID}", {
        params: { incidentID: id },
        body: { impact: next },
      });
      await refresh();
      showToast(
        `Impact changed to “${impactStyles[next].label}”.`,
        previous && {
          action: { label: "Undo", onClick: () => void change(previous) },
          until: getUndoDeadline(),
        },
      );
    });
    setChosen(null);
  }
  return (
    <StatusMenu
      label={`Impact: ${impactStyles[shown].label}`}
      badge={<IncidentImpactBadge impact={shown} />}
      value={shown}
      onChange={(next) => chosen === null && void change(next, impact)}
      choices={choices}
    />
  );
}
