import type { Site } from "@/lib/publishing/site";
import { addressOf } from "@/lib/public/page/addresses";
import type { PageOrganization, PublicIncident, PublicMaintenance } from "@/lib/public/page/schema";

// schema.org data as JSON-LD.

/** The document that the data describes, with its absolute URL. */
export type Described = {
  site: Site;
  organization: PageOrganization;
  address: string;
};

const publisher = ({ organization: { name, website_url } }: Described) => ({
  "@type": "Organization",
  name,
  ...(website_url !== null && { url: website_url }),
});

export const pageData =
  (
    type: "WebPage" | "CollectionPage",
    content: { name: string; description: string; dateModified: string },
  ) =>
  (described: Described) => ({
    "@type": type,
    ...content,
    isPartOf: {
      "@type": "WebSite",
      name: described.organization.name,
      url: addressOf(described.site),
    },
    about: publisher(described),
  });

export const incidentData =
  ({ title, started_at, updates, postmortem }: PublicIncident) =>
  (described: Described) => ({
    "@type": "Article",
    headline: title,
    datePublished: updates.at(-1)?.at ?? started_at,
    dateModified: [
      started_at,
      ...updates.flatMap(({ at, edited_at }) => [at, edited_at ?? at]),
      ...(postmortem === null ? [] : [postmortem.published_at]),
    ]
      .sort()
      .at(-1),
    articleBody: updates.map(({ body }) => body).join("\n\n"),
    author: publisher(described),
    publisher: publisher(described),
  });

export const maintenanceData = (maintenance: PublicMaintenance) => (described: Described) => {
  const { title, status, scheduled_for, scheduled_until, started_at, ended_at } = maintenance;
  const [latest] = maintenance.updates;
  return {
    "@type": "Event",
    name: title,
    startDate: started_at ?? scheduled_for,
    endDate: ended_at ?? scheduled_until,
    eventStatus: `https://schema.org/${status === "cancelled" ? "EventCancelled" : "EventScheduled"}`,
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    location: { "@type": "VirtualLocation", url: described.address },
    ...(latest && { description: latest.body }),
    organizer: publisher(described),
  };
};
