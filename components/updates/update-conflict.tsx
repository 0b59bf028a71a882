import { PublicStatusBadge } from "@/components/components/public-status";
import { useComponentNames } from "@/components/components/use-component-names";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Message } from "@/components/ui/message";
import { statusByImpact } from "@/lib/incidents/values";
import { hasEnded, type MaintenanceStatus, allowedNextStatuses } from "@/lib/maintenances/values";
import { withDefaultMessage } from "@/lib/updates/values";
import { type UpdateStatus, type UpdateValues } from "./update-calls";
import { getSubject, type UpdatedEvent } from "./updated-event";
import { updateStatusStyles } from "./update-status";
import { PostedUpdate, UpdateEntry } from "./update-timeline";
import type { UpdateConflictState } from "./use-update-form";

type UpdateConflictProps = UpdateConflictState & { event: UpdatedEvent };

export default function UpdateConflict(props: UpdateConflictProps) {
  const { event, posted, mine, message, form, busy, onPost, onDiscard, onClose } = props;
  const { kind } = getSubject(event);
  const now = posted[0]?.status ?? (kind === "incident" ? "investigating" : "scheduled");
  const status = mine.status || now;
  const { languages } = useOrganization();
  const text = { body: mine.body.trim(), format: "markdown", translations: {} } as const;
  const { isClosed, consequence } =
    kind === "incident"
      ? { isClosed: false, consequence: describeIncident(now, status) }
      : describeMaintenance(now as MaintenanceStatus, status as MaintenanceStatus);
  return (
    <Dialog
      open
      onClose={onClose}
      isWide
      title="Another update was posted"
      description="Your update wasn’t posted, and no one was notified. Review both, then decide."
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Side title="New updates">
          {posted.map((update) => (
            <PostedUpdate key={update.id} kind={kind} update={update} />
          ))}
        </Side>
        <Side title="Your update (not posted)">
          <UpdateEntry
            update={{
              ...withDefaultMessage(text, status, languages),
              ...{ status, notified: mine.notify },
            }}
          >
            <ChosenComponents chosen={status === "resolved" ? {} : mine.chosen} event={event} />
          </UpdateEntry>
        </Side>
      </div>
      {consequence && <p className="font-medium">{consequence}</p>}
      <Message>{message}</Message>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onDiscard}>
          Discard my update
        </Button>
        <Button variant={isClosed ? "primary" : "secondary"} onClick={onClose}>
          Keep editing
        </Button>
        {!isClosed && (
          <Button type="submit" form={form} busy={busy} onClick={onPost}>
            {busy ? "Posting…" : "Post anyway"}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Side({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 font-medium">{title}</h3>
      <Card>
        <ol>{children}</ol>
      </Card>
    </section>
  );
}

type ChosenComponentsProps = Pick<UpdateValues, "chosen"> & Pick<UpdateConflictProps, "event">;

function ChosenComponents({ chosen, event }: ChosenComponentsProps) {
  const defaultStatus = statusByImpact["impact" in event ? event.impact : "none"];
  const entries = Object.entries(chosen);
  const getName = useComponentNames(entries.map(([id]) => id));
  if (entries.length === 0) return null;
  return (
    <ul className="grid gap-1 text-xs text-muted">
      {entries.map(([id, selected]) => (
        <li key={id} className="flex flex-wrap items-center gap-1.5">
          <bdi className="font-medium wrap-anywhere text-ink">{getName(id)}</bdi>{" "}
          <PublicStatusBadge status={selected || defaultStatus} />
        </li>
      ))}
    </ul>
  );
}

function describeIncident(now: UpdateStatus, next: UpdateStatus): string | null {
  if (now === "resolved")
    return next === "resolved"
      ? "The incident has been resolved. Your update will be added as a follow-up."
      : "The incident has been resolved. Posting your update reopens it.";
  return next === "resolved"
    ? "The incident is still open. Posting your update resolves it."
    : null;
}

/** `isClosed` means that newer updates make this status change impossible. */
function describeMaintenance(now: MaintenanceStatus, next: MaintenanceStatus) {
  if (allowedNextStatuses[now].includes(next)) return { isClosed: false, consequence: null };
  const [label, nextLabel] = [now, next].map((status) =>
    updateStatusStyles[status].label.toLowerCase(),
  );
  const consequence = hasEnded(now)
    ? `This maintenance is now ${label}. No more updates can be posted.`
    : `This maintenance is now ${label} and can’t change to ${nextLabel}. ` +
      "Keep your message and choose another status.";
  return { isClosed: true, consequence };
}
