import { Ban, CirclePlay, ExternalLink } from "lucide-react";
import { useAction } from "@/components/data/use-action";
import { useBusy } from "@/components/data/use-busy";
import { useRefresh } from "@/components/data/use-read";
import { useItemDialogParam } from "@/components/shell/use-dialog-param";
import { Badge } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { formatAmount } from "@/components/ui/format-count";
import { named } from "@/components/ui/format-names";
import { Timestamp } from "@/components/ui/timestamp";
import { showToast } from "@/components/ui/toaster";
import { getPagePath } from "@/lib/base-path";
import { type ResponseBody, call } from "@/lib/http/api-client";

type Organization = ResponseBody<"GET /v1/admin/organizations">[number];

export function OrganizationRow({ organization }: { organization: Organization }) {
  const { id, name } = organization;
  const isSuspended = organization.suspended_at !== null;
  const sizes = [
    formatAmount(organization.members, "member"),
    formatAmount(organization.components, "component"),
    formatAmount(organization.incidents, "incident"),
    formatAmount(organization.subscribers, "subscriber"),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          <bdi className="min-w-0">{name}</bdi>
          {isSuspended && (
            <Badge tone="critical" icon={Ban}>
              Suspended
            </Badge>
          )}
        </p>
        <p className="font-mono text-xs wrap-anywhere text-muted">{id}</p>
        <p className="mt-1 text-muted">{sizes.join(" · ")}</p>
        <p className="text-xs text-muted">
          Created <Timestamp at={organization.created_at} />
          {organization.suspended_at !== null && (
            <>
              {" "}
              · suspended <Timestamp at={organization.suspended_at} />
            </>
          )}
        </p>
      </div>
      <OrganizationActions organization={organization} isSuspended={isSuspended} />
    </li>
  );
}

function OrganizationActions({
  organization: { id, name },
  isSuspended,
}: {
  organization: Organization;
  isSuspended: boolean;
}) {
  const refresh = useRefresh();
  const runAction = useAction();
  const suspending = useItemDialogParam("suspend");
  const [isEnding, run] = useBusy();
  const setSuspended = async (suspended: boolean) => {
    await call("PATCH /v1/admin/organizations/{organizationID}", {
      params: { organizationID: id },
      body: { suspended },
    });
    await refresh();
  };

  const endSuspension = () =>
    runAction("Couldn’t end the suspension", async () => {
      await setSuspended(false);
      showToast(named`${name} is no longer suspended.`);
    });

  return (
    <div className="-mx-3 flex flex-wrap">
      {isSuspended ? (
        <Button variant="quiet" busy={isEnding} onClick={() => void run(endSuspension)}>
          <CirclePlay className="size-4" /> End suspension
          <span className="sr-only"> of {name}</span>
        </Button>
      ) : (
        <>
          <a
            href={getPagePath(id)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("quiet")}
          >
            <ExternalLink className="size-4" /> View status page
            <span className="sr-only"> of {name}</span>
          </a>
          <Button variant="quiet" onClick={() => suspending.open(id)}>
            <Ban className="size-4" /> Suspend<span className="sr-only"> {name}</span>
          </Button>
        </>
      )}
      <Confirm
        open={suspending.id === id && !isSuspended}
        onClose={suspending.close}
        title={named`Suspend ${name}?`}
        action="Suspend organization"
        onConfirm={async () => {
          await setSuspended(true);
          showToast(named`${name} was suspended.`);
        }}
      >
        <p>
          Members can’t change anything, the status page is unavailable, and subscribers get no
          notifications. Queued notifications are canceled. You can end the suspension later.
        </p>
      </Confirm>
    </div>
  );
}
