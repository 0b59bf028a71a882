"use client";

import { Bell, BellOff, Pencil, Trash2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useDraftOwner } from "@/components/auth/session";
import { draftKey, readDraft } from "@/components/forms/drafts";
import { useOrganization } from "@/components/organizations/organization-context";
import { useItemDialogParam } from "@/components/shell/use-dialog-param";
import { Written } from "@/components/status-page/view";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { TimeAgo } from "@/components/ui/relative-time";
import { Timestamp } from "@/components/ui/timestamp";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useRefocusOnClose } from "@/components/ui/use-refocus-on-close";

type UpdateTimelineProps<Update> = {
  updates: readonly Update[] | undefined;
  /** Null when all updates are loaded. */
  more: (() => void) | null;
  loadingMore: boolean;
  children: (update: Update) => React.ReactNode;
};

export function UpdateTimeline<Update>({
  updates,
  more,
  loadingMore,
  children,
}: UpdateTimelineProps<Update>) {
  return (
    <>
      <Card>
        {updates === undefined && <SkeletonRows rows={3} label="Loading updates" />}
        <ol aria-label="Updates">{updates?.map(children)}</ol>
      </Card>
      {more !== null && (
        <Button variant="secondary" busy={loadingMore} onClick={more} className="mt-3 w-full">
          {loadingMore ? "Loading…" : "Show older updates"}
        </Button>
      )}
    </>
  );
}

export type Edit = {
  draft: string;
  render: (form: { begun: boolean; onClose: () => void }) => React.ReactNode;
};

export const editDraft = (of: "incident" | "maintenance", updateID: string): string =>
  `${of}-edit-${updateID}`;

export type Removal = { consequence: string; remove: () => Promise<void> };

/** Null for the only update. `updates` are newest first; `more` if older ones are not loaded. */
export function describeDeletion<
  Update extends {
    id: string;
    status: string;
    components?: readonly { old_status: string; new_status: string }[];
  },
>(
  update: Update,
  updates: readonly Update[],
  more: boolean,
  statusLabel: (status: Update["status"]) => string,
): string | null {
  if (updates.length === 1 && !more) return null;
  const [newest, previous] = updates;
  if (update.id !== newest?.id || previous === undefined) return "";
  const changed =
    update.components?.some(({ old_status, new_status }) => old_status !== new_status) ?? false;
  const status =
    update.status === previous.status
      ? ""
      : `The status changes back to “${statusLabel(previous.status)}”.`;
  return [status, changed ? "The components change back to their status before this update." : ""]
    .filter(Boolean)
    .join(" ");
}

type UpdateEntryProps = {
  /** Undefined before it is posted. */
  update: {
    id?: string;
    body: string;
    notified: boolean;
    edited_at?: string | null;
    earlier?: readonly { body: string; replaced_at: string }[];
  };
  status: React.ReactNode;
  at?: string;
  author: string | undefined;
  edit?: Edit;
  removal?: Removal;
  children?: React.ReactNode;
};

export function UpdateEntry({
  update: { id, body, notified, edited_at = null, earlier = [] },
  status,
  at,
  author,
  edit,
  removal,
  children,
}: UpdateEntryProps) {
  const { is } = useOrganization();
  const hasSubscribers = useHasSubscribers();
  const [deleting, setDeleting] = useState(false);
  const owner = useDraftOwner();
  // An unsaved draft reopens the form after a reload.
  const [isUnsent] = useState(
    () =>
      edit !== undefined &&
      owner !== null &&
      (readDraft<{ body: string }>(draftKey(owner, edit.draft))?.body ?? body) !== body,
  );
  const [editing, setEditing] = useState(isUnsent);
  const [begun, setBegun] = useState(false);
  const editButton = useRefocusOnClose(editing);
  const mayEdit = edit !== undefined && is("editor");
  const editParam = useItemDialogParam("edit-update");
  const isRequested = mayEdit && editParam.of !== null && editParam.of === id;
  const begin = () => {
    setBegun(true);
    setEditing(true);
  };
  if (isRequested && !(editing && begun)) begin();
  // The query parameter only opens the form; opening a dialog later must not close it.
  const clearEditParam = useEffectEvent(editParam.end);
  useEffect(() => {
    if (isRequested) clearEditParam();
  }, [isRequested]);
  return (
    <li className="grid gap-2 border-b border-line p-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {status}
        {at !== undefined && (
          <span>
            <Timestamp at={at} /> (<TimeAgo at={at} />)
          </span>
        )}
        {author !== undefined && <bdi>{author}</bdi>}
        {(!notified || hasSubscribers === true) && (
          <span className="inline-flex items-center gap-1">
            {notified ? <Bell className="size-3.5" /> : <BellOff className="size-3.5" />}
            {notified ? "Notified" : "Not notified"}
          </span>
        )}
        {mayEdit && !editing && (
          <button
            ref={editButton}
            type="button"
            onClick={begin}
            className={
              "ms-auto inline-flex items-center gap-1 rounded-sm px-1 font-medium " +
              "text-accent hover:underline pointer-coarse:min-h-11"
            }
          >
            <Pencil className="size-3.5" /> Edit<span className="sr-only"> this update</span>
          </button>
        )}
        {removal !== undefined && mayEdit && !editing && (
          <button
            type="button"
            onClick={() => setDeleting(true)}
            className={
              "inline-flex items-center gap-1 rounded-sm px-1 font-medium text-critical " +
              "hover:underline pointer-coarse:min-h-11"
            }
          >
            <Trash2 className="size-3.5" /> Delete<span className="sr-only"> this update</span>
          </button>
        )}
      </div>
      {removal !== undefined && (
        <Confirm
          open={deleting}
          onClose={() => setDeleting(false)}
          title="Delete this update?"
          action="Delete update"
          onConfirm={removal.remove}
        >
          <p>
            The update is removed from the status page and its feeds, and queued notifications are
            canceled. {removal.consequence} Notifications that were already sent can’t be recalled.
          </p>
        </Confirm>
      )}
      {editing && mayEdit ? (
        edit.render({ begun, onClose: () => setEditing(false) })
      ) : (
        <Written text={body} />
      )}
      {children}
      {edited_at !== null && (
        <details className="text-xs text-muted">
          <summary className="w-fit rounded-sm pointer-coarse:py-3.5">
            Edited <TimeAgo at={edited_at} />
          </summary>
          <ol className="mt-2 grid gap-3 border-s-2 border-line ps-3">
            {earlier.map((version) => (
              <li key={version.replaced_at}>
                <p className="mb-0.5">
                  Until <Timestamp at={version.replaced_at} />
                </p>
                <Written text={version.body} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
