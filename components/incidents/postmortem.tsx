"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Written } from "@/components/status-page/phrase";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useFocusBack } from "@/components/ui/use-focus-back";
import { useIntent } from "@/components/shell/use-intent";
import type { IncidentDetail } from "./update-form";

const PostmortemForm = dynamic(() => import("./postmortem-form"), { loading: () => <SkeletonRows rows={3} label="Loading the form" /> });

/** What was learned: shown to members, written by editors, and published for all when it is ready. */
export function Postmortem({ incident }: { incident: IncidentDetail }) {
  const { id: orgID, is } = useOrganization();
  const [writing, deleting] = [useIntent("postmortem"), useIntent("delete-postmortem", incident.postmortem !== null)];
  const { postmortem } = incident;
  const editing = (writing.open || deleting.open) && is("editor");
  const { data, etag } = useRead("GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem", editing && postmortem !== null ? { params: { orgID, incidentID: incident.id } } : null);
  // Whoever began before there was one goes on writing when a colleague was faster.
  const [first, setFirst] = useState(false);
  if (first !== (editing && (first || postmortem === null))) setFirst(!first);
  const writeButton = useFocusBack(editing);
  if (postmortem === null && !is("editor")) return null;
  const aside = postmortem && <Badge tone="neutral">{postmortem.published_at === null ? "Draft, for members alone" : "Published"}</Badge>;
  return (
    <Section title="Postmortem" aside={aside}>
      <Card className="p-4">
        {editing && !first && data === undefined && <SkeletonRows rows={3} label="Loading the postmortem" />}
        {editing && (first || data !== undefined) && <PostmortemForm incident={incident} saved={data ?? null} etag={etag} deleting={deleting.open} onDelete={deleting.begin} onKeep={writing.begin} onClose={writing.open ? writing.end : deleting.end} />}
        {!editing && (
          <div className="grid gap-3">
            {postmortem === null ? (
              <p className="text-muted">What happened, why, and what you do so that it does not happen again. A draft is for members alone until you publish it.</p>
            ) : (
              <>
                <Written text={postmortem.body} />
                <p className="text-xs text-muted">
                  {postmortem.published_at === null ? "Saved " : "Published "}
                  <Moment at={postmortem.published_at ?? postmortem.updated_at} />
                </p>
              </>
            )}
            {is("editor") && (
              <Button ref={writeButton} variant="secondary" onClick={writing.begin} className="justify-self-start">
                {postmortem === null ? "Write a postmortem" : "Edit the postmortem"}
              </Button>
            )}
          </div>
        )}
      </Card>
    </Section>
  );
}
