import { expect, test } from "vitest";
import { changeTranslations, localize, selectTexts } from "./rules";
import type { Translations } from "./values";

const before: Translations<"title" | "body"> = {
  de: { title: "Ausfall", body: "Wir prüfen das." },
  fr: { title: "Panne" },
};

test("changeTranslations: replaces the given languages and keeps the others", () => {
  expect(changeTranslations(before)).toEqual(before);
  expect(changeTranslations(before, { de: { title: "Störung" }, it: { body: "Guasto" } })).toEqual({
    de: { title: "Störung" },
    fr: { title: "Panne" },
    it: { body: "Guasto" },
  });
});

test("changeTranslations: null or an empty text removes a text or a language", () => {
  expect(changeTranslations(before, { de: null, fr: { title: "" } })).toEqual({});
  expect(changeTranslations(before, { de: { title: null, body: "Neu" } })).toEqual({
    de: { body: "Neu" },
    fr: { title: "Panne" },
  });
});

test("changeTranslations: languages have a fixed order, so that equal translations are stored identically", () =>
  expect(Object.keys(changeTranslations({}, { ja: { title: "a" }, de: { title: "b" } }))).toEqual([
    "de",
    "ja",
  ]));

test("selectTexts: returns only the texts of the given fields", () => {
  expect(selectTexts(before, "body")).toEqual({ de: { body: "Wir prüfen das." } });
  expect(selectTexts(before, "title")).toEqual({
    de: { title: "Ausfall" },
    fr: { title: "Panne" },
  });
});

const page = {
  organization: { name: "Acme", about: "Engines.", translations: { de: { about: "Motoren." } } },
  incidents: [
    {
      title: "Outage",
      translations: { de: { title: "Ausfall" } },
      updates: [{ body: "Fixed.", translations: {} }],
      postmortem: null,
    },
  ],
  group: { name: "EU", description: "", translations: { fr: { name: "UE" } } },
  days: ["2026-11-20"],
};

test("localize: uses the translations of a language, and marks other texts with the default language", () => {
  expect(localize(page, "de", "en")).toMatchObject({
    organization: { name: "Acme", about: "Motoren.", lang: { name: "en" } },
    incidents: [
      { title: "Ausfall", lang: {}, updates: [{ body: "Fixed.", lang: { body: "en" } }] },
    ],
    group: { name: "EU", description: "", lang: { name: "en", description: "en" } },
    days: ["2026-11-20"],
  });
  expect(localize(page, "fr", "pt").incidents[0]).toMatchObject({ lang: { title: "pt-BR" } });
});

test("localize: content in the default language is unchanged, even if it has a translation", () =>
  expect(localize(page, "de", "de")).toBe(page));
