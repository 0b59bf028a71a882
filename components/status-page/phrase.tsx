import { Fragment } from "react";
import { findLinks } from "@/lib/public/page/rules";
import { parts, type PageTexts } from "@/lib/public/page/page-texts";

/** A fixed phrase with elements in its places. */
export function Phrase({
  text,
  places,
}: {
  text: string;
  places: Record<string, React.ReactNode>;
}) {
  return parts(text).map(({ text, place }) => (
    <Fragment key={place ?? text}>{place === undefined ? text : places[place]}</Fragment>
  ));
}

/** A moment on the page's clocks, with its zone. */
export function Time({ at, texts }: { at: string; texts: PageTexts }) {
  return <time dateTime={at}>{texts.time(at)}</time>;
}

/** When a span ends: its day is told where it is not that of its beginning. */
export function EndTime({ from, at, texts }: { from: string; at: string; texts: PageTexts }) {
  return (
    <time dateTime={at} data-from={from}>
      {texts.until(from, at)}
    </time>
  );
}

/**
 * What somebody wrote: lines stay lines, addresses become links, and nothing else means anything.
 */
export function Written({ text, className = "" }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={`me-auto max-w-prose wrap-anywhere whitespace-pre-line ${className}`}>
      {findLinks(text).map((piece, key) => {
        if (piece.href === undefined) return <Fragment key={key}>{piece.text}</Fragment>;
        return (
          <a
            key={key}
            href={piece.href}
            rel="nofollow noopener"
            className="text-accent underline underline-offset-2"
          >
            {piece.text}
          </a>
        );
      })}
    </p>
  );
}
