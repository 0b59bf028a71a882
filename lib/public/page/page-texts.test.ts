import { describe, expect, test } from "vitest";
import { languages, languageTags } from "@/lib/organizations/values";
import { emailPhrases } from "@/lib/email/email-texts";
import { documentPhrases } from "./document-texts";
import { fillPhrase, splitPhrase, phrases as pagePhrases, getPageTexts } from "./page-texts";
import { subscriptionPhrases } from "./subscription-texts";

const phrases = Object.fromEntries(
  languages.map((language) => [
    language,
    { ...pagePhrases[language], ...documentPhrases[language] },
  ]),
) as {
  [Of in (typeof languages)[number]]: (typeof pagePhrases)[Of] & (typeof documentPhrases)[Of];
};

function walk(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => walk(inner, `${path}.${key}`));
}
const listPlaceholders = (phrase: string) =>
  [...phrase.matchAll(/\{(\w+)\}/g)].map(([place]) => place).sort();

describe.each(languages)("page text in the language %s", (language) => {
  const { pluralCategories } = new Intl.PluralRules(languageTags[language]).resolvedOptions();
  const hasSingular = pluralCategories.includes("one");
  const english = new Map(
    walk(phrases.en).filter(([path]) => hasSingular || !path.endsWith(".one")),
  );
  const own = walk(phrases[language]);

  test("is not empty, and has the same placeholders as the English text", () => {
    expect(own.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
    for (const [path, phrase] of own) {
      const form = /\.(colon|comma)$/.test(path) ? /^.? ?[:：,、] ?$/ : /^\S(.*\S)?$/s;
      expect([path, phrase]).toEqual([path, expect.stringMatching(form)]);
      expect([path, listPlaceholders(phrase)]).toEqual([
        path,
        listPlaceholders(english.get(path)!),
      ]);
    }
  });

  test("differs for different statuses", () => {
    const { overall, component, incident, impact, maintenance } = phrases[language];
    for (const texts of [overall, component, incident, impact, maintenance])
      expect(new Set(Object.values(texts)).size).toBe(Object.keys(texts).length);
  });

  test("has a singular and a plural form, if the language has both", () => {
    const texts = getPageTexts(language, "Etc/UTC");
    expect(texts.count(texts.daysAgo, 1)).toMatch(/(^|\s)1(\s|日)/);
    expect(texts.count(texts.daysAgo, 90)).toMatch(/(^|\s)90(\s|日)/);
    expect(
      texts.count(texts.daysAgo, 1).replace("1", "90") !== texts.count(texts.daysAgo, 90),
    ).toBe(hasSingular);
  });

  test("includes times and their time zone", () => {
    const texts = getPageTexts(language, "Europe/Berlin");
    expect(texts.time("2026-11-21T23:30:00Z")).toMatch(/22/);
    expect(texts.time("2026-11-21T23:30:00Z")).toMatch(/GMT|MEZ|UTC|CET/);
    expect(texts.zoneName).toContain("(Europe/Berlin)");
  });
});

test("page text differs from the English text in every other language", () => {
  for (const language of languages.filter((each) => each !== "en")) {
    const same = walk(phrases[language]).filter(
      ([path, phrase]) => new Map(walk(phrases.en)).get(path) === phrase,
    );
    // Some words are equal in both languages, and some phrases consist of placeholders only.
    expect(
      same
        .filter(([, phrase]) => /\p{L}/u.test(phrase.replaceAll(/\{\w+\}/g, "")))
        .map(([path]) => path)
        .filter(
          (path) =>
            !/website|statusLabel|incidentLabel|maintenanceLabel|impactLabel/.test(path) &&
            !(language === "nl" && [".updates", ".tableComponent"].includes(path)),
        ),
    ).toEqual([]);
  }
});

test("French text has a no-break space before colons, semicolons, question marks, and exclamation points", () => {
  const french = [phrases.fr, subscriptionPhrases.fr, emailPhrases.fr].flatMap((each) =>
    walk(each),
  );
  for (const [path, phrase] of french)
    expect([path, phrase]).toEqual([
      path,
      expect.not.stringMatching(/(?:[^\u00a0]:|[^\u202f][?!;])(?!\/)/),
    ]);
});

test.each([
  [1, "1 min"],
  [59, "1 min"],
  [90, "2 min"],
  [3_600, "1 hr"],
  [4_800, "1 hr 20 min"],
  [86_400, "24 hr"],
])("a duration of %i s is shown as %s", (seconds, expected) =>
  expect(getPageTexts("en", "Etc/UTC").duration(seconds)).toBe(expected),
);

test.each([
  ["en", 99.94, "99.94%"],
  ["en", 100, "100%"],
  ["en", 99.9, "99.90%"],
  ["en", 0, "0.00%"],
  ["de", 99.94, "99,94\u00a0%"],
  ["fr", 99.94, "99,94\u00a0%"],
  ["es", 99.94, "99,94\u00a0%"],
  ["it", 99.94, "99,94%"],
  ["nl", 99.94, "99,94%"],
  ["pt", 99.94, "99,94%"],
  ["ja", 99.94, "99.94%"],
] as const)(
  "in the language %s, an uptime of %d percent is shown as %s",
  (language, value, expected) =>
    expect(getPageTexts(language, "Etc/UTC").percent(value).replace("\u202f", "\u00a0")).toBe(
      expected,
    ),
);

describe("times on a page", () => {
  const texts = getPageTexts("en", "America/New_York");
  test("are in the page's time zone", () =>
    expect(texts.time("2026-11-21T21:05:00Z").replaceAll("\u202f", " ")).toBe(
      "Nov 21, 2026, 4:05 PM EST",
    ));
  test("do not repeat the date at the end of a period on one day", () => {
    expect(
      texts.until("2026-11-21T21:05:00Z", "2026-11-21T22:05:00Z").replaceAll("\u202f", " "),
    ).toBe("5:05 PM EST");
    expect(texts.until("2026-11-21T21:05:00Z", "2026-11-22T22:05:00Z")).toContain("Nov 22");
  });
  test("show a given date or month unchanged in every time zone", () => {
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      expect(getPageTexts("en", zone).day("2026-11-01")).toBe("Nov 1, 2026");
      expect(getPageTexts("de", zone).monthName("2026-03")).toBe("März 2026");
    }
    expect(getPageTexts("fr", "Etc/UTC").monthName("2026-08")).toBe("Août 2026");
    expect(getPageTexts("pt", "Etc/UTC").day("2026-11-01")).toBe("1 de nov. de 2026");
    expect(getPageTexts("ja", "Etc/UTC").monthName("2026-08")).toBe("2026年8月");
  });
  test("have a time zone with a name, even if it has no daylight saving time", () => {
    expect(getPageTexts("en", "Asia/Kolkata").zoneName).toBe("India Standard Time (Asia/Kolkata)");
    expect(getPageTexts("en", "Etc/UTC").zoneName).toBe("UTC");
  });
});

test("splitPhrase and fillPhrase: a phrase is split at placeholders, or filled with values", () => {
  expect(splitPhrase("du {from} au {until}")).toEqual([
    { text: "du " },
    { text: "", place: "from" },
    { text: " au " },
    { text: "", place: "until" },
  ]);
  expect(fillPhrase("{a} and {b}", { a: "{b}" })).toBe("{b} and {b}");
});
