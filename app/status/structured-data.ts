import { toPlainText } from "@/lib/markdown/rules";
import type { Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { getCanonicalUrl } from "@/lib/public/page/public-urls";
import type { PageOrganization, PublicIncident, PublicMaintenance } from "@/lib/public/page/schema";

// Describes pages to search engines with schema.org data in JSON-LD.

export type DescribedPage = {
  site: Site;
  organization: PageOrganization;
  url: string;
  snapshot?: Snapshot;
};

const describePublisher = ({ organization: { name, website_url } }: DescribedPage) => ({
  "@type": "Organization",
  name,
  ...(website_url !== null && { url: website_url }),
});

export const describePage =
  (type: "WebPage" | "CollectionPage", content: { name: string; description: string }) =>
  (described: DescribedPage) => ({
    "@type": type,
    ...content,
    dateModified: described.snapshot?.committedAt,
    isPartOf: {
      "@type": "WebSite",
      name: described.organization.name,
      url: getCanonicalUrl(described.site),
    },
    about: describePublisher(described),
  });

export const describeIncident =
  ({ title, started_at, updates, postmortem }: PublicIncident) =>
  (described: DescribedPage) => ({
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
    articleBody: updates.map(toPlainText).join("\n\n"),
    author: describePublisher(described),
    publisher: describePublisher(described),
  });

export const describeMaintenance =
  (maintenance: PublicMaintenance) => (described: DescribedPage) => {
    const { title, status, scheduled_for, scheduled_until, started_at, ended_at } = maintenance;
    const [latest] = maintenance.updates;
    return {
      "@type": "Event",
      name: title,
      startDate: started_at ?? scheduled_for,
      endDate: ended_at ?? scheduled_until,
      eventStatus:
        status === "cancelled"
          ? "https://schema.org/EventCancelled"
          : "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
      location: { "@type": "VirtualLocation", url: described.url },
      ...(latest && { description: toPlainText(latest) }),
      organizer: describePublisher(described),
    };
  };
