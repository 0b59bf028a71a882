import { createContext, Fragment, use } from "react";
import type { NamedComponent } from "@/lib/components/rules";
import type { PageLinks } from "@/lib/public/page/rules";
import { type PluralPhrase, splitPhrase, type PageTexts } from "@/lib/public/page/page-texts";
import { GroupedNames } from "./grouped-names";

export type View = {
  texts: PageTexts;
  links: PageLinks;
  /** The time of the last public change, on published pages. */
  changedAt?: string | undefined;
};

export const ViewContext = createContext<View | null>(null);

export const useView = (): View => use(ViewContext)!;

export function Phrase({
  text,
  places: values,
}: {
  text: string;
  places: Record<string, React.ReactNode>;
}) {
  return splitPhrase(text).map(({ text, place }) => (
    <Fragment key={place ?? text}>{place === undefined ? text : values[place]}</Fragment>
  ));
}

/**
 * Shows a time in the page's time zone. live.ts changes it to the visitor's time zone or, if
 * `isRelative`, shows a relative time for 7 days.
 */
export const Time = ({ at, isRelative }: { at: string; isRelative?: boolean }) => (
  <time dateTime={at} data-ago={isRelative && ""}>
    {useView().texts.time(at)}
  </time>
);

export const TimePhrase = ({ text, at }: { text: string; at: string }) => (
  <Phrase text={text} places={{ time: <Time at={at} /> }} />
);

/** Shows the end of an event, without the date if it is the day of the start. */
export const EndTime = ({ from, at }: { from: string; at: string }) => (
  <time dateTime={at} data-from={from}>
    {useView().texts.until(from, at)}
  </time>
);

type LinkProps = React.ComponentProps<"a">;

export const TextLink = ({ className = "", children, ...props }: LinkProps) => (
  <a
    {...props}
    className={`rounded-sm font-medium text-accent underline underline-offset-2 ${className}`}
  >
    {children}
  </a>
);

export function More({ count, text, href }: { count: number; text: PluralPhrase; href: string }) {
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

export const ComponentNames = ({ components }: { components: readonly NamedComponent[] }) => (
  <GroupedNames components={components} comma={useView().texts.comma} />
);
