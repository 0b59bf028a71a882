import type { Site } from "@/lib/publishing/site";
import { addressOf } from "@/lib/public/page/addresses";
import type { PageOrganization, PublicIncident, PublicMaintenance } from "@/lib/public/page/schema";

// schema.org data as JSON-LD.

type Where = {
  site: Site;
  organization: PageOrganization;
  /** Absolute URL. */
  address: string;
  language: string;
};

const publisher = ({ organization: { name, website_url } }: Where) => ({
  "@type": "Organization",
  name,
  ...(website_url !== null && { url: website_url }),
});

export const pageData = (
  where: Where,
  type: "WebPage" | "CollectionPage",
  { name, description, changedAt }: { name: string; description: string; changedAt: string },
) => ({
  "@context": "https://schema.org",
  "@type": type,
  name,
  description,
  url: where.address,
  inLanguage: where.language,
  dateModified: changedAt,
  isPartOf: { "@type": "WebSite", name: where.organization.name, url: addressOf(where.site) },
  about: publisher(where),
});

export const incidentData = (
  where: Where,
  { title, started_at, updates, postmortem }: PublicIncident,
) => ({
  "@context": "https://schema.org",
  "@type": "Article",
  headline: title,
  url: where.address,
  inLanguage: where.language,
  datePublished: updates.at(-1)?.at ?? started_at,
  dateModified: [
    started_at,
    ...updates.flatMap(({ at, edited_at }) => [at, edited_at ?? at]),
    ...(postmortem === null ? [] : [postmortem.published_at]),
  ]
    .sort()
    .at(-1),
  articleBody: updates.map(({ body }) => body).join("\n\n"),
  author: publisher(where),
  publisher: publisher(where),
});

export const maintenanceData = (
  where: Where,
  {
    title,
    status,
    scheduled_for,
    scheduled_until,
    started_at,
    ended_at,
    updates,
  }: PublicMaintenance,
) => ({
  "@context": "https://schema.org",
  "@type": "Event",
  name: title,
  url: where.address,
  inLanguage: where.language,
  startDate: started_at ?? scheduled_for,
  endDate: ended_at ?? scheduled_until,
  eventStatus: `https://schema.org/${status === "cancelled" ? "EventCancelled" : "EventScheduled"}`,
  eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
  location: { "@type": "VirtualLocation", url: where.address },
  ...(updates.length > 0 && { description: updates[0]!.body }),
  organizer: publisher(where),
});
