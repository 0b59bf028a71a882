import { type Language, languageTags } from "@/lib/organizations/values";
import { phrases as de } from "./texts/de";
import { phrases as en } from "./texts/en";
import { phrases as es } from "./texts/es";
import { phrases as fr } from "./texts/fr";
import { phrases as it } from "./texts/it";
import { phrases as ja } from "./texts/ja";
import { phrases as nl } from "./texts/nl";
import { phrases as pt } from "./texts/pt";

/**
 * A phrase with the number `{n}`, by CLDR plural category. Spanish, French, Italian, and Portuguese
 * use `many` for millions.
 */
export type PluralPhrase = { one?: string; other: string; many?: string };

/** The type of another language's text: it has the same keys as the English text. */
export type Translation<English> = {
  [Key in keyof English]: English[Key] extends { other: string } ? PluralPhrase : English[Key];
};

export type Phrases = Translation<typeof en>;

export const phrases: Record<Language, Phrases> = { en, de, fr, es, it, nl, pt, ja };

export const fillPhrase = (phrase: string, values: Record<string, string>): string =>
  phrase.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Splits a phrase at its placeholders so that they can be filled with elements. */
export const splitPhrase = (phrase: string): { text: string; place?: string }[] =>
  phrase
    .split(/(\{\w+\})/)
    .flatMap((text) =>
      text === ""
        ? []
        : text.startsWith("{")
          ? [{ text: "", place: text.slice(1, -1) }]
          : [{ text }],
    );

export type PageTexts = ReturnType<typeof createPageTexts>;

const cachedTexts = new Map<string, PageTexts>();
const MAX_CACHED_TEXTS = 50;

/** Returns text and formatters. They are cached because formatters are expensive to create. */
export function getPageTexts(language: Language, timeZone: string): PageTexts {
  const key = `${language} ${timeZone}`;
  const known = cachedTexts.get(key);
  if (known !== undefined) return known;
  if (cachedTexts.size >= MAX_CACHED_TEXTS) cachedTexts.clear();
  const texts = createPageTexts(language, timeZone);
  cachedTexts.set(key, texts);
  return texts;
}

const MINUTE = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
const DATE = { year: "numeric", month: "short", day: "numeric" } as const;

function createPageTexts(language: Language, timeZone: string) {
  const tag = languageTags[language];
  const createDateFormat = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    new Intl.DateTimeFormat(tag, { timeZone: zone, ...options });
  const time = createDateFormat({ ...DATE, ...MINUTE });
  const clock = createDateFormat(MINUTE);
  const onDay = createDateFormat({ dateStyle: "short" });
  // Dates and months are parsed as midnight in UTC, so another time zone could show the day before.
  const day = createDateFormat(DATE, "UTC");
  const month = createDateFormat({ year: "numeric", month: "long" }, "UTC");
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const percent = new Intl.NumberFormat(tag, { style: "percent", ...decimals });
  const whole = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 0 });
  const createUnitFormat = (name: "hour" | "minute") =>
    new Intl.NumberFormat(tag, { style: "unit", unit: name, unitDisplay: "short" });
  const [hours, minutes] = [createUnitFormat("hour"), createUnitFormat("minute")];
  const plurals = new Intl.PluralRules(tag);
  const numbers = new Intl.NumberFormat(tag);
  const isSameDay = (a: Date, b: Date) => onDay.format(a) === onDay.format(b);
  const parseMidnight = (date: string) => new Date(`${date}T00:00:00Z`);
  return {
    ...phrases[language],
    language,
    tag,
    timeZone,
    /** Formats an ISO 8601 time as `Nov 21, 2026, 4:05 PM UTC`. */
    time: (at: string) => time.format(new Date(at)),
    /** Formats the end of a period like `time`, but omits the date if `from` is on the same day. */
    until: (from: string, at: string) => {
      const end = new Date(at);
      return (isSameDay(new Date(from), end) ? clock : time).format(end);
    },
    day: (date: string) => day.format(parseMidnight(date)),
    days: (first: string, last: string) =>
      day.formatRange(parseMidnight(first), parseMidnight(last)),
    /** Formats `2026-11` as `November 2026`. */
    monthName: (name: string) => capitalize(month.format(parseMidnight(`${name}-01`)), tag),
    number: (value: number) => numbers.format(value),
    percent: (value: number) => (value === 100 ? whole : percent).format(value / 100),
    /** Formats a duration in seconds as `1 hr 20 min`. The result is at least one minute. */
    duration: (seconds: number) => {
      const all = Math.max(1, Math.round(seconds / 60));
      const [h, m] = [Math.floor(all / 60), all % 60];
      return [...(h > 0 ? [hours.format(h)] : []), ...(m > 0 ? [minutes.format(m)] : [])].join(" ");
    },
    count: (phrase: PluralPhrase, n: number) =>
      fillPhrase(phrase[plurals.select(n) as keyof PluralPhrase] ?? phrase.other, {
        n: numbers.format(n),
      }),
    /** The name of the page's time zone, such as `Central European Time (Europe/Berlin)`. */
    zoneName: nameZone(tag, timeZone),
  };
}

const capitalize = (text: string, tag: string) =>
  text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);

function nameZone(tag: string, timeZone: string): string {
  if (timeZone === "Etc/UTC") return "UTC";
  const formatName = (timeZoneName: "long" | "longGeneric") =>
    new Intl.DateTimeFormat(tag, { timeZone, timeZoneName })
      .formatToParts(Date.now())
      .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  // `longGeneric` returns an offset such as “GMT+8” for some zones without daylight saving time.
  const generic = formatName("longGeneric");
  return `${/[+-]\d/.test(generic) ? formatName("long") : generic} (${timeZone})`;
}
