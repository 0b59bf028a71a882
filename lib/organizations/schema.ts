import { z } from "zod";
import { cursorField, cursorId, parseMoment } from "@/lib/cursor";
import { limits } from "@/lib/limits";
import { emailAddress, facets, flag, oneOf, rawText, text, webAddress } from "@/lib/validation";
import { roles } from "@/lib/roles";
import { canonicalTimeZone } from "./rules";

/** An organization's handle: chosen once, compared exactly as written (decisions "Organizations"). */
export const handlePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Body of `POST /v1/organizations`. Without a name, the handle is the name. */
export const newOrganization = z.object({
  id: z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .regex(handlePattern, "must be 1 to 64 letters, digits, - or _, beginning with a letter or digit"),
  name: text({ max: () => limits.name }).optional(),
}).meta({ id: "NewOrganization", examples: [{ id: "acme", name: "Acme" }] });
export type NewOrganization = z.infer<typeof newOrganization>;

const timeZone = rawText().transform((name, context) => {
  const zone = canonicalTimeZone(name.trim());
  if (zone !== null) return zone;
  context.addIssue({ code: "custom", message: "must be a time zone of the IANA database, such as Europe/Berlin" });
  return z.NEVER;
});

/** Languages in which a public page can be read. */
export const languages = ["en", "de", "fr", "es"] as const;
export type Language = (typeof languages)[number];

const colour = () =>
  rawText()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, "must be a colour as in #1a73e8, or null")
    .register(facets, { json: () => ({ pattern: "^\\s*#[0-9A-Fa-f]{6}\\s*$", examples: ["#1a73e8"] }) });

const languageList = () =>
  z
    .array(oneOf(languages), { error: "must be an array of languages" })
    .min(1, "must name at least one language")
    // Whoever sends a million of them gets one error, not a million.
    .max(languages.length, `must name at most ${languages.length} languages, each once`)
    .refine((given) => new Set(given).size === given.length, "must name each language once")
    .register(facets, { json: () => ({ uniqueItems: true }) });

/** Body of `PATCH …/organizations/{orgID}`: what is left out stays. */
export const organizationChange = z
  .object({
    name: text({ max: () => limits.name }).optional(),
    time_zone: timeZone.optional(),
    about: text({ max: () => limits.description, min: 0 }).optional(),
    website_url: webAddress().nullable().optional(),
    support_url: webAddress().nullable().optional(),
    accent_color: colour().nullable().optional(),
    languages: languageList().optional(),
    indexed: flag().optional(),
  })
  .meta({ id: "OrganizationChange", examples: [{ name: "Acme", time_zone: "Europe/Berlin", accent_color: "#1a73e8", languages: ["en", "de"] }] });
export type OrganizationChange = z.infer<typeof organizationChange>;

/** Body of `POST …/transfer`. */
export const transfer = z.object({ user_id: rawText() }).meta({ id: "Transfer", examples: [{ user_id: "01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f" }] });
export type Transfer = z.infer<typeof transfer>;

/** Body of `PATCH …/members/{userID}`. */
export const memberChange = z.object({ role: oneOf(roles) }).meta({ id: "MemberChange", examples: [{ role: "editor" }] });
export type MemberChange = z.infer<typeof memberChange>;

/** Query of `GET …/members`. */
export const memberPage = z.object({ before: cursorField(parseMoment).optional() });

/** Body of `POST …/invitations`. Without an address it is a link, for whoever holds it. */
export const newInvitation = z
  .object({ email: emailAddress().nullish(), role: oneOf(roles) })
  .meta({ id: "NewInvitation", examples: [{ email: "grace@example.com", role: "editor" }, { role: "viewer" }] });
export type NewInvitation = z.infer<typeof newInvitation>;

/** Query of `GET …/invitations`. */
export const invitationPage = z.object({ before: cursorField(cursorId).optional() });

/** Body of `POST /v1/invitations/accept`. */
export const acceptance = z
  .object({ token: rawText().trim().min(1, "must not be empty") })
  .meta({ id: "Acceptance", examples: [{ token: "kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE" }] });
