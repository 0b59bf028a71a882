import { StatusIcon } from "@/components/status-page/status-looks";

type Props = {
  title: string;
  text: string;
  link?: { href: string; text: string };
  children?: React.ReactNode;
};

/** An error or a notice in place of a page. Never in the color of an operational status. */
export function Notice({ title, text, link, children }: Props) {
  return (
    <div className="sp mx-auto w-full max-w-3xl px-4 py-12 sm:py-24">
      <main id="content" className="rounded-lg border border-line bg-surface px-5 py-6">
        <h1 className="flex items-center gap-3 text-lg font-semibold">
          <StatusIcon status="unknown" className="size-6" />
          {title}
        </h1>
        <p className="mt-2 max-w-prose text-muted">{text}</p>
        {link && (
          <p className="mt-4">
            <a
              href={link.href}
              className="rounded-sm font-medium text-accent underline underline-offset-2"
            >
              {link.text}
            </a>
          </p>
        )}
        {children}
      </main>
    </div>
  );
}
