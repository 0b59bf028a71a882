import { Fragment } from "react";
import { findLinks } from "@/lib/public/page/rules";
import { parts, type PageTexts } from "@/lib/public/page/page-texts";

/** A phrase with elements for its placeholders. */
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

/** A time in the page's zone. */
export function Time({ at, texts }: { at: string; texts: PageTexts }) {
  return <time dateTime={at}>{texts.time(at)}</time>;
}

/** The end of a period: without the date if it is the date of the start. */
export function EndTime({ from, at, texts }: { from: string; at: string; texts: PageTexts }) {
  return (
    <time dateTime={at} data-from={from}>
      {texts.until(from, at)}
    </time>
  );
}

/** A user's text: line breaks stay, URLs become links. */
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
