import type { Metadata } from "next";
import Link from "next/link";
import { type Query, tokenOf } from "@/app/token-of";
import { findVisitor } from "@/app/visitor";
import { ConfirmEmailForm } from "@/components/auth/confirm-email-form";
import { buttonClass } from "@/components/ui/button";
import { findEmailChange } from "@/lib/auth/email-change";

export const metadata: Metadata = { title: "Confirm your new address" };

export default async function ConfirmEmailPage({ searchParams }: { searchParams: Query }) {
  const token = await tokenOf(searchParams);
  const [change, visitor] = [await findEmailChange(token), await findVisitor()];
  const goOn = visitor === null ? { href: "/login", label: "Sign in" } : { href: "/dashboard", label: "My organizations" };
  if (change !== null) return <ConfirmEmailForm token={token} from={change.from} to={change.to} goOn={goOn} />;
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">This link does not work</h1>
      <p className="mb-6 text-muted">It was used, it is older than 24 hours, you asked for a newer one, or its address is not complete. You can ask for another in your account.</p>
      <Link href={goOn.href} className={`${buttonClass("secondary")} w-full`}>
        {goOn.label}
      </Link>
    </>
  );
}
