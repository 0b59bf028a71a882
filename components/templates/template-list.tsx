"use client";

import { CalendarClock, Megaphone, Pencil, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useReadAll, useRefresh } from "@/components/data/use-read";
import { IncidentImpact } from "@/components/incidents/incident-impact";
import { useOrganization } from "@/components/organizations/organization-context";
import { among, useIntent, useIntentOf } from "@/components/shell/use-intent";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Message } from "@/components/ui/message";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/components/ui/toaster";
import { type Answer, call } from "@/lib/http/client";
import { statusWord } from "./status-word";

const loading = () => <SkeletonRows rows={6} label="Loading the form" />;
const NewTemplateForm = dynamic(() => import("./template-form").then(({ NewTemplateForm }) => NewTemplateForm), { ssr: false, loading });
const TemplateEditor = dynamic(() => import("./template-form").then(({ TemplateEditor }) => TemplateEditor), { ssr: false, loading });

export type Template = Answer<"GET /v1/organizations/{orgID}/templates">[number];

/** Words that were found in a calm hour, for the one that is not. */
export function TemplateList() {
  const { id: orgID, is } = useOrganization();
  const creating = useIntent("create");
  const templates = useReadAll("GET /v1/organizations/{orgID}/templates", { params: { orgID } });
  const refresh = useRefresh(orgID);
  const isThere = templates.whole ? among(templates.data) : undefined;
  const [editing, deleting] = [useIntentOf("edit", isThere), useIntentOf("delete", isThere)];
  const deleted = templates.data?.find(({ id }) => id === deleting.of);
  const mayWrite = is("editor");
  return (
    <>
      <PageHeader title="Templates" description="Words written in a calm hour, to begin an incident or a maintenance with.">
        {mayWrite && (
          <Button onClick={creating.begin}>
            <Plus className="size-4" /> Create template
          </Button>
        )}
      </PageHeader>
      {templates.error && <Message>{templates.error.detail}</Message>}
      <Card>
        {!templates.data && !templates.error && <SkeletonRows rows={4} label="Loading templates" />}
        {templates.data?.length === 0 && (
          <EmptyState title="No template yet">
            {mayWrite ? (
              <>
                Think of what breaks most often, or of whom you depend on: title, first words and affected components are then one press away.{" "}
                <button type="button" onClick={creating.begin} className="rounded-sm font-medium text-accent underline underline-offset-2">
                  Create the first
                </button>
              </>
            ) : (
              "An editor can create them here."
            )}
          </EmptyState>
        )}
        <ul>
          {templates.data?.map((template) => (
            <TemplateRow key={template.id} template={template} onEdit={mayWrite ? () => editing.begin(template.id) : null} onDelete={() => deleting.begin(template.id)} />
          ))}
        </ul>
      </Card>
      <Dialog open={mayWrite && creating.open} onClose={creating.end} title="Create template">
        <NewTemplateForm onDone={creating.end} />
      </Dialog>
      <Dialog open={mayWrite && editing.of !== null} onClose={editing.end} title="Edit template">
        {editing.of !== null && <TemplateEditor templateID={editing.of} onDone={editing.end} />}
      </Dialog>
      <Confirm
        open={mayWrite && deleted !== undefined}
        onClose={deleting.end}
        title={<>Delete <bdi>{deleted?.name}</bdi>?</>}
        action="Delete template"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/templates/{templateID}", { params: { orgID, templateID: deleted!.id } });
          await refresh();
          say("The template is deleted.");
        }}
      >
        <p>What was begun with it stays as it is.</p>
      </Confirm>
    </>
  );
}

function TemplateRow({ template, onEdit, onDelete }: { template: Template; onEdit: (() => void) | null; onDelete: () => void }) {
  const Icon = template.kind === "incident" ? Megaphone : CalendarClock;
  const count = template.component_ids.length;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium wrap-anywhere">{template.name}</bdi>
          {template.impact && <IncidentImpact impact={template.impact} />}
        </p>
        <p className="wrap-anywhere">
          <bdi>{template.title}</bdi>
        </p>
        {template.body !== "" && (
          <p className="line-clamp-2 wrap-anywhere text-muted">
            <bdi>{template.body}</bdi>
          </p>
        )}
        <p className="mt-0.5 text-xs text-muted">
          {template.kind === "incident" ? "Incident" : "Maintenance"} · begins as {statusWord(template.status).toLowerCase()}
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
