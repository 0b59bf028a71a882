import dynamic from "next/dynamic";
import { useState } from "react";
import { LoadError } from "@/components/data/load-error";
import { useRead, useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Timestamp } from "@/components/ui/timestamp";
import { Section } from "@/components/ui/section";
import { SkeletonForm } from "@/components/ui/skeleton";
import { useRefocusOnClose } from "@/components/ui/use-refocus-on-close";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { MessageText } from "@/components/updates/message-text";
import type { IncidentDetailResponse, UpdateResponse } from "@/components/updates/update-calls";

const PostmortemForm = dynamic(() => import("./postmortem-form"), {
  loading: () => <SkeletonForm fields={3} label="Loading form" />,
});

export function PostmortemSection({ incident }: { incident: IncidentDetailResponse }) {
  const { is } = useOrganization();
  const [writing, isDeleting] = [
    useDialogParam("postmortem"),
    useDialogParam("delete-postmortem", incident.postmortem !== null),
  ];
  const { postmortem } = incident;
  const editing = (writing.isOpen || isDeleting.isOpen) && is("editor");
  const { saved, etag, updates, error } = useEditedPostmortem(incident, editing);
  const writeButton = useRefocusOnClose(editing);
  if (postmortem === null && !is("editor")) return null;
  const aside = postmortem && (
    <Badge tone="neutral">
      {postmortem.published_at === null ? "Draft, visible only to members" : "Published"}
    </Badge>
  );
  return (
    <Section title="Postmortem" aside={aside}>
      <Card className="p-4">
        {editing && updates === null && error && <LoadError error={error} />}
        {editing && updates === null && !error && (
          <SkeletonForm fields={3} label="Loading postmortem" />
        )}
        {editing && updates !== null && (
          <PostmortemForm
            incident={incident}
            saved={saved}
            updates={updates}
            etag={etag}
            isDeleting={isDeleting.isOpen}
            onDelete={isDeleting.open}
            onKeep={writing.open}
            onClose={writing.isOpen ? writing.close : isDeleting.close}
          />
        )}
        {!editing && (
          <div className="grid gap-3">
            <PostmortemText postmortem={postmortem} />
            {is("editor") && (
              <Button
                ref={writeButton}
                variant="secondary"
                onClick={writing.open}
                className="justify-self-start"
              >
                {postmortem === null ? "Write a postmortem" : "Edit postmortem"}
              </Button>
            )}
          </div>
        )}
      </Card>
    </Section>
  );
}

function PostmortemText({ postmortem }: Pick<IncidentDetailResponse, "postmortem">) {
  if (postmortem === null)
    return (
      <p className="text-muted">
        Explain what happened, why, and how you’ll prevent it. A draft is visible only to members
        until you publish it.
      </p>
    );
  const { body, format, published_at, updated_at } = postmortem;
  return (
    <>
      <MessageText text={body} format={format} />
      <p className="text-xs text-muted">
        {published_at === null ? "Saved " : "Published "}
        <Timestamp at={published_at ?? updated_at} />
      </p>
    </>
  );
}

/**
 * Returns the saved postmortem, and the updates for the outline of a new one. `updates` is null
 * until the form can open, and empty if a postmortem existed when it opened.
 */
function useEditedPostmortem(
  { id: incidentID, postmortem }: IncidentDetailResponse,
  isEditing: boolean,
) {
  const isNew = postmortem === null;
  const options = isEditing ? { params: { incidentID } } : null;
  const read = useRead(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem",
    isNew ? null : options,
  );
  const all = useReadAll(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates",
    isNew ? options : null,
  );
  // Kept while the form is open, even if someone else creates or deletes the postmortem.
  const [updates, setUpdates] = useState<readonly UpdateResponse[] | null>(null);
  const canStart = isNew ? all.isComplete : read.data !== undefined;
  if (!isEditing && updates !== null) setUpdates(null);
  if (isEditing && updates === null && canStart) setUpdates(all.data ?? []);
  return {
    saved: read.data ?? null,
    etag: read.etag,
    updates,
    error: isNew ? all.error : read.error,
  };
}
