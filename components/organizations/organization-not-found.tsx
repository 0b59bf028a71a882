import Link from "next/link";
import { HomeShell } from "@/components/shell/home-shell";
import { buttonClass } from "@/components/ui/button";

type Props = { title?: string; reason?: string };

/** Also shown, with the default texts, if a user loses access while the organization is open. */
export function OrganizationNotFound({
  title = "Organization not found",
  reason = "The organization may have been deleted, you may no longer be a member, or the link may be incomplete.",
}: Props) {
  return (
    <HomeShell>
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">{reason}</p>
      <Link href="/dashboard" prefetch={false} className={buttonClass("secondary")}>
        My organizations
      </Link>
    </HomeShell>
  );
}
