import { reader } from "@/lib/db";
import { previewMail } from "@/lib/mail/event-mails";
import { mailOrganization, mailOrganizationFields } from "@/lib/mail/organization";
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

/** What comes of an event that was rehearsed. One that is `silent` has no audience, and the words all the same. */
export async function previewEvent(scope: OrganizationScope, event: OutboxRow, { silent }: { silent: boolean }): Promise<Preview> {
  const { kind, createdAt, incidentId } = event;
  const { components } = JSON.parse(event.payload) as EventPayload;
  const affected = components.map(({ id }) => id);
  const [organization, audience] = await Promise.all([
    reader().organization.findUnique({ where: { id: scope.id }, select: mailOrganizationFields }),
    silent ? [] : countAudience(scope.id, { createdAt, incidentId: incidentId ?? "", affected }),
  ]);
  // One that nobody holds yet has its id for a name.
  const from = mailOrganization(organization ?? { id: scope.id, name: scope.id, domain: null });
  return { audience, components, mail: await previewMail({ kind, payload: openPayload(event, from.url), organization: from }) };
}
