import { defineEditedFields } from "@/components/forms/edited-fields";
import { translationsField } from "@/components/forms/translated-fields";
import { formatNameList } from "@/components/ui/format-names";
import { formatLabel } from "@/components/updates/message-format";
import type { OrganizationResponse } from "@/lib/http/api-client";
import type { Language, OrganizationChange } from "@/lib/organizations/schema";
import {
  type Corners,
  type Font,
  type ImageKind,
  type LabeledLink,
  languageNames,
} from "@/lib/organizations/values";

export const imageLabels: Record<ImageKind, string> = {
  logo: "Logo",
  logo_dark: "Logo in dark mode",
  favicon: "Favicon",
  cover: "Cover",
};

export type SettingsSection = "branding" | "languages";

export const isInSection = (section: SettingsSection, name: keyof PageValues): boolean =>
  (section === "languages") === (name === "languages" || name === "time_zone");

/** The URLs of new images that are not uploaded yet. Null means that the image will be removed. */
export type DraftImages = Partial<Record<ImageKind, string | null>>;

export const fontLabels: Record<Font, string> = {
  inter: "Inter",
  system: "System font",
  serif: "Serif",
};

export const cornerLabels: Record<Corners, string> = {
  rounded: "Rounded",
  slight: "Slightly rounded",
  square: "Square",
};

export type PageValues = Pick<
  OrganizationResponse,
  | "name"
  | "subdomain"
  | "about"
  | "about_format"
  | "translations"
  | "website_url"
  | "support_url"
  | "reply_to"
  | "accent_color"
  | "header_color"
  | "font"
  | "corners"
  | "header_links"
  | "footer_links"
  | "footer_text"
  | "powered_by"
  | "time_zone"
  | "languages"
  | "indexed"
>;

const showColor = (whenNull: string) => (color: string | null) => color ?? whenNull;
const showLinks = (links: LabeledLink[]) =>
  links.map(({ label, url }) => `${label}: ${url}`).join("\n");

export const pageFields = defineEditedFields<OrganizationResponse, PageValues, OrganizationChange>({
  name: { label: "Name" },
  subdomain: { label: "Subdomain" },
  about: { label: "About" },
  about_format: { label: "Format of “About”", show: formatLabel },
  translations: translationsField,
  website_url: { label: "Website" },
  support_url: { label: "Support" },
  reply_to: { label: "Reply-to email" },
  accent_color: { label: "Accent color", show: showColor("Default") },
  header_color: { label: "Header color", show: showColor("None") },
  font: { label: "Font", show: (font) => fontLabels[font] },
  corners: { label: "Corners", show: (corners) => cornerLabels[corners] },
  header_links: { label: "Header links", show: showLinks },
  footer_links: { label: "Footer links", show: showLinks },
  footer_text: { label: "Footer text" },
  powered_by: {
    label: "“Powered by Candor”",
    show: (isShown) => (isShown ? "Shown" : "Not shown"),
  },
  time_zone: { label: "Time zone" },
  languages: {
    label: "Languages",
    show: (codes: Language[]) => formatNameList(codes.map((code) => languageNames[code])),
  },
  indexed: {
    label: "Search engines",
    show: (isIndexed) => (isIndexed ? "Indexing allowed" : "Indexing not allowed"),
  },
});

/** Values that a preset sets. Presets don't change names, text, or links. */
export const presets: Record<
  string,
  Pick<PageValues, "accent_color" | "header_color" | "font" | "corners">
> = {
  Plain: { accent_color: null, header_color: null, font: "inter", corners: "rounded" },
  Night: { accent_color: "#7c5cff", header_color: "#101426", font: "inter", corners: "rounded" },
  Paper: { accent_color: "#8a3b12", header_color: "#f6efe3", font: "serif", corners: "square" },
};
