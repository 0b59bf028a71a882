import { ChevronRight } from "lucide-react";
import Link from "next/link";

export function SectionLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className={
        "inline-flex min-h-6 items-center pointer-coarse:-my-2.5 pointer-coarse:min-h-11 " +
        "gap-0.5 rounded-sm text-muted hover:text-ink"
      }
    >
      {children} <ChevronRight className="size-4 rtl:rotate-180" />
    </Link>
  );
}
