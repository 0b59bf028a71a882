import Link from "next/link";
import { Logo } from "@/components/brand/logo";
import { buttonClass } from "@/components/ui/button";

type Props = { title?: string; why?: string };

/** What stands at the address of an organization that cannot be shown: there is none, or it is not the reader's. */
export function NoSuchOrganization({ title = "No such organization", why = "There is none at this address. It may have been deleted, or the link may be incomplete." }: Props) {
  return (
    <main id="content" className="mx-auto max-w-prose px-4 py-12">
      <Logo href="/dashboard" />
      <h1 className="mt-8 text-xl font-semibold">{title}</h1>
      <p className="mt-1 mb-6 text-muted">{why}</p>
      <Link href="/dashboard" prefetch={false} className={buttonClass("secondary")}>
        My organizations
      </Link>
    </main>
  );
}
