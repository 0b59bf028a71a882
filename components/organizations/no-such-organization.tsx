import Link from "next/link";
import { HomeShell } from "@/components/shell/home-shell";
import { buttonClass } from "@/components/ui/button";

type Props = { title?: string; why?: string };

/** What stands at the address of an organization that cannot be shown: there is none, or it is not the reader's. */
export function NoSuchOrganization({ title = "No such organization", why = "There is none at this address for you. It may have been deleted, you may no longer be of its team, or the link may be incomplete." }: Props) {
  return (
    <HomeShell>
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">{why}</p>
      <Link href="/dashboard" prefetch={false} className={buttonClass("secondary")}>
        My organizations
      </Link>
    </HomeShell>
  );
}
