import { ArrowRight, Bell, BellOff, Pencil, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useEffectEvent, useState } from "react";
import { useDraftOwner } from "@/components/auth/session";
import { useReadAll } from "@/components/data/use-read";
import { getDraftKey, readDraft } from "@/components/forms/drafts";
import { getPublicStatusLabel } from "@/components/components/public-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { useItemDialogParam } from "@/components/shell/use-dialog-param";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { MoreButton } from "@/components/ui/more-button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { LoadError } from "@/components/data/load-error";
import { TimeAgo } from "@/components/ui/relative-time";
import { Timestamp } from "@/components/ui/timestamp";
import { showToast } from "@/components/ui/toaster";
import { SkeletonForm, SkeletonRows } from "@/components/ui/skeleton";
import { useRefocusOnClose } from "@/components/ui/use-refocus-on-close";
import { MessageText } from "./message-text";
import type { Subject } from "@/lib/updates/values";
import { requestUpdateDeletion, type UpdateResponse, type useUpdates } from "./update-calls";
import { UpdateStatusBadge, updateStatusStyles } from "./update-status";

const EditUpdate = dynamic(() => import("./edit-update"), {
  loading: () => <SkeletonForm fields={2} label="Loading form" />,
});

type UpdateTimelineProps = {
  subject: Subject;
  updates: ReturnType<typeof useUpdates>;
};

export function UpdateTimeline({ subject, updates }: UpdateTimelineProps) {
  const { items, error, more } = updates;
  const [edited, setEdited] = useState<readonly UpdateResponse[]>([]);
  const keepWhileEditing = (update: UpdateResponse) => {
    setEdited((before) => [...before, update]);
    return () => setEdited((before) => before.filter(({ id }) => id !== update.id));
  };
  if (error) return <LoadError error={error} />;
  return (
    <>
      <Card>
        {items === undefined && <SkeletonRows rows={3} label="Loading updates" shape="text" />}
        <ol aria-label="Updates">
          {items &&
            insertDeleted(items, edited).map((update) => (
              <PostedUpdate
                key={update.id}
                kind={subject.kind}
                update={update}
                edit={{
                  subject,
                  updateID: update.id,
                  consequence: describeDeletion(update, items, more !== null),
                  onOpen: () => keepWhileEditing(update),
                }}
              />
            ))}
        </ol>
      </Card>
      <MoreButton pages={updates}>Show older updates</MoreButton>
    </>
  );
}

/** Adds edited updates that someone else has deleted, so that their forms stay open. */
const insertDeleted = (updates: readonly UpdateResponse[], edited: readonly UpdateResponse[]) =>
  edited
    .filter(({ id }) => !updates.some((update) => update.id === id))
    .reduce((all, deleted) => {
      const index = all.findIndex((update) => getTime(update) < getTime(deleted));
      return all.toSpliced(index === -1 ? all.length : index, 0, deleted);
    }, updates);

const getTime = ({ display_at, created_at }: UpdateResponse) => display_at ?? created_at;

/**
 * `consequence` describes a deletion. Null if the update can't be deleted. `onOpen` is called when
 * the form opens, and the function that it returns when the form closes.
 */
type Edit = {
  subject: Subject;
  updateID: string;
  consequence: string | null;
  onOpen: () => () => void;
};

export const getEditDraftName = (kind: Subject["kind"], updateID: string): string =>
  `${kind}-edit-${updateID}`;

/**
 * Describes the consequences of deleting an update. Returns null for the only update, which can't
 * be deleted. `updates` are newest first; `more` means that older ones are not loaded.
 */
function describeDeletion(
  update: UpdateResponse,
  updates: readonly UpdateResponse[],
  more: boolean,
): string | null {
  if (updates.length === 1 && !more) return null;
  const [newest, previous] = updates;
  if (update.id !== newest?.id || previous === undefined) return "";
  const status =
    update.status === previous.status
      ? ""
      : `The status changes back to “${updateStatusStyles[previous.status].label}”.`;
  const hasChanged = listChangedComponents(update).length > 0;
  return [status, hasChanged ? "Component statuses change back to those before this update." : ""]
    .filter(Boolean)
    .join(" ");
}

const listChangedComponents = ({ components }: UpdateResponse) =>
  components.filter(({ old_status, new_status }) => old_status !== new_status);

type PostedUpdateProps = {
  kind: Subject["kind"];
  update: UpdateResponse;
  edit?: Edit | undefined;
};

export function PostedUpdate({ kind, update, edit }: PostedUpdateProps) {
  const getAuthor = useAuthors();
  const isAutomatic = kind === "maintenance" && update.author_id === null;
  const changed = kind === "incident" ? listChangedComponents(update) : [];
  return (
    <UpdateEntry
      update={update}
      at={getTime(update)}
      author={isAutomatic ? "Automatic" : getAuthor(update.author_id)}
      edit={edit}
    >
      {changed.length > 0 && (
        <ul className="grid gap-1 text-xs text-muted">
          {changed.map(({ id, name, old_status, new_status }) => (
            <li key={id} className="flex flex-wrap items-center gap-1.5">
              <bdi className="font-medium wrap-anywhere text-ink">{name}</bdi>{" "}
              {getPublicStatusLabel(old_status)}
              <ArrowRight className="size-3 rtl:rotate-180" aria-label="to" />{" "}
              {getPublicStatusLabel(new_status)}
            </li>
          ))}
        </ul>
      )}
    </UpdateEntry>
  );
}

function useAuthors(): (id: string | null) => string | undefined {
  const { data: members } = useReadAll("GET /v1/organizations/{orgID}/members");
  return (id) => members?.find((member) => member.id === id)?.name;
}

type UpdateEntryProps = {
  update: Pick<UpdateResponse, "status" | "body" | "format" | "notified"> &
    Partial<Pick<UpdateResponse, "edited_at" | "earlier">>;
  at?: string;
  author?: string | undefined;
  edit?: Edit | undefined;
  children?: React.ReactNode;
};

export function UpdateEntry({
  update: { status, body, format, notified, edited_at = null, earlier = [] },
  at,
  author,
  edit,
  children,
}: UpdateEntryProps) {
  const { isAllowed, isOpen, open, form, button } = useEditing(body, edit);
  return (
    <li className="grid gap-2 border-b border-line p-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <UpdateStatusBadge status={status} />
        {at !== undefined && (
          <span>
            <Timestamp at={at} /> (<TimeAgo at={at} />)
          </span>
        )}
        {author !== undefined && <bdi>{author}</bdi>}
        <Notified notified={notified} />
        {isAllowed && !isOpen && (
          <span className="ms-auto inline-flex gap-3">
            <button
              ref={button}
              type="button"
              onClick={open}
              className={`text-accent ${actionClass}`}
            >
              <Pencil className="size-3.5" /> Edit<span className="sr-only"> this update</span>
            </button>
            {edit && edit.consequence !== null && <DeleteUpdate {...edit} />}
          </span>
        )}
      </div>
      {isOpen && isAllowed ? form : <MessageText text={body} format={format} />}
      {children}
      {edited_at !== null && <EarlierTexts editedAt={edited_at} earlier={earlier} />}
    </li>
  );
}

const actionClass =
  "inline-flex items-center gap-1 rounded-sm px-1 font-medium hover:underline " +
  "pointer-coarse:min-h-11";

function useEditing(body: string, edit: Edit | undefined) {
  const { is } = useOrganization();
  const owner = useDraftOwner();
  // Reopens the form with an unsaved draft after a reload.
  const [isUnsent] = useState(
    () =>
      edit !== undefined &&
      owner !== null &&
      (readDraft<{ body: string }>(
        getDraftKey(owner, getEditDraftName(edit.subject.kind, edit.updateID)),
      )?.body ?? body) !== body,
  );
  const [isOpen, setIsOpen] = useState(isUnsent);
  const reportOpen = useEffectEvent(() => edit?.onOpen());
  useEffect(() => (isOpen ? reportOpen() : undefined), [isOpen]);
  const [focusMessage, setFocusMessage] = useState(false);
  const button = useRefocusOnClose(isOpen);
  const isAllowed = edit !== undefined && is("editor");
  const editParam = useItemDialogParam("edit-update");
  const isRequested = isAllowed && editParam.id === edit.updateID;
  const open = () => {
    setFocusMessage(true);
    setIsOpen(true);
  };
  if (isRequested && !(isOpen && focusMessage)) open();
  // The URL parameter opens the form. It is then removed, and the form stays open.
  const clearEditParam = useEffectEvent(editParam.close);
  useEffect(() => {
    if (isRequested) clearEditParam();
  }, [isRequested]);
  const form = edit && (
    <EditUpdate {...edit} focusMessage={focusMessage} onClose={() => setIsOpen(false)} />
  );
  return { isAllowed, isOpen, button, open, form };
}

function Notified({ notified }: { notified: boolean }) {
  const hasSubscribers = useHasSubscribers();
  if (notified && hasSubscribers !== true) return null;
  return (
    <span className="inline-flex items-center gap-1">
      {notified ? <Bell className="size-3.5" /> : <BellOff className="size-3.5" />}
      {notified ? "Notified" : "Not notified"}
    </span>
  );
}

function DeleteUpdate({ subject, updateID, consequence }: Edit) {
  const { id: orgID, refresh } = useOrganization();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className={`text-critical ${actionClass}`}
      >
        <Trash2 className="size-3.5" /> Delete<span className="sr-only"> this update</span>
      </button>
      <Confirm
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Delete this update?"
        action="Delete update"
        onConfirm={async () => {
          await requestUpdateDeletion(orgID, subject, updateID);
          await refresh();
          showToast("Update deleted.");
        }}
      >
        <p>
          The update is removed from the status page and its feeds, and queued notifications are
          canceled. {consequence} Notifications that were already sent can’t be recalled.
        </p>
      </Confirm>
    </>
  );
}

type EarlierTextsProps = { editedAt: string } & Pick<UpdateResponse, "earlier">;

function EarlierTexts({ editedAt, earlier }: EarlierTextsProps) {
  return (
    <details className="text-xs text-muted">
      <summary className="w-fit rounded-sm pointer-coarse:py-3.5">
        Edited <TimeAgo at={editedAt} />
      </summary>
      <ol className="mt-2 grid gap-3 border-s-2 border-line ps-3">
        {earlier.map((version) => (
          <li key={version.replaced_at}>
            <p className="mb-0.5">
              Until <Timestamp at={version.replaced_at} />
            </p>
            <MessageText text={version.body} format={version.format} />
          </li>
        ))}
      </ol>
    </details>
  );
}
