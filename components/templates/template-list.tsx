"use client";

import { CalendarClock, Megaphone, MessageSquareText, Pencil, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { LoadingCard } from "@/components/data/loading-card";
import { useReadAll } from "@/components/data/use-read";
import { IncidentImpactBadge } from "@/components/updates/incident-impact";
import { useOrganization } from "@/components/organizations/organization-context";
import {
  isListedIn,
  useDialogParam,
  useItemDialogParam,
} from "@/components/shell/use-dialog-param";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { named } from "@/components/ui/format-names";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonForm } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { LinkButton } from "@/components/ui/route-link";
import { MessageSummary } from "@/components/updates/message-text";
import type { TemplateResponse } from "@/lib/http/api-client";
import { formatStatus } from "./status-label";

const loading = () => <SkeletonForm fields={4} label="Loading form" />;
const NewTemplateForm = dynamic(
  () => import("./template-form").then(({ NewTemplateForm }) => NewTemplateForm),
  { ssr: false, loading },
);
const TemplateEditor = dynamic(
  () => import("./template-form").then(({ TemplateEditor }) => TemplateEditor),
  { ssr: false, loading },
);

export function TemplateList() {
  const { is, call, refresh } = useOrganization();
  const creating = useDialogParam("create");
  const templates = useReadAll("GET /v1/organizations/{orgID}/templates");
  const hasTemplate = templates.isComplete ? isListedIn(templates.data) : undefined;
  // The form stays open if someone else deletes the template, so that no input is lost.
  const editing = useItemDialogParam("edit");
  const deleting = useItemDialogParam("delete", hasTemplate);
  const deleted = templates.data?.find(({ id }) => id === deleting.id);
  const canEdit = is("editor");
  return (
    <>
      <PageHeader
        title="Templates"
        description="Reusable messages for incidents, maintenance, and updates."
      >
        {canEdit && (
          <Button onClick={creating.open}>
            <Plus className="size-4" /> Create template
          </Button>
        )}
      </PageHeader>
      <LoadingCard of={templates} rows={4} label="Loading templates" shape="text">
        {templates.data?.length === 0 && (
          <EmptyState title="No templates yet">
            {canEdit ? (
              <>
                Prepare messages for common incidents, maintenance, and updates.{" "}
                <LinkButton onClick={creating.open}>Create a template</LinkButton>.
              </>
            ) : (
              "Editors can create templates here."
            )}
          </EmptyState>
        )}
        <ul>
          {templates.data?.map((template) => (
            <TemplateRow
              key={template.id}
              template={template}
              onEdit={canEdit ? () => editing.open(template.id) : null}
              onDelete={() => deleting.open(template.id)}
            />
          ))}
        </ul>
      </LoadingCard>
      <Dialog open={canEdit && creating.isOpen} onClose={creating.close} title="Create template">
        <NewTemplateForm onDone={creating.close} />
      </Dialog>
      <Dialog open={canEdit && editing.id !== null} onClose={editing.close} title="Edit template">
        {editing.id !== null && <TemplateEditor templateID={editing.id} onDone={editing.close} />}
      </Dialog>
      <Confirm
        open={canEdit && deleted !== undefined}
        onClose={deleting.close}
        title={named`Delete ${deleted?.name}?`}
        action="Delete template"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/templates/{templateID}", {
            params: { templateID: deleted!.id },
          });
          await refresh();
          showToast("Template deleted.");
        }}
      >
        <p>
          Incidents and maintenance created from this template don’t change. This can’t be undone.
        </p>
      </Confirm>
    </>
  );
}

const kinds = {
  incident: { icon: Megaphone, label: "Incident · Initial status" },
  maintenance: { icon: CalendarClock, label: "Maintenance · Initial status" },
  update: { icon: MessageSquareText, label: "Update · For status" },
};

type TemplateRowProps = {
  template: TemplateResponse;
  onEdit: (() => void) | null;
  onDelete: () => void;
};

function TemplateRow({ template, onEdit, onDelete }: TemplateRowProps) {
  const { icon: Icon, label } = kinds[template.kind];
  const count = template.component_ids.length;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium wrap-anywhere">{template.name}</bdi>
          {template.impact && <IncidentImpactBadge impact={template.impact} />}
        </p>
        {template.title !== "" && (
          <p className="wrap-anywhere">
            <bdi>{template.title}</bdi>
          </p>
        )}
        {template.body !== "" && (
          <p className="line-clamp-2 wrap-anywhere text-muted">
            <bdi>
              <MessageSummary text={template.body} format={template.format} />
            </bdi>
          </p>
        )}
        <p className="mt-0.5 text-xs text-muted">
          {label}: {formatStatus(template.status).toLowerCase()}
          {count > 0 && ` · ${count} component${count === 1 ? "" : "s"}`}
        </p>
      </div>
      {onEdit && (
        <div className="flex gap-1">
          <Button variant="quiet" onClick={onEdit}>
            <Pencil className="size-4" /> Edit<span className="sr-only"> {template.name}</span>
          </Button>
          <Button variant="quiet" onClick={onDelete}>
            <Trash2 className="size-4" /> Delete<span className="sr-only"> {template.name}</span>
          </Button>
        </div>
      )}
    </li>
  );
}
