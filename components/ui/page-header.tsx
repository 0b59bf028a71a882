import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { useListPath } from "./list-path";
import { forgetOpenedRow } from "./row-link";

let lastUrl: string | null = null;

type Back = { href: string; label: string };

/** Links back to a list with its filters, or to another screen. */
export const BackLink = ({ href, label }: Back) => (
  <Link
    href={useListPath(href)}
    prefetch={false}
    className={
      "mb-2 inline-flex items-center gap-1 rounded-sm text-muted hover:text-ink " +
      "pointer-coarse:-mt-3 pointer-coarse:mb-0 pointer-coarse:min-h-11"
    }
  >
    <ArrowLeft className="size-4 rtl:rotate-180" /> {label}
  </Link>
);

type PageHeaderProps = {
  title: React.ReactNode;
  description?: React.ReactNode;
  back?: Back;
  children?: React.ReactNode;
};

/** Shows a screen's heading. It gets the focus after navigation unless another element has it. */
export function PageHeader({ title, description, back, children }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const url = window.location.pathname + window.location.search;
    const isNew = lastUrl !== null && lastUrl !== url;
    lastUrl = url;
    forgetOpenedRow(window.location.pathname);
    if (isNew && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="mb-6">
      {back && <BackLink {...back} />}
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 xl:flex-nowrap">
        <div className="min-w-0">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-xl font-semibold wrap-anywhere outline-none"
          >
            {title}
          </h1>
          {description !== undefined && (
            <div className="mt-1 min-h-5 wrap-anywhere text-muted">{description}</div>
          )}
        </div>
        {children && (
          <div className="flex flex-wrap items-center gap-2 xl:shrink-0">{children}</div>
        )}
      </div>
    </div>
  );
}
