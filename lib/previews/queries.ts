import { reader } from "@/lib/db";
import { renderEventPreview } from "@/lib/email/event-emails";
import { toEmailOrganization, emailOrganizationFields } from "@/lib/email/organization";
import type { Channel } from "@/lib/notifications/channel";
import type { EventPayload } from "@/lib/notifications/events";
import { openPayload, type OutboxRow } from "@/lib/notifications/outbox";
import { countAudience } from "@/lib/notifications/queue";
import type { OrganizationScope } from "@/lib/organizations/scope";

/** What an event would come to if it happened: who would hear of it, and in which words. */
export type Preview = {
  audience: { channel: Channel; count: number }[];
  components: EventPayload["components"];
  mail: { subject: string; html: string; text: string };
};

/**
 * What comes of an event that was rehearsed. One that is `silent` has no audience, and the words
 * all the same.
 */
export async function previewEvent(
  scope: OrganizationScope,
  event: OutboxRow,
  { silent }: { silent: boolean },
): Promise<Preview> {
  const { kind, revision, incidentId } = event;
  const { components } = JSON.parse(event.payload) as EventPayload;
  const affected = components.map(({ id }) => id);
  const [organization, audience] = await Promise.all([
    reader().organization.findUnique({ where: { id: scope.id }, select: emailOrganizationFields }),
    silent ? [] : countAudience(scope.id, { revision, incidentId: incidentId ?? "", affected }),
  ]);
  // An unused organization is named by its ID.
  const from = toEmailOrganization(organization ?? { id: scope.id, name: scope.id, domain: null });
  return {
    audience,
    components,
    mail: await renderEventPreview({
      kind,
      payload: openPayload(event, from.url),
      organization: from,
    }),
  };
}
