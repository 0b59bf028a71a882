"use client";

import { Bell, BellOff, Pencil } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useDraftOwner } from "@/components/auth/session";
import { draftKey, readDraft } from "@/components/forms/drafts";
import { useOrganization } from "@/components/organizations/organization-context";
import { useIntentOf } from "@/components/shell/use-intent";
import { Written } from "@/components/status-page/phrase";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Ago } from "@/components/ui/elapsed";
import { Moment } from "@/components/ui/moment";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useFocusBack } from "@/components/ui/use-focus-back";

type UpdateTimelineProps<Update> = {
  /** Undefined while they are on their way. */
  updates: readonly Update[] | undefined;
  /** Reads older ones; null when there are none. */
  more: (() => void) | null;
  loadingMore: boolean;
  children: (update: Update) => React.ReactNode;
};

/** All that was said of an incident or a maintenance, newest first. */
export function UpdateTimeline<Update>({ updates, more, loadingMore, children }: UpdateTimelineProps<Update>) {
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

/** How an update is edited: the name of the draft of its other words, and the form, in the place of its words; `begun` when somebody asked for it now. */
export type Edit = { draft: string; render: (form: { begun: boolean; onClose: () => void }) => React.ReactNode };

/** The name of the draft of an update's other words. */
export const editDraft = (of: "incident" | "maintenance", updateID: string): string => `${of}-edit-${updateID}`;

type UpdateEntryProps = {
  /** One that was not posted yet has no id. */
  update: { id?: string; body: string; notified: boolean; edited_at?: string | null; earlier?: readonly { body: string; replaced_at: string }[] };
  /** The status that it gave, as a badge. */
  status: React.ReactNode;
  /** When it was posted; one that was not yet has no time. */
  at?: string;
  author: string | undefined;
  edit?: Edit;
  /** What it changed, behind its words. */
  children?: React.ReactNode;
};

/** One update: its words, who was told, and what it said before it was edited. */
export function UpdateEntry({ update: { id, body, notified, edited_at = null, earlier = [] }, status, at, author, edit, children }: UpdateEntryProps) {
  const { is } = useOrganization();
  const owner = useDraftOwner();
  // What was not sent is not hidden after a reload.
  const [isUnsent] = useState(() => edit !== undefined && owner !== null && (readDraft<{ body: string }>(draftKey(owner, edit.draft))?.body ?? body) !== body);
  const [editing, setEditing] = useState(isUnsent);
  const [begun, setBegun] = useState(false);
  const editButton = useFocusBack(editing);
  const mayEdit = edit !== undefined && is("editor");
  const asked = useIntentOf("edit-update");
  const isAsked = mayEdit && asked.of !== null && asked.of === id;
  const begin = () => {
    setBegun(true);
    setEditing(true);
  };
  if (isAsked && !(editing && begun)) begin();
  // The address is only the way in: a window that opens does not end what is being written here.
  const arrive = useEffectEvent(asked.end);
  useEffect(() => {
    if (isAsked) arrive();
  }, [isAsked]);
  return (
    <li className="grid gap-2 border-b border-line p-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {status}
        {at !== undefined && (
          <span>
            <Moment at={at} /> (<Ago at={at} />)
          </span>
        )}
        {author !== undefined && <bdi>{author}</bdi>}
        <span className="inline-flex items-center gap-1">
          {notified ? <Bell className="size-3.5" /> : <BellOff className="size-3.5" />}
          {notified ? "To subscribers" : "Silent"}
        </span>
        {mayEdit && !editing && (
          <button ref={editButton} type="button" onClick={begin} className="ms-auto inline-flex items-center gap-1 rounded-sm px-1 font-medium text-accent hover:underline pointer-coarse:min-h-11">
            <Pencil className="size-3.5" /> Edit<span className="sr-only"> this update</span>
          </button>
        )}
      </div>
      {editing && mayEdit ? edit.render({ begun, onClose: () => setEditing(false) }) : <Written text={body} />}
      {children}
      {edited_at !== null && (
        <details className="text-xs text-muted">
          <summary className="w-fit rounded-sm pointer-coarse:py-3.5">
            Edited <Ago at={edited_at} />
          </summary>
          <ol className="mt-2 grid gap-3 border-s-2 border-line ps-3">
            {earlier.map((version) => (
              <li key={version.replaced_at}>
                <p className="mb-0.5">
                  Until <Moment at={version.replaced_at} />
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
