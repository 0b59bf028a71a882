import { Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { DeliveryReportPanel } from "@/components/deliveries/delivery-report";
import type { LoadedResource } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { PageLink } from "@/components/organizations/page-link";
import { ResourceNotFound } from "@/components/shell/resource-not-found";
import { useScreenShortcut } from "@/components/shell/shortcuts";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { useDocumentTitle } from "@/components/shell/use-document-title";
import { capitalize } from "@/components/ui/capitalize";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { named } from "@/components/ui/format-names";
import { getListPath } from "@/components/ui/list-path";
import { MenuItem, MoreActionsMenu } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { EventSkeleton, ResourceSkeleton, SkeletonForm } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { hasEnded } from "@/lib/maintenances/values";
import type { Subject } from "@/lib/updates/values";
import { ComposerSection, focusComposer } from "./composer-section";
import { type UpdateAction, updateActions } from "./update-actions";
import { getEventPath, getUpdatesParams, requestDeletion, useUpdates } from "./update-calls";
import { getSubject, getUpdateDraft, type UpdatedEvent } from "./updated-event";
import { getEditDraftName, UpdateTimeline } from "./update-timeline";

export const renderLoadingForm = () => <SkeletonForm fields={3} label="Loading form" />;
const EventUpdateForm = dynamic(() => import("./event-update-form"), {
  loading: renderLoadingForm,
});

/** The props of the component that renders a loaded incident or maintenance. */
export type LoadedEventProps<Data extends UpdatedEvent> = {
  record: LoadedResource<Data>;
  updates: ReturnType<typeof useUpdates>;
  back: { href: string; label: string };
  onDeleted: () => void;
};

type EventScreenProps<Data extends UpdatedEvent> = {
  subject: Subject;
  listLabel: string;
  Loaded: React.ComponentType<LoadedEventProps<Data>>;
};

/** Reads an incident or maintenance and its updates, and renders `Loaded` with them. */
export function EventScreen<Data extends UpdatedEvent>(props: EventScreenProps<Data>) {
  const { subject, listLabel, Loaded } = props;
  const { kind } = subject;
  const { id: orgID, at } = useOrganization();
  const [leaving, setLeaving] = useState(false);
  const { record, error, isGone } = useRead(`GET ${getEventPath(kind)}`, {
    params: getUpdatesParams(orgID, subject),
  });
  const updates = useUpdates(subject);
  const back = { href: at(`/${kind}s`), label: listLabel };
  useDocumentTitle(record?.data.title ?? null);
  if (error || (isGone && !leaving)) {
    const drafts = [
      ...Object.keys(updateActions).map((action) => getUpdateDraft(subject, action)),
      `postmortem-${subject.id}`,
      ...(updates.items ?? []).map(({ id }) => getEditDraftName(kind, id)),
    ];
    return <ResourceNotFound noun={kind} {...{ error, back, drafts }} />;
  }
  if (record === undefined)
    return (
      <ResourceSkeleton back={back}>
        <EventSkeleton label={`Loading ${kind}`} />
      </ResourceSkeleton>
    );
  return (
    <Loaded
      record={record as unknown as LoadedResource<Data>}
      updates={updates}
      back={back}
      onDeleted={() => setLeaving(true)}
    />
  );
}

/** The actions that incidents and maintenance share. `editParam` opens the dialog for editing. */
export function useEventActions({ status }: UpdatedEvent, editParam: string) {
  const { is } = useOrganization();
  const canWrite = is("editor");
  const [hasUnsentUpdate, setHasUnsentUpdate] = useState(false);
  const [hasUnsentTransition, setHasUnsentTransition] = useState(false);
  const canUpdate = !hasEnded(status);
  // An unsent update stays open even if someone else has changed the status.
  const updating = useDialogParam("update", canUpdate || hasUnsentUpdate);
  const editing = useDialogParam(editParam);
  const write = () => {
    updating.open();
    focusComposer();
  };
  useScreenShortcut("u", canWrite && canUpdate ? write : null);
  useScreenShortcut("e", canWrite ? editing.open : null);
  return {
    canWrite,
    ...{ hasUnsentUpdate, setHasUnsentUpdate, hasUnsentTransition, setHasUnsentTransition },
    ...{ canUpdate, updating, editing, deleting: useDialogParam("delete") },
  };
}

type EventLayoutProps = LoadedEventProps<UpdatedEvent> & {
  actions: ReturnType<typeof useEventActions>;
  description: React.ReactNode;
  /** Buttons, and items of the menu, for users who can write. */
  buttons: React.ReactNode;
  menuItems: React.ReactNode;
  /** The consequences of a deletion. */
  deletion: string;
  /** The updates that are written in a dialog. */
  transitions: readonly {
    action: UpdateAction;
    dialog: ReturnType<typeof useDialogParam>;
    title: React.ReactNode;
  }[];
  edit: { title: string; description?: string; form: React.ReactNode };
  /** Next to the timeline while the form is hidden. */
  timelineAside?: React.ReactNode;
  /** The section above the deliveries. */
  facts: React.ReactNode;
  /** The content below the timeline, and other dialogs. */
  children?: React.ReactNode;
};

/** The header, timeline, facts, deliveries, and dialogs of an incident or maintenance. */
export function EventLayout(props: EventLayoutProps) {
  const { record, updates, back, actions, description, buttons, menuItems } = props;
  const { canWrite, deleting } = actions;
  const { title } = record.data;
  const subject = getSubject(record.data);
  return (
    <>
      <PageHeader back={back} title={<bdi>{title}</bdi>} description={description}>
        {canWrite && buttons}
        <PageLink path={`/${subject.kind}s/${subject.id}`}>View on status page</PageLink>
        {canWrite && (
          <MoreActionsMenu>
            {menuItems}
            <MenuItem icon={Trash2} danger onSelect={deleting.open}>
              Delete {subject.kind}
            </MenuItem>
          </MoreActionsMenu>
        )}
      </PageHeader>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-8">
          <Timeline {...props} />
          {props.children}
        </div>
        <aside aria-label={`About this ${subject.kind}`} className="grid min-w-0 gap-8">
          {props.facts}
          <Section title="Deliveries">
            <DeliveryReportPanel
              of={subject}
              notifiedAt={
                updates.items &&
                (updates.items.find(({ notified }) => notified)?.created_at ?? null)
              }
            />
          </Section>
        </aside>
      </div>
      {canWrite && <Dialogs {...props} />}
    </>
  );
}

function Timeline(props: EventLayoutProps) {
  const { record, updates, actions, timelineAside } = props;
  const { canWrite, canUpdate, hasUnsentUpdate, setHasUnsentUpdate, updating } = actions;
  const isResolved = record.data.status === "resolved";
  const isOpen = (canUpdate && !isResolved) || updating.isOpen || hasUnsentUpdate;
  return (
    <>
      {canWrite && isOpen && (
        <ComposerSection onCancel={isResolved && !hasUnsentUpdate ? updating.close : undefined}>
          <EventUpdateForm
            event={record.data}
            action="update"
            newest={updates.items?.[0]?.id}
            onUnsent={setHasUnsentUpdate}
            onRestored={updating.open}
            onFinished={updating.close}
            focusMessage={updating.isOpen}
            onFocused={isResolved ? undefined : updating.close}
          />
        </ComposerSection>
      )}
      <Section title="Timeline" aside={canWrite && !isOpen && timelineAside}>
        <UpdateTimeline subject={getSubject(record.data)} updates={updates} />
      </Section>
    </>
  );
}

function Dialogs(props: EventLayoutProps) {
  const { record, updates, actions, transitions } = props;
  const { editing, setHasUnsentTransition } = actions;
  const { form: editForm, ...editTexts } = props.edit;
  return (
    <>
      {transitions.map(({ action, dialog, title }) => (
        <Dialog
          key={action}
          open={dialog.isOpen}
          onClose={dialog.close}
          title={title}
          description={updateActions[action].description}
        >
          <EventUpdateForm
            event={record.data}
            action={action}
            focusMessage
            newest={updates.items?.[0]?.id}
            onUnsent={setHasUnsentTransition}
            onRestored={dialog.open}
            onFinished={dialog.close}
          />
        </Dialog>
      ))}
      <Dialog open={editing.isOpen} onClose={editing.close} {...editTexts}>
        {editForm}
      </Dialog>
      <DeleteEvent {...props} />
    </>
  );
}

/** Asks for confirmation, deletes an incident or maintenance, and opens the list. */
function DeleteEvent({ record, actions, back, deletion, onDeleted }: EventLayoutProps) {
  const { id: orgID, refresh } = useOrganization();
  const router = useRouter();
  const subject = getSubject(record.data);
  return (
    <Confirm
      open={actions.deleting.isOpen}
      onClose={actions.deleting.close}
      title={named`Delete “${record.data.title}”?`}
      action={`Delete ${subject.kind}`}
      onConfirm={async () => {
        await requestDeletion(orgID, subject);
        onDeleted();
        router.push(getListPath(back.href));
        showToast(`${capitalize(subject.kind)} deleted.`);
        void refresh();
        return "leaving";
      }}
    >
      {deletion}
    </Confirm>
  );
}
