import Link from "next/link";
import { buttonClass } from "@/components/ui/button";

type NextLink = { href: string; label: string };

/** Returns a link to the dashboard, or to sign-in for signed-out visitors. */
export const getContinueLink = (user: object | null): NextLink =>
  user === null
    ? { href: "/login", label: "Sign in" }
    : { href: "/dashboard", label: "My organizations" };

type InvalidLinkProps = { title: string; continueLink: NextLink; children: string };

/** Shown if the token in a link from an email is unknown. */
export const InvalidLink = ({ title, continueLink, children }: InvalidLinkProps) => (
  <>
    <h1 className="mb-2 text-lg font-semibold">{title}</h1>
    <p className="mb-6 text-muted">{children}</p>
    <Link href={continueLink.href} className={`${buttonClass("secondary")} w-full`}>
      {continueLink.label}
    </Link>
  </>
);
