"use client";

import Link from "next/link";
import { useDraftOwner } from "@/components/auth/session";
import { draftKey, readDraft } from "@/components/forms/drafts";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import type { ApiError } from "@/lib/http/client";
import { useTitle } from "./use-title";

type NoSuchRecordProps = {
  /** "incident". */
  what: string;
  /** Why it can't be shown; undefined where it was there until somebody deleted it. */
  error: ApiError | undefined;
  /** Where the others are. */
  back: { href: string; label: string };
  /** Names of drafts on it, whose words can no longer be sent. */
  drafts?: readonly string[];
};

/** In the place of a record that is not there, or not any more: what is missing, and the way back. */
export function NoSuchRecord({ what, error, back, drafts = [] }: NoSuchRecordProps) {
  const owner = useDraftOwner();
  const unsent = owner === null ? [] : drafts.map((name) => readDraft<{ body: string }>(draftKey(owner, name))?.body ?? "").filter((body) => body !== "");
  const title = error === undefined ? `This ${what} is gone` : error.status === 404 ? `No such ${what}` : `This ${what} cannot be shown`;
  const why =
    error === undefined ? "Somebody deleted it while you had it open." : error.status === 404 ? "There is none at this address. It may have been deleted, or belong to another organization, or the link may be incomplete." : error.detail;
  useTitle(title);
  return (
    <>
      <PageHeader title={title} back={back} />
      <div role="alert" className="grid justify-items-start gap-4">
        <p className="max-w-prose">{why}</p>
        {unsent.map((body) => (
          <Card key={body} className="max-w-prose p-4">
            <p className="mb-1 text-xs text-muted">What you wrote on it was not sent:</p>
            <p className="whitespace-pre-wrap wrap-anywhere">
              <bdi>{body}</bdi>
            </p>
          </Card>
        ))}
        <Link href={back.href} prefetch={false} className={buttonClass("secondary")}>
          All {back.label.toLowerCase()}
        </Link>
      </div>
    </>
  );
}
