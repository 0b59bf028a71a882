import Link from "next/link";
import { useDraftOwner } from "@/components/auth/session";
import { LoadError } from "@/components/data/load-error";
import { getDraftKey, readDraft } from "@/components/forms/drafts";
import { capitalize } from "@/components/ui/capitalize";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import type { ApiError } from "@/lib/http/api-client";
import { useDocumentTitle } from "./use-document-title";

type ResourceNotFoundProps = {
  noun: string;
  /** The error of the first read. Undefined if the resource was deleted while it was open. */
  error: ApiError | undefined;

  back: { href: string; label: string };
  drafts?: readonly string[];
};

/** The reason is null if the resource may exist, but could not be read. */
function explain(
  noun: string,
  error: ApiError | undefined,
): { title: string; reason: string | null } {
  if (error === undefined)
    return {
      title: `This ${noun} was deleted`,
      reason: `Someone deleted the ${noun} while you had it open.`,
    };
  if (error.status !== 404) return { title: `This ${noun} can’t be displayed`, reason: null };
  return {
    title: `${capitalize(noun)} not found`,
    reason:
      `The ${noun} may have been deleted or may belong to another organization, ` +
      "or the link may be incomplete.",
  };
}

export function ResourceNotFound({ noun, error, back, drafts = [] }: ResourceNotFoundProps) {
  const owner = useDraftOwner();
  const unsentTexts =
    owner === null
      ? []
      : drafts
          .map((name) => readDraft<{ body: string }>(getDraftKey(owner, name))?.body ?? "")
          .filter((body) => body !== "");
  const { title, reason } = explain(noun, error);
  useDocumentTitle(title);
  return (
    <>
      <PageHeader title={title} back={back} />
      <div role={reason === null ? undefined : "alert"} className="grid justify-items-start gap-4">
        {reason === null ? (
          <div>
            <LoadError error={error} />
          </div>
        ) : (
          <p className="max-w-prose">{reason}</p>
        )}
        {unsentTexts.map((body) => (
          <Card key={body} className="max-w-prose p-4">
            <p className="mb-1 text-xs text-muted">Your unsent draft:</p>
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
