import type { Counted, PageTexts } from "@/lib/public/page/page-texts";

/** A link to the entries that are left out, if there are any. */
export function More({
  count,
  text,
  href,
  texts,
}: {
  count: number;
  text: Counted;
  href: string;
  texts: PageTexts;
}) {
  if (count === 0) return null;
  return (
    <p className="mt-3">
      <a
        href={href}
        className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent underline underline-offset-2"
      >
        {texts.count(text, count)}
      </a>
    </p>
  );
}
