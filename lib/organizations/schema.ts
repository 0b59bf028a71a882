import { z } from "zod";
import { cursorField, parseTimeCursor } from "@/lib/cursor";
import { limits } from "@/lib/limits";
import {
  emailAddress,
  jsonSchemaProperties,
  flag,
  choice,
  rawText,
  text,
  webUrl,
} from "@/lib/validation";
import { textFormats } from "@/lib/markdown/values";
import { translationsInput } from "@/lib/translations/schema";
import { roles } from "@/lib/roles";
import { findSubdomainProblem, normalizeTimeZone } from "./rules";
import { corners, fonts, imageKinds, languages, MAX_LINKS } from "./values";

export { type Language, languages } from "./values";

/** The ID of an organization is case-sensitive and can't be changed. */
export const organizationIdPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

const timeZone = rawText().transform((name, context) => {
  const zone = normalizeTimeZone(name.trim());
  if (zone !== null) return zone;
  context.addIssue({
    code: "custom",
    message: "must be an IANA time zone, such as Europe/Berlin",
  });
  return z.NEVER;
});

export const newOrganization = z
  .object({
    id: z
      .string({
        error: (issue) => (issue.input === undefined ? "is required" : "must be a string"),
      })
      .regex(
        organizationIdPattern,
        "must be 1 to 64 letters, digits, hyphens, or underscores, and start with a letter or digit",
      ),
    name: text({ max: () => limits.name }).optional(),
    time_zone: timeZone.optional().describe("The default is Etc/UTC."),
  })
  .meta({
    id: "NewOrganization",
    examples: [{ id: "acme", name: "Acme", time_zone: "Europe/Berlin" }],
  });
export type NewOrganization = z.infer<typeof newOrganization>;

const linkList = () =>
  z
    .array(
      z.object(
        { label: text({ max: () => 50 }), url: webUrl() },
        { error: "must be an object with label and url" },
      ),
      { error: "must be an array of links" },
    )
    .max(MAX_LINKS, `must have at most ${MAX_LINKS} links`);

const color = () =>
  rawText()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, "must be a hex color such as #1a73e8, or null")
    .register(jsonSchemaProperties, {
      json: () => ({ pattern: "^\\s*#[0-9A-Fa-f]{6}\\s*$", examples: ["#1a73e8"] }),
    });

const languageList = () =>
  z
    .array(choice(languages), { error: "must be an array of languages" })
    // For a string instead of an array, zod's `min` and `max` would add a second error.
    .refine((given) => given.length > 0, "must have at least one language")
    .refine((given) => given.length <= languages.length, {
      error: `must have at most ${languages.length} languages, without duplicates`,
      abort: true,
    })
    .refine((given) => new Set(given).size === given.length, "must not contain duplicates")
    .register(jsonSchemaProperties, {
      json: () => ({ minItems: 1, maxItems: languages.length, uniqueItems: true }),
    });

const subdomain = () =>
  rawText()
    .trim()
    .toLowerCase()
    .superRefine((text, context) => {
      const message = findSubdomainProblem(text);
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .register(jsonSchemaProperties, {
      json: () => ({
        pattern: "^\\s*[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\s*$",
        examples: ["acme"],
      }),
    });

export const organizationChange = z
  .object({
    name: text({ max: () => limits.name }).optional(),
    subdomain: subdomain().nullable().optional(),
    time_zone: timeZone.optional(),
    about: text({ max: () => limits.description, min: 0 }).optional(),
    about_format: choice(textFormats).optional(),
    translations: translationsInput({ about: () => limits.description }),
    website_url: webUrl().nullable().optional(),
    support_url: webUrl().nullable().optional(),
    reply_to: emailAddress().nullable().optional(),
    accent_color: color().nullable().optional(),
    header_color: color().nullable().optional(),
    font: choice(fonts).optional(),
    corners: choice(corners).optional(),
    header_links: linkList().optional(),
    footer_links: linkList().optional(),
    footer_text: text({ max: () => 500, min: 0 }).optional(),
    powered_by: flag().optional(),
    languages: languageList().optional(),
    indexed: flag().optional(),
  })
  .meta({
    id: "OrganizationChange",
    examples: [
      {
        name: "Acme",
        time_zone: "Europe/Berlin",
        accent_color: "#1a73e8",
        languages: ["en", "de"],
      },
    ],
  });
export type OrganizationChange = z.infer<typeof organizationChange>;

/** Settings to preview. `new_images` lists the kinds of images that are not uploaded yet. */
export const pagePreviewRequest = organizationChange
  .extend({
    language: choice(languages).optional().meta({
      description:
        "One of the page's languages. Defaults to the default language of the organization.",
    }),
    new_images: z.array(choice(imageKinds)).max(imageKinds.length).optional(),
  })
  .meta({ id: "PublicPagePreviewRequest", examples: [{ font: "serif", new_images: ["logo"] }] });
export type PagePreviewRequest = z.infer<typeof pagePreviewRequest>;

export const transfer = z
  .object({ user_id: rawText() })
  .meta({ id: "Transfer", examples: [{ user_id: "01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f" }] });
export type Transfer = z.infer<typeof transfer>;

export const memberChange = z
  .object({ role: choice(roles) })
  .meta({ id: "MemberChange", examples: [{ role: "editor" }] });
export type MemberChange = z.infer<typeof memberChange>;

export const memberPage = z.object({ before: cursorField(parseTimeCursor).optional() });

export const newInvitation = z
  .object({ email: emailAddress().nullish(), role: choice(roles) })
  .meta({
    id: "NewInvitation",
    examples: [{ email: "grace@example.com", role: "editor" }, { role: "viewer" }],
  });
export type NewInvitation = z.infer<typeof newInvitation>;

export const acceptance = z
  .object({ token: rawText().trim().min(1, "must not be empty") })
  .meta({ id: "Acceptance", examples: [{ token: "kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE" }] });
