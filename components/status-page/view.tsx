import { createContext, Fragment, use } from "react";
import { byGroup, findLinks, type PageLinks } from "@/lib/public/page/rules";
import type { NamedComponent } from "@/lib/public/page/schema";
import { type Counted, parts, type PageTexts } from "@/lib/public/page/page-texts";

/** A page in one language, for all of its parts. */
export type View = { texts: PageTexts; links: PageLinks };

export const ViewContext = createContext<View | null>(null);

export const useView = (): View => use(ViewContext)!;

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
export const Time = ({ at }: { at: string }) => (
  <time dateTime={at}>{useView().texts.time(at)}</time>
);

/** A phrase with the placeholder `time`. */
export const TimePhrase = ({ text, at }: { text: string; at: string }) => (
  <Phrase text={text} places={{ time: <Time at={at} /> }} />
);

/** The end of a period: without the date if it is the date of the start. */
export const EndTime = ({ from, at }: { from: string; at: string }) => (
  <time dateTime={at} data-from={from}>
    {useView().texts.until(from, at)}
  </time>
);

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

type LinkProps = React.ComponentProps<"a">;

export const TextLink = ({ className = "", children, ...props }: LinkProps) => (
  <a
    {...props}
    className={`rounded-sm font-medium text-accent underline underline-offset-2 ${className}`}
  >
    {children}
  </a>
);

/** A link to the entries that are left out, if there are any. */
export function More({ count, text, href }: { count: number; text: Counted; href: string }) {
  const { texts } = useView();
  return (
    count > 0 && (
      <p className="mt-3">
        <TextLink href={href} className="inline-flex min-h-6 items-center">
          {texts.count(text, count)}
        </TextLink>
      </p>
    )
  );
}

/** Names of components, with the names of their groups. Each keeps its writing direction. */
export function ComponentNames({ components }: { components: readonly NamedComponent[] }) {
  return byGroup(components).map(({ group, names }, place) => (
    <span key={place}>
      {place > 0 && ", "}
      {names.map((name, index) => (
        <span key={index}>
          {index > 0 && ", "}
          <bdi>{name}</bdi>
        </span>
      ))}
      {group !== null && (
        <>
          {" "}
          (<bdi>{group}</bdi>)
        </>
      )}
    </span>
  ));
}
