import Link from "next/link";
import { LoadError } from "@/components/data/load-error";
import { HomeShell } from "@/components/shell/home-shell";
import { buttonClass } from "@/components/ui/button";
import type { ApiError } from "@/lib/http/api-client";

/**
 * Also shown if a user loses access while the organization is open. `error` is set if the
 * organization may exist, but could not be read.
 */
export function OrganizationNotFound({ error }: { error?: ApiError }) {
  return (
    <HomeShell>
      <h1 className="mb-1 text-xl font-semibold">
        {error ? "This organization can’t be displayed" : "Organization not found"}
      </h1>
      {error ? (
        <div className="mt-4 mb-2">
          <LoadError error={error} />
        </div>
      ) : (
        <p className="mb-6 max-w-prose text-muted">
          The organization may have been deleted, you may no longer be a member, or the link may be
          incomplete.
        </p>
      )}
      <Link href="/dashboard" prefetch={false} className={buttonClass("secondary")}>
        My organizations
      </Link>
    </HomeShell>
  );
}
