import type { Counted, Say } from "@/lib/public/page/words";

/** A link to what is left out here; nothing when nothing is. */
export function More({
  count,
  text,
  href,
  say,
}: {
  count: number;
  text: Counted;
  href: string;
  say: Say;
}) {
  if (count === 0) return null;
  return (
    <p className="mt-3">
      <a
        href={href}
        className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent underline underline-offset-2"
      >
        {say.count(text, count)}
      </a>
    </p>
  );
}
