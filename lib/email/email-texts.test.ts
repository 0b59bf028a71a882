import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { buildPayload } from "@/e2e/support/message-fixtures";
import {
  type EventKind,
  eventKinds,
  type EventPayload,
} from "@/lib/notifications/notification-event";
import { getMessageTexts } from "@/lib/notifications/message-texts";
import { type Language, languages, languageTags } from "@/lib/organizations/values";
import { localize } from "@/lib/translations/rules";
import { phrases } from "@/lib/public/page/page-texts";
import { emailPhrases, getEmailTexts } from "./email-texts";
import { renderEventEmail } from "./event-emails";
import { renderEmail } from "./render";
import { buildConfirmationEmail } from "./templates/confirmation-email";
import { formatRange } from "./templates/time-format";

const organization = {
  ...{ id: "acme", name: "Acme", url: "https://status.acme.example", timeZone: "Europe/Berlin" },
  languages: [...languages],
};
const links = { manage: "https://candor.example/m", unsubscribe: "https://candor.example/u" };
const at = new Date("2026-11-20T06:30:00.000Z");

const render = (language: Language, kind: EventKind, payload = buildPayload(kind)) =>
  renderEventEmail(
    { event: { id: kind, kind, createdAt: at, language, payload }, organization },
    links,
  );

/** Removes URLs, and the text that members wrote. */
function removeUserText(text: string, kind: EventKind): string {
  const { incident, updates, components, postmortem } = buildPayload(kind);
  const written = [
    ...[incident?.title ?? "", postmortem?.body ?? "", "What happened:", "A disk was full."],
    ...updates.map(({ body }) => body),
    ...components.map(({ name }) => name),
  ].filter(Boolean);
  return written
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, one) => rest.replaceAll(one, ""), text)
    .replaceAll(/https:\S+/g, "");
}

/** Lists all phrases, each with its path. */
function walk(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => walk(inner, `${path}.${key}`));
}
const listPlaceholders = (phrase: string) =>
  [...phrase.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const english = new Map(walk(emailPhrases.en));

describe.each(languages)("email texts in %s", (language) => {
  const own = walk(emailPhrases[language]);

  test("have the same placeholders as in English, and the plural forms of the language", () => {
    const forms = new Intl.PluralRules(languageTags[language]).resolvedOptions().pluralCategories;
    for (const [path, phrase] of own) {
      expect([path, phrase.trim()]).not.toEqual([path, ""]);
      const reference = english.get(path.replace(/\.many$/, ".other"))!;
      expect([path, listPlaceholders(phrase)]).toEqual([path, listPlaceholders(reference)]);
    }
    for (const counted of [emailPhrases[language].andMore, emailPhrases[language].moreOnPage])
      expect(Object.keys(counted).toSorted()).toEqual(forms.toSorted());
  });

  test.each(eventKinds)("are complete in an email for %s", async (kind) => {
    const { subject, html, text } = await render(language, kind);
    expect(html).toMatch(
      new RegExp(`^<!DOCTYPE[^>]*><html lang="${languageTags[language]}" dir="ltr">`),
    );
    expect(html.length).toBeLessThan(20_000);
    expect(removeUserText(subject + text, kind)).not.toMatch(
      /undefined|\bnull\b|NaN|\[object|[{}]|\p{L}_\p{L}/u,
    );
    const { sentences, reason, manage, unsubscribe } = emailPhrases[language];
    for (const phrase of [sentences[kind], reason.replace("{name}", "Acme"), manage, unsubscribe])
      expect(text).toContain(phrase);
  });

  test.runIf(language !== "en").each(eventKinds)(
    "contain no English in a notification for %s",
    async (kind) => {
      const payload = buildPayload(kind);
      const { subject, text } = await render(language, kind);
      const chat = getMessageTexts({ kind, language, payload }, organization);
      const message = removeUserText(
        [subject, text, chat.subject, chat.headline, chat.status, ...chat.components].join("\n"),
        kind,
      );
      const translated = [...walk(phrases[language]), ...own]
        .map(([, phrase]) => phrase)
        .join("\n");
      const words = [...walk(phrases.en), ...english]
        .flatMap(([, phrase]) => phrase.split(/\{\w+\}/))
        .flatMap((part) => part.match(/\p{L}{3,}/gu) ?? [])
        .filter((word) => !new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "iu").test(translated));
      const left = message.match(/\p{L}{3,}/gu)!.filter((word) => words.includes(word));
      expect(left).toEqual([]);
    },
  );

  test("give all emails of one incident or maintenance the same subject", async () => {
    for (const [of, title] of [
      ["incident.", "API is down"],
      ["maintenance.", "New disks"],
    ] as const) {
      const kinds = eventKinds.filter((kind) => kind.startsWith(of));
      const subjects = await Promise.all(
        kinds.map(async (kind) => (await render(language, kind)).subject),
      );
      expect(new Set(subjects).size).toBe(1);
      expect(subjects[0]).toMatch(new RegExp(`^\\[Acme\\] .*${title}$`));
    }
  });

  test("contain a link to the rest of a large email, which stays below 90 kB", async () => {
    const payload = buildPayload("incident.updated");
    payload.updates[0]!.body = "目".repeat(25_000);
    const { html, text } = await render(language, "incident.updated", payload);
    expect(Buffer.from(html).toString("base64").length).toBeLessThan(90_000);
    expect(text).toContain(emailPhrases[language].readMore);
  });

  test("are complete in the confirmation email of a subscription", async () => {
    const { subject, body } = buildConfirmationEmail({
      ...{ organization, language, topics: ["API", "Web"], component_updates: true, token: "t" },
      expires_at: at.toISOString(),
    });
    const { html, text } = await renderEmail(body);
    expect(html).toContain(`<html lang="${languageTags[language]}"`);
    expect(subject).toContain("Acme");
    expect(text).toMatch(/API[,、] ?Web/);
    expect(subject + text).not.toMatch(/undefined|[{}]/);
    expect(text).toContain(emailPhrases[language].confirmButton);
  });
});

test("an email marks text without a translation with the language of the page", async () => {
  const { incident, updates, components } = buildPayload("incident.updated");
  const [newest, ...earlier] = updates.map((update) => ({ ...update, translations: {} }));
  const [first, ...others] = components.map((component) => ({ ...component, translations: {} }));
  const payload = localize(
    {
      incident: { ...incident!, translations: {} },
      updates: [
        { ...newest!, translations: { de: { body: "Eine Festplatte ist voll." } } },
        ...earlier,
      ],
      components: [
        { ...first!, translations: { de: { name: "Schnittstelle", group: "Europa" } } },
        ...others,
      ],
      postmortem: {
        ...buildPayload("incident.postmortem_published").postmortem!,
        translations: {},
      },
    },
    "de",
    "en",
  );
  const listMarked = async (kind: EventKind, shown: EventPayload) =>
    [
      ...(await render("de", kind, shown)).html.matchAll(
        /<(?!html)[^<]* lang="(\w+)"[^<]*>(?:<p[^>]*>)?([^<]+)/g,
      ),
    ].map(([, lang, text]) => `${lang}: ${text}`);
  const { postmortem: _, ...update } = payload;
  expect(await listMarked("incident.updated", update)).toEqual([
    "en: API is down",
    "en: Search",
    "en: We see errors.",
  ]);
  expect(await listMarked("incident.postmortem_published", payload)).toContain(
    "en: What happened:",
  );
});

test("a confirmation email marks names without a translation with the language of the page", () => {
  const { body } = buildConfirmationEmail({
    ...{ organization, language: "de", token: "t", expires_at: at.toISOString() },
    topics: [
      { name: "Suche", group: null },
      { name: "Search", group: "Europa", lang: { name: "en" } },
      { name: "https://www.acme.example", group: "Europa" },
      "Text of an earlier release",
      { name: "Text of another release" },
    ],
  });
  expect(renderToStaticMarkup(body)).toContain(
    '<bdi>Suche</bdi></span><span>, <bdi>Europa</bdi> › <bdi lang="en">Search</bdi></span>' +
      `<span>, <bdi>Europa</bdi> › <bdi>${getEmailTexts("de").confirmTopic}</bdi></span>` +
      "<span>, <bdi>Text of an earlier release</bdi></span>" +
      "<span>, <bdi>Text of another release</bdi></span>",
  );
});

test("times are in the language of the email", () => {
  const span = (language: Language, until: string) =>
    formatRange("2026-11-20T09:30:00Z", until, getEmailTexts(language, "Europe/Berlin"));
  expect(languages.map((language) => span(language, "2026-11-20T11:00:00Z"))).toEqual([
    "November 20, 2026, 10:30 to 12:00 GMT+1",
    "20. November 2026, 10:30 bis 12:00 MEZ",
    "20 novembre 2026, de 10:30 à 12:00 UTC+1",
    "20 de noviembre de 2026, de 10:30 a 12:00 CET",
    "20 novembre 2026, dalle 10:30 alle 12:00 CET",
    "20 november 2026, 10:30 tot 12:00 CET",
    "20 de novembro de 2026, das 10:30 às 12:00 GMT+1",
    "2026年11月20日 10:30～12:00 GMT+1",
  ]);
  expect(span("fr", "2026-11-21T11:00:00Z")).toBe(
    "20 novembre 2026, 10:30 – 21 novembre 2026, 12:00 UTC+1",
  );
});

test.each(["de", "ja"] as const)("emails in %s match the golden file", async (language) => {
  const emails = await Promise.all(eventKinds.map((kind) => render(language, kind)));
  const all = emails.map(
    ({ subject, text }, index) => `# ${eventKinds[index]}: ${subject}\n\n${text}`,
  );
  await expect(all.join("\n")).toMatchFileSnapshot(`golden/emails.${language}.txt`);
});
