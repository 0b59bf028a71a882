import Link from "next/link";
import { useAbsoluteUrl, useOrganization } from "@/components/organizations/organization-context";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { RouteLink } from "@/components/ui/route-link";

export function FirstSteps() {
  const { page_url, at, is } = useOrganization();
  const absoluteUrl = useAbsoluteUrl(page_url);
  if (!is("editor")) {
    return (
      <Card className="p-4">
        <p className="font-medium">This page has no components yet</p>
        <p className="mt-1 max-w-prose text-muted">
          An editor of this organization can add components. The status and uptime of components
          appear here.
        </p>
      </Card>
    );
  }
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="text-base font-semibold">Set up your page</h2>
      <p className="mt-1 max-w-prose text-muted">Your status page can be ready in two minutes.</p>
      <ol className="mt-4 grid gap-3">
        <Step number={1} title="Add components">
          Paste a list of the parts of your system, such as Website, API, and Checkout.
        </Step>
        <Step number={2} title="View your status page">
          The page is public at{" "}
          <a
            href={page_url}
            target="_blank"
            rel="noreferrer"
            className="rounded-sm font-mono text-ink underline underline-offset-2 wrap-anywhere"
          >
            {absoluteUrl}
          </a>
          .
        </Step>
        <Step number={3} title="Invite people">
          <RouteLink href={at("/subscribers?do=add")} prefetch={false}>
            Add subscribers
          </RouteLink>
          {is("admin") && (
            <>
              , and{" "}
              <RouteLink href={at("/settings/team?do=invite")} prefetch={false}>
                invite your colleagues
              </RouteLink>
            </>
          )}
          .
        </Step>
      </ol>
      <div className="mt-6 flex flex-wrap gap-2">
        <Link href={at("/setup?step=components")} prefetch={false} className={buttonClass()}>
          Set up page
        </Link>
        <Link href={at("/components?do=add")} prefetch={false} className={buttonClass("secondary")}>
          Add component
        </Link>
      </div>
    </Card>
  );
}

type StepProps = { number: number; title: string; children: React.ReactNode };

function Step({ number, title, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-xs font-medium text-muted"
        aria-hidden="true"
      >
        {number}
      </span>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="text-muted">{children}</p>
      </div>
    </li>
  );
}
