"use client";

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
import type { UpdateResponse } from "@/components/updates/update-calls";
import type { IncidentDetailResponse } from "./use-incident";

const PostmortemForm = dynamic(() => import("./postmortem-form"), {
  loading: () => <SkeletonForm fields={3} label="Loading form" />,
});

export function PostmortemSection({ incident }: { incident: IncidentDetailResponse }) {
  const { id: orgID, is } = useOrganization();
  const [writing, isDeleting] = [
    useDialogParam("postmortem"),
    useDialogParam("delete-postmortem", incident.postmortem !== null),
  ];
  const { postmortem } = incident;
  const editing = (writing.isOpen || isDeleting.isOpen) && is("editor");
  const { data, etag, error } = useRead(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem",
    editing && postmortem !== null ? { params: { orgID, incidentID: incident.id } } : null,
  );
  // True while the form for a new postmortem is open, even if someone else creates one meanwhile.
  const [isNew, setIsNew] = useState(false);
  if (isNew !== (editing && (isNew || postmortem === null))) setIsNew(!isNew);
  const updates = useAllUpdates(incident.id, editing);
  const isLoaded = updates !== null && (isNew || data !== undefined);
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
        {editing && !isLoaded && error && <LoadError error={error} />}
        {editing && !isLoaded && !error && <SkeletonForm fields={3} label="Loading postmortem" />}
        {editing && isLoaded && (
          <PostmortemForm
            incident={incident}
            saved={data ?? null}
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

/** Returns all updates, read once per edit. Null until they are loaded. */
function useAllUpdates(incidentID: string, isEditing: boolean): readonly UpdateResponse[] | null {
  const { id: orgID } = useOrganization();
  const [loaded, setLoaded] = useState<readonly UpdateResponse[] | null>(null);
  const {
    data: updates,
    error,
    isComplete,
  } = useReadAll(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates",
    isEditing ? { params: { orgID, incidentID } } : null,
  );
  if (!isEditing && loaded !== null) setLoaded(null);
  if (isEditing && loaded === null && (isComplete || error !== undefined)) setLoaded(updates ?? []);
  return loaded;
}
